#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/parallel_for.h"
#include "kernels/tensor_view.h"

// Log-linear attention with scalar gates (the Mamba-2 structure), forward and backward, on the CPU. Three forms compute the
// same:
//
//   o_t = sum over s <= t of  lambda_t[level(t, s)] * exp(gate_{s+1} + … + gate_t) * (q_t . k_s) * v_s
//
// with level(t, s) of kernels/fenwick.h; no softmax, no scale. lambda = 1 gives gated linear attention (Mamba-2 SSD),
// lambda = 1 and gate = 0 plain linear attention. Guo et al., arXiv 2506.04761; gates as in Dao & Gu, arXiv 2405.21060.
//
//   tensor         | shape        | meaning
//   q, k           | [B, T, G, K] | query and key; head h uses group h / (H / G)
//   v              | [B, T, H, V] | value
//   gate           | [B, T, H]    | natural logarithm of the decay, <= 0; 0 keeps all (factor exactly 1), -1000 and below forget all
//   lambda         | [B, T, H, L] | weight of each level, L >= levelCount(T); inert cells and spare levels are never looked at
//   o              | [B, T, H, V] | result
//   dq dk dv dgate | like theirs  | gradients of sum(o * dO); overwritten, not added to
//   dlambda        | like lambda  | likewise; exactly 0 in inert cells and spare levels
//
// B, T, G, H, K, V >= 1 and G divides H. The last dimension must be contiguous except in gate, the outer strides are free.
// T is float or double. Errors relative to the largest entry: <= 1e-10 for double, <= 1e-5 for float, of o and each gradient.
//
// Every function checks its arguments once and throws std::invalid_argument before anything is written, for example
// "lambda: expected [1, 4, 1, 3], got [1, 4, 1, 2] (4 tokens need 3 levels)". It does not look at the values: NaN and infinity
// give NaN. Any thread may call; two calls at once need two workspaces. Results do not depend on the number of threads.

namespace fenwick::kernels {

struct Shape {
  std::int64_t batch = 0;     // B
  std::int64_t length = 0;    // T
  std::int64_t groups = 0;    // G
  std::int64_t heads = 0;     // H
  std::int64_t keyDim = 0;    // K
  std::int64_t valueDim = 0;  // V
  std::int64_t levels = 0;    // L
  bool operator==(const Shape&) const = default;
};

template <class T>
struct Inputs {
  TensorView<const T, 4> q;
  TensorView<const T, 4> k;
  TensorView<const T, 4> v;
  TensorView<const T, 3> gate;
  TensorView<const T, 4> lambda;
};

template <class T>
struct Gradients {
  TensorView<T, 4> dq;
  TensorView<T, 4> dk;
  TensorView<T, 4> dv;
  TensorView<T, 3> dgate;
  TensorView<T, 4> dlambda;
};

// The common shape of the inputs; throws where they do not fit together.
template <class T>
Shape checkedShape(const Inputs<T>& inputs);

// --- Dense form: the reference, O(T^2), one clear loop with all sums in double ---

template <class T>
void denseForward(const Inputs<T>& inputs, const TensorView<T, 4>& o, const ParallelFor& loop = serialLoop());

template <class T>
void denseBackward(const Inputs<T>& inputs, const TensorView<const T, 4>& dO, const Gradients<T>& gradients,
                   const ParallelFor& loop = serialLoop());

// --- Recurrent form: token by token, O(log T) states per head ---

// One token of every sequence of the batch.
template <class T>
struct Token {
  TensorView<const T, 3> q;       // [B, G, K]
  TensorView<const T, 3> k;       // [B, G, K]
  TensorView<const T, 3> v;       // [B, H, V]
  TensorView<const T, 2> gate;    // [B, H]
  TensorView<const T, 3> lambda;  // [B, H, L]; L >= levelCount(position + 1)
};

// What decoding remembers of the tokens so far: one K x V state per level in use, allocated when the level first
// appears.
template <class T>
class RecurrentState {
 public:
  RecurrentState(std::int64_t batch, std::int64_t groups, std::int64_t heads, std::int64_t keyDim,
                 std::int64_t valueDim);
  RecurrentState(const RecurrentState&);  // a copy goes its own way: several continuations of one prefix
  RecurrentState& operator=(const RecurrentState&);
  RecurrentState(RecurrentState&&) noexcept;
  RecurrentState& operator=(RecurrentState&&) noexcept;
  ~RecurrentState();

  // Takes in the next token and writes its output o [B, H, V].
  void step(const Token<T>& token, const TensorView<T, 3>& o, const ParallelFor& loop = serialLoop());

  std::int64_t position() const;    // tokens taken in so far
  std::int64_t stateBytes() const;  // memory held for states
  void reset();                     // back to position 0; the memory is kept

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

template <class T>
void recurrentForward(const Inputs<T>& inputs, const TensorView<T, 4>& o, const ParallelFor& loop = serialLoop());

// Runs forward once more for dq and dlambda, then from the last token to the first for dk and dv: O(T log T), all in double. A
// second witness beside the dense form at lengths that it cannot reach; training uses the chunkwise form.
template <class T>
void recurrentBackward(const Inputs<T>& inputs, const TensorView<const T, 4>& dO, const Gradients<T>& gradients,
                       const ParallelFor& loop = serialLoop());

// --- Chunkwise form: for training, O(T * chunk * (K + V) + T * K * V * log(T / chunk)) ---

// The same code is built for several instruction sets; the best one that this machine has is chosen when it is called.
enum class InstructionSet { Best, Baseline, Avx2, Avx512 };
const char* instructionSetName(InstructionSet set);      // "x86-64", "AVX2", "AVX-512"; of Best: the one it stands for
std::vector<InstructionSet> availableInstructionSets();  // without Best; Baseline is always there
InstructionSet bestInstructionSet();

struct ChunkwiseOptions {
  int chunk = 64;  // 16, 32 or 64
  InstructionSet instructionSet = InstructionSet::Best;
  // lambda = 1 (gated linear attention): all levels share one state, O(T * (chunk * (K + V) + K * V)). lambda and dlambda are not looked at and
  // may be empty views.
  bool oneState = false;
};

// Memory that grows to what a call needs and is kept for the next one, so that only the first call of a shape
// allocates.
template <class T>
class ChunkwiseWorkspace {
 public:
  ChunkwiseWorkspace();
  ChunkwiseWorkspace(ChunkwiseWorkspace&&) noexcept;
  ChunkwiseWorkspace& operator=(ChunkwiseWorkspace&&) noexcept;
  ~ChunkwiseWorkspace();
  std::int64_t bytes() const;

  struct Implementation;
  Implementation& implementation() { return *m_implementation; }

 private:
  std::unique_ptr<Implementation> m_implementation;
};

// The states between chunks, kept from forward to backward so that backward need not compute them again. It belongs to
// the inputs of that forward call; backward throws std::invalid_argument if it was made for another shape or chunk.
template <class T>
class ChunkwiseContext {
 public:
  ChunkwiseContext();
  ChunkwiseContext(ChunkwiseContext&&) noexcept;
  ChunkwiseContext& operator=(ChunkwiseContext&&) noexcept;
  ~ChunkwiseContext();
  std::int64_t bytes() const;

  struct Implementation;
  Implementation& implementation() { return *m_implementation; }
  const Implementation& implementation() const { return *m_implementation; }

 private:
  std::unique_ptr<Implementation> m_implementation;
};

template <class T>
void chunkwiseForward(const Inputs<T>& inputs, const TensorView<T, 4>& o, const ChunkwiseOptions& options,
                      const ParallelFor& loop, ChunkwiseWorkspace<T>& workspace, ChunkwiseContext<T>* keep = nullptr);

template <class T>
void chunkwiseBackward(const Inputs<T>& inputs, const TensorView<const T, 4>& dO, const Gradients<T>& gradients,
                       const ChunkwiseOptions& options, const ParallelFor& loop, ChunkwiseWorkspace<T>& workspace,
                       const ChunkwiseContext<T>* kept = nullptr);

}  // namespace fenwick::kernels
