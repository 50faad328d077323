#pragma once

#include <algorithm>

#include "kernels/cuda/problem.h"

// Products of small matrices on the tensor cores, for three kinds of numbers with one set of names, so that each kernel is written once.
//
// A warp multiplies A [16, kStep] with B [kStep, 8] and adds to C [16, 8]. Lane 4g+i holds of C the columns 2i, 2i+1 of rows g and g+8.
// Fragments are read from tiles in shared memory, stored as they are or transposed. What runs along the sum may come in any
// order as long as A and B agree: for float, lane 4g+i takes the neighbours 2i, 2i+1, so that C can be taken over as A in place.

namespace fenwick::kernels::cuda {

using Accumulator = float[4];

__device__ inline int laneIndex() { return static_cast<int>(threadIdx.x) % 32; }
__device__ inline int warpIndex() { return static_cast<int>(threadIdx.x) / 32; }
__device__ inline int laneRow() { return laneIndex() / 4; }           // g
__device__ inline int laneColumn() { return 2 * (laneIndex() % 4); }  // 2i

__device__ inline unsigned sharedAddress(const void* place) {
  return static_cast<unsigned>(__cvta_generic_to_shared(place));
}

struct Bf16 {
  using Number = BFloat16;
  static constexpr bool kSumsAnywhere = true;
  static constexpr bool kRoundsFactors = true;
  static constexpr int kStep = 16;
  static constexpr int kPad = 8;
  struct A {
    unsigned x[4];
  };
  struct B {
    unsigned x[2];
  };
  struct StepFactors {  // of what runs along the sum
    unsigned x[2];
  };

  template <bool Transposed>
  __device__ static void load4(unsigned (&x)[4], const Number* place) {
    if constexpr (Transposed) {
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                   : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                   : "r"(sharedAddress(place))
                   : "memory");
    } else {
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                   : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                   : "r"(sharedAddress(place))
                   : "memory");
    }
  }
  // From rows of A.
  __device__ static void loadA(A& a, const Number* tile, int stride) {
    const int lane = laneIndex();
    load4<false>(a.x, tile + lane % 16 * stride + lane / 16 * 8);
  }
  // From columns of A.
  __device__ static void loadColumnsA(A& a, const Number* tile, int stride) {
    const int lane = laneIndex();
    load4<true>(a.x, tile + (lane % 8 + lane / 16 * 8) * stride + lane / 8 % 2 * 8);
  }
  // Two neighbours, from rows of B.
  __device__ static void loadB(B (&b)[2], const Number* tile, int stride) {
    const int lane = laneIndex();
    unsigned x[4];
    load4<true>(x, tile + lane % 16 * stride + lane / 16 * 8);
    b[0] = {{x[0], x[1]}};
    b[1] = {{x[2], x[3]}};
  }
  // Two neighbours, from columns of B.
  __device__ static void loadColumnsB(B (&b)[2], const Number* tile, int stride) {
    const int lane = laneIndex();
    unsigned x[4];
    load4<false>(x, tile + (lane % 8 + lane / 16 * 8) * stride + lane / 8 % 2 * 8);
    b[0] = {{x[0], x[1]}};
    b[1] = {{x[2], x[3]}};
  }
  __device__ static unsigned pack(float low, float high) {
    const __nv_bfloat162 both = __floats2bfloat162_rn(low, high);
    return *reinterpret_cast<const unsigned*>(&both);
  }
  __device__ static float low(unsigned both) { return __uint_as_float(both << 16); }
  __device__ static float high(unsigned both) { return __uint_as_float(both & 0xffff0000U); }

  __device__ static void fromAccumulators(A& a, const Accumulator* c) {
    a.x[0] = pack(c[0][0], c[0][1]);
    a.x[1] = pack(c[0][2], c[0][3]);
    a.x[2] = pack(c[1][0], c[1][1]);
    a.x[3] = pack(c[1][2], c[1][3]);
  }
  __device__ static void scaleRows(A& a, float upper, float lower) {
    for (int n = 0; n < 4; ++n) {
      const float factor = n % 2 == 0 ? upper : lower;
      a.x[n] = pack(factor * low(a.x[n]), factor * high(a.x[n]));
    }
  }
  __device__ static StepFactors loadStepFactors(const float* factors) {
    const float2 first = *reinterpret_cast<const float2*>(factors + laneColumn());
    const float2 second = *reinterpret_cast<const float2*>(factors + laneColumn() + 8);
    return {{pack(first.x, first.y), pack(second.x, second.y)}};
  }
  __device__ static void scaleSteps(B& b, const StepFactors& factors) {
    for (int n = 0; n < 2; ++n) {
      const __nv_bfloat162 product = __hmul2(*reinterpret_cast<const __nv_bfloat162*>(&b.x[n]),
                                             *reinterpret_cast<const __nv_bfloat162*>(&factors.x[n]));
      b.x[n] = *reinterpret_cast<const unsigned*>(&product);
    }
  }
  __device__ static void multiply(Accumulator& c, const A& a, const B& b) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a.x[0]), "r"(a.x[1]), "r"(a.x[2]), "r"(a.x[3]), "r"(b.x[0]), "r"(b.x[1]));
  }
  __device__ static float2 loadPair(const Number* place) {
    const unsigned both = *reinterpret_cast<const unsigned*>(place);
    return {low(both), high(both)};
  }
  __device__ static void storePair(Number* place, float first, float second) {
    *reinterpret_cast<unsigned*>(place) = pack(first, second);
  }
};

// Float numbers. Split: each factor as the sum of two tf32 numbers and three products instead of one, which is float32 to a few units
// of the last place.
template <bool Split>
struct Float {
  using Number = float;
  static constexpr bool kSumsAnywhere =
      !Split;  // the tensor cores cut sums off instead of rounding them: over many products that shows
  static constexpr bool kRoundsFactors = !Split;
  static constexpr int kStep = 8;
  static constexpr int kPad = 8;
  struct A {
    float x[4];
  };
  struct B {
    float x[2];
  };
  struct StepFactors {
    float x[2];
  };

  __device__ static void loadA(A& a, const Number* tile, int stride) {
    const float* place = tile + laneRow() * stride + laneColumn();
    const float2 upper = *reinterpret_cast<const float2*>(place);
    const float2 lower = *reinterpret_cast<const float2*>(place + 8 * stride);
    a.x[0] = upper.x;
    a.x[1] = lower.x;
    a.x[2] = upper.y;
    a.x[3] = lower.y;
  }
  __device__ static void loadColumnsA(A& a, const Number* tile, int stride) {
    const float* place = tile + laneColumn() * stride + laneRow();
    a = {{place[0], place[8], place[stride], place[stride + 8]}};
  }
  __device__ static void loadB(B (&b)[2], const Number* tile, int stride) {
    const float* place = tile + laneColumn() * stride + laneRow();
    b[0] = {{place[0], place[stride]}};
    b[1] = {{place[8], place[stride + 8]}};
  }
  __device__ static void loadColumnsB(B (&b)[2], const Number* tile, int stride) {
    const float* place = tile + laneRow() * stride + laneColumn();
    const float2 first = *reinterpret_cast<const float2*>(place);
    const float2 second = *reinterpret_cast<const float2*>(place + 8 * stride);
    b[0].x[0] = first.x;
    b[0].x[1] = first.y;
    b[1].x[0] = second.x;
    b[1].x[1] = second.y;
  }
  __device__ static void fromAccumulators(A& a, const Accumulator* c) { a = {{c[0][0], c[0][2], c[0][1], c[0][3]}}; }
  __device__ static void scaleRows(A& a, float upper, float lower) {
    for (int n = 0; n < 4; ++n) a.x[n] *= n % 2 == 0 ? upper : lower;
  }
  __device__ static StepFactors loadStepFactors(const float* factors) {
    const float2 both = *reinterpret_cast<const float2*>(factors + laneColumn());
    return {{both.x, both.y}};
  }
  __device__ static void scaleSteps(B& b, const StepFactors& factors) {
    for (int n = 0; n < 2; ++n) b.x[n] *= factors.x[n];
  }
  __device__ static unsigned rounded(float x) {
    unsigned result;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(result) : "f"(x));
    return result;
  }
  __device__ static unsigned rest(float x, unsigned high) { return rounded(x - __uint_as_float(high)); }
  __device__ static void multiplyRounded(Accumulator& c, const unsigned (&a)[4], const unsigned (&b)[2]) {
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
  __device__ static void multiply(Accumulator& c, const A& a, const B& b) {
    unsigned highA[4], highB[2];
    for (int n = 0; n < 4; ++n) highA[n] = rounded(a.x[n]);
    for (int n = 0; n < 2; ++n) highB[n] = rounded(b.x[n]);
    if constexpr (Split) {
      unsigned lowA[4], lowB[2];
      for (int n = 0; n < 4; ++n) lowA[n] = rest(a.x[n], highA[n]);
      for (int n = 0; n < 2; ++n) lowB[n] = rest(b.x[n], highB[n]);
      multiplyRounded(c, lowA, highB);
      multiplyRounded(c, highA, lowB);
    }
    multiplyRounded(c, highA, highB);
  }
  __device__ static float2 loadPair(const Number* place) { return *reinterpret_cast<const float2*>(place); }
  __device__ static void storePair(Number* place, float first, float second) {
    *reinterpret_cast<float2*>(place) = {first, second};
  }
};

// c[0 … Tiles) += A B, B's tiles two by two from load(b, n). Loads come before products, as many as registers are likely to hold, so that
// they do not wait for each other in turn.
template <class Kind, int Tiles, class Load>
__device__ inline void multiplyTiles(Accumulator (&c)[Tiles], const typename Kind::A& a, const Load& load) {
  constexpr int together = Tiles / 2 < 4 ? Tiles / 2 : 4;
#pragma unroll
  for (int first = 0; first < Tiles / 2; first += together) {
    typename Kind::B b[together][2];
#pragma unroll
    for (int n = 0; n < together; ++n) load(b[n], first + n);
#pragma unroll
    for (int n = 0; n < together; ++n) {
      Kind::multiply(c[2 * (first + n)], a, b[n][0]);
      Kind::multiply(c[2 * (first + n) + 1], a, b[n][1]);
    }
  }
}

// --- Copies to shared memory that go on in the background ---

__device__ inline void copyAsync16(void* to, const void* from, bool isThere) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAddress(to)), "l"(from),
               "r"(isThere ? 16 : 0)
               : "memory");
}
__device__ inline void copyAsync4(void* to, const void* from, bool isThere) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(sharedAddress(to)), "l"(from), "r"(isThere ? 4 : 0)
               : "memory");
}
__device__ inline void commitCopies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int Younger>
__device__ inline void waitForCopies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Younger) : "memory");
}

// Rows of a tensor to a tile [Rows, Columns + pad]; what lies beyond `rows` and `columns` becomes 0.
template <int Threads, int Rows, int Columns, class Number>
__device__ inline void copyRows(Number* tile, int stride, const Number* from, std::int64_t fromStride, int rows,
                                int columns, bool wide) {
  constexpr int each = 16 / static_cast<int>(sizeof(Number));
  constexpr int perRow = Columns / each;
  constexpr int step = Threads / perRow;
  static_assert(Threads % perRow == 0 && Rows % step == 0);
  if (wide) {
    const int column = static_cast<int>(threadIdx.x) % perRow * each;
    const int first = static_cast<int>(threadIdx.x) / perRow;
    const Number* source = from + first * fromStride + column;
    Number* to = tile + first * stride + column;
    const int last = column < columns ? rows - first : 0;
#pragma unroll
    for (int row = 0; row < Rows; row += step) {
      copyAsync16(to, row < last ? source : from, row < last);
      source += step * fromStride;
      to += step * stride;
    }
    return;
  }
  for (int x = static_cast<int>(threadIdx.x); x < Rows * Columns; x += Threads) {
    const int row = x / Columns;
    const int column = x % Columns;
    Number value{};
    if (row < rows && column < columns) value = from[row * fromStride + column];
    tile[row * stride + column] = value;
  }
}

// A matrix without gaps to a tile [Rows, Columns + pad].
template <int Threads, int Rows, int Columns, class Number>
__device__ inline void copyMatrix(Number* tile, int stride, const Number* from) {
  constexpr int each = 16 / static_cast<int>(sizeof(Number));
  constexpr int perRow = Columns / each;
  constexpr int step = Threads / perRow;
  static_assert(Threads % perRow == 0 && Rows % step == 0);
  const int column = static_cast<int>(threadIdx.x) % perRow * each;
  const int first = static_cast<int>(threadIdx.x) / perRow;
  const Number* source = from + first * Columns + column;
  Number* to = tile + first * stride + column;
#pragma unroll
  for (int row = 0; row < Rows; row += step) copyAsync16(to + row * stride, source + row * Columns, true);
}

// 2^(a - b). The rounding of the argument costs less than what it decays to.
__device__ inline float quickDecay(float2 a, float2 b) {
  float result;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"((a.x - b.x) + (a.y - b.y)));
  return result;
}

__device__ inline float sumOfQuad(float x) {
  x += __shfl_xor_sync(0xffffffffU, x, 1);
  return x + __shfl_xor_sync(0xffffffffU, x, 2);
}

// --- Sizes ---

__host__ __device__ constexpr int paddedSize(int size) { return size <= 64 ? 64 : 128; }

// Whether the tensor-core kernels take the sizes, and if so calls use.template operator()<K, V>() with the padded ones. For float, tiles of
// 128 x 128 would not fit; for bfloat16, one size less to build makes V > 64 pad K.
template <class Kind, class Use>
bool withSizes(int keyDim, int valueDim, const Use& use) {
  constexpr bool small = sizeof(typename Kind::Number) == 2;
  if (keyDim > 128 || valueDim > 128) return false;
  if (valueDim <= 64) {
    keyDim <= 64 ? use.template operator()<64, 64>() : use.template operator()<128, 64>();
    return true;
  }
  if constexpr (small) {
    use.template operator()<128, 128>();
    return true;
  } else {
    if (keyDim <= 64) use.template operator()<64, 128>();
    return keyDim <= 64;
  }
}

// --- Kernels, by file; Kind is Bf16 or Float ---

template <class T>
int tensorCarryParts(int stateSize);
int tensorRecordFloats(int stateLevels);
template <class T>
void tensorRecords(const Problem<T>& p, Stream stream);

// Bytes of shared memory that the largest of a file's kernels takes.
template <class Kind>
int tensorStatesMemory(int stateLevels);
template <class Kind>
int tensorOutputsMemory(const Problem<typename Kind::Number>& p);
template <class Kind>
int tensorGradientsMemory(const Problem<typename Kind::Number>& p);

template <class Kind>
void tensorStates(const Problem<typename Kind::Number>& p, Stream stream);
template <class Kind>
void tensorStateGradients(const Problem<typename Kind::Number>& p, Stream stream);
template <class Kind>
void tensorOutputs(const Problem<typename Kind::Number>& p, Stream stream);
template <class Kind>
void tensorGradients(const Problem<typename Kind::Number>& p, Stream stream);

}  // namespace fenwick::kernels::cuda
