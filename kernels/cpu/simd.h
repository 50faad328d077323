// No #pragma once: every instruction set includes it with its own vector size, inside its own unnamed namespace.
// Vectors of FENWICK_VECTOR_BYTES bytes, as the compiler's vector extension has them, and what the kernels do with
// them.

template <class T>
struct Simd;

template <>
struct Simd<float> {
  typedef float Vec __attribute__((vector_size(FENWICK_VECTOR_BYTES)));
  typedef float Memory __attribute__((vector_size(FENWICK_VECTOR_BYTES), aligned(4), may_alias));
  typedef std::int32_t Int __attribute__((vector_size(FENWICK_VECTOR_BYTES)));
  using Lane = std::int32_t;
  static constexpr int kLanes = FENWICK_VECTOR_BYTES / 4;
  static constexpr float kLog2e = 1.44269504088896340736F;
  static constexpr float kLn2High = 0.693145751953125F;  // few digits, so that n * kLn2High is exact
  static constexpr float kLn2Low = 1.42860682030941723212e-6F;
  static constexpr float kRounder = 12582912.0F;  // 1.5 * 2^23: adding it leaves the nearest integer in the low bits
  static constexpr float kSmallest = -87.3F;      // exp of less is below the normal numbers
  static constexpr int kExponentBias = 127;
  static constexpr int kExponentShift = 23;
  static constexpr int kTaylorTerms = 7;
};

template <>
struct Simd<double> {
  typedef double Vec __attribute__((vector_size(FENWICK_VECTOR_BYTES)));
  typedef double Memory __attribute__((vector_size(FENWICK_VECTOR_BYTES), aligned(8), may_alias));
  typedef std::int64_t Int __attribute__((vector_size(FENWICK_VECTOR_BYTES)));
  using Lane = std::int64_t;
  static constexpr int kLanes = FENWICK_VECTOR_BYTES / 8;
  static constexpr double kLog2e = 1.44269504088896340736;
  static constexpr double kLn2High = 6.93147180369123816490e-01;
  static constexpr double kLn2Low = 1.90821492927058770002e-10;
  static constexpr double kRounder = 6755399441055744.0;  // 1.5 * 2^52
  static constexpr double kSmallest = -708.0;
  static constexpr int kExponentBias = 1023;
  static constexpr int kExponentShift = 52;
  static constexpr int kTaylorTerms = 13;
};

template <class T>
using Vec = typename Simd<T>::Vec;
template <class T>
using IntVec = typename Simd<T>::Int;

#define FENWICK_INLINE [[gnu::always_inline]] inline

template <class T>
FENWICK_INLINE Vec<T> load(const T* from) {
  return *reinterpret_cast<const typename Simd<T>::Memory*>(from);
}

template <class T>
FENWICK_INLINE void store(T* to, Vec<T> value) {
  *reinterpret_cast<typename Simd<T>::Memory*>(to) = value;
}

template <class T>
FENWICK_INLINE Vec<T> splat(T value) {
  return value - Vec<T>{};
}

template <class T>
FENWICK_INLINE IntVec<T> splatInt(int value) {
  return static_cast<typename Simd<T>::Lane>(value) - IntVec<T>{};
}

template <class T>
FENWICK_INLINE IntVec<T> bitsOf(Vec<T> value) {
  return (IntVec<T>)value;
}

// The value where the mask is set, +0 elsewhere (whatever stood there, NaN too).
template <class T>
FENWICK_INLINE Vec<T> masked(IntVec<T> mask, Vec<T> value) {
  return (Vec<T>)(mask & bitsOf<T>(value));
}

// 1/n! for the Taylor series of exp.
template <class T>
constexpr T reciprocalFactorial(int n) {
  T result = 1;
  for (int i = 2; i <= n; ++i) result /= static_cast<T>(i);
  return result;
}

// exp(x) for x up to about 80, to within two units in the last place; exp(0) = 1 exactly, and 0 below the normal
// numbers.
template <class T>
FENWICK_INLINE Vec<T> exponential(Vec<T> x) {
  using S = Simd<T>;
  const IntVec<T> vanishes = x < splat(S::kSmallest);
  const Vec<T> bounded = vanishes ? splat(S::kSmallest) : x;
  const Vec<T> shifted = bounded * splat(S::kLog2e) + splat(S::kRounder);
  const Vec<T> n = shifted - splat(S::kRounder);
  const Vec<T> r = (bounded - n * splat(S::kLn2High)) - n * splat(S::kLn2Low);
  Vec<T> sum = splat(reciprocalFactorial<T>(S::kTaylorTerms));
#pragma GCC unroll 16
  for (int i = S::kTaylorTerms - 1; i >= 0; --i) sum = sum * r + splat(reciprocalFactorial<T>(i));
  // The shift drops all but the low bits of `shifted`, which hold n.
  const IntVec<T> scale = (bitsOf<T>(shifted) + splatInt<T>(S::kExponentBias)) << S::kExponentShift;
  return masked<T>(~vanishes, sum * (Vec<T>)scale);
}

template <class T, int Step, int... I>
FENWICK_INLINE Vec<T> addShuffled(Vec<T> value, std::integer_sequence<int, I...>) {
  return value + __builtin_shufflevector(value, value, (I ^ Step)...);
}

template <class T, int Step = Simd<T>::kLanes / 2>
FENWICK_INLINE T sumOfLanes(Vec<T> value) {
  if constexpr (Step == 0) {
    return value[0];
  } else {
    return sumOfLanes<T, Step / 2>(addShuffled<T, Step>(value, std::make_integer_sequence<int, Simd<T>::kLanes>{}));
  }
}

// a0 b0 a1 b1 … from the lower halves of a and b (Offset 0) or the upper ones (Offset kLanes / 2).
template <class T, int Offset, int... I>
FENWICK_INLINE Vec<T> zip(Vec<T> a, Vec<T> b, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(a, b, (Offset + I / 2 + (I % 2) * Simd<T>::kLanes)...);
}

// A square of kLanes x kLanes. Zipping row i with row i + kLanes/2 rotates the bits of (row, column) by one; after
// log2(kLanes) rounds they have changed places.
template <class T>
FENWICK_INLINE void transposeSquare(const T* from, std::int64_t fromStride, T* to, std::int64_t toStride) {
  constexpr int lanes = Simd<T>::kLanes;
  constexpr auto all = std::make_integer_sequence<int, lanes>{};
  Vec<T> rows[lanes];
#pragma GCC unroll 16
  for (int i = 0; i < lanes; ++i) rows[i] = load(from + i * fromStride);
#pragma GCC unroll 4
  for (int round = 1; round < lanes; round *= 2) {
    Vec<T> zipped[lanes];
#pragma GCC unroll 8
    for (int i = 0; i < lanes / 2; ++i) {
      zipped[2 * i] = zip<T, 0>(rows[i], rows[i + lanes / 2], all);
      zipped[2 * i + 1] = zip<T, lanes / 2>(rows[i], rows[i + lanes / 2], all);
    }
#pragma GCC unroll 16
    for (int i = 0; i < lanes; ++i) rows[i] = zipped[i];
  }
#pragma GCC unroll 16
  for (int i = 0; i < lanes; ++i) store(to + i * toStride, rows[i]);
}
