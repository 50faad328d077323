#pragma once

#include <cstdint>
#include <memory>

#include "kernels/log_linear_attention.h"

// Log-linear attention on the states of Gated DeltaNet, forward and backward, on the CPU. Before a token is taken in, every level's
// state forgets what it holds along the token's key; what it holds elsewhere decays as with scalar gates:
//
//   S^(l) <- exp(gate_t) (I - beta_t k_t k_t^T) S^(l)  for every level l, then S^(0) <- beta_t k_t v_t^T
//   o_t = sum over l of  lambda_t[l] * S^(l)^T q_t
//
// so that source s reaches query t with the weight  p_ts = q_t^T M_t … M_{s+1} beta_s k_s,  M_r = exp(gate_r)(I - beta_r k_r k_r^T).
// The operator takes q, k and beta as they are: normalising keys, scaling queries and the sigmoid of beta belong to the layer.
// Yang et al., arXiv 2412.06464 (Gated DeltaNet); Guo et al., arXiv 2506.04761 (its log-linear form).
//
//   tensor       | shape      | meaning
//   beta         | [B, T, H]  | how strongly a token writes, and erases before it writes
//   dbeta        | like beta  | its gradient
//   all others   | as in kernels/log_linear_attention.h
//
// Everything else is as there: strides, errors, threads, inert cells. The dense and the recurrent form compute in double whatever T is; the
// chunkwise form computes in T, takes sums of gates and of what gates weigh in double, and the dense form up to 8 tokens. Where almost all of
// every state is erased by the same key again and again (beta |k|^2 = 1), what little is left of dgate has float's digits beside what was erased.

namespace fenwick::kernels {

template <class T>
struct GatedDeltaInputs : Inputs<T> {
  TensorView<const T, 3> beta;
};

template <class T>
struct GatedDeltaGradients : Gradients<T> {
  TensorView<T, 3> dbeta;
};

template <class T>
Shape checkedShape(const GatedDeltaInputs<T>& inputs);

// --- Dense form: the reference, every p_ts by itself, O(T^2 K) ---

template <class T>
void gatedDeltaDenseForward(const GatedDeltaInputs<T>& inputs, const TensorView<T, 4>& o, const ParallelFor& loop = serialLoop());

template <class T>
void gatedDeltaDenseBackward(const GatedDeltaInputs<T>& inputs, const TensorView<const T, 4>& dO,
                             const GatedDeltaGradients<T>& gradients, const ParallelFor& loop = serialLoop());

// --- Recurrent form: token by token, O(log T) states per head ---

template <class T>
struct GatedDeltaToken : Token<T> {
  TensorView<const T, 2> beta;  // [B, H]
};

// What decoding remembers of the tokens so far, in double.
class GatedDeltaState {
 public:
  GatedDeltaState(std::int64_t batch, std::int64_t groups, std::int64_t heads, std::int64_t keyDim, std::int64_t valueDim);
  GatedDeltaState(const GatedDeltaState&);
  GatedDeltaState& operator=(const GatedDeltaState&);
  GatedDeltaState(GatedDeltaState&&) noexcept;
  GatedDeltaState& operator=(GatedDeltaState&&) noexcept;
  ~GatedDeltaState();

  // Takes in the next token and writes its output o [B, H, V].
  template <class T>
  void step(const GatedDeltaToken<T>& token, const TensorView<T, 3>& o, const ParallelFor& loop = serialLoop());

  std::int64_t position() const;    // tokens taken in so far
  std::int64_t stateBytes() const;  // memory held for states

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

template <class T>
void gatedDeltaRecurrentForward(const GatedDeltaInputs<T>& inputs, const TensorView<T, 4>& o, const ParallelFor& loop = serialLoop());

// From the last token to the first, with the states of O(sqrt(T)) tokens at once: a second witness beside the dense form.
template <class T>
void gatedDeltaRecurrentBackward(const GatedDeltaInputs<T>& inputs, const TensorView<const T, 4>& dO,
                                 const GatedDeltaGradients<T>& gradients, const ParallelFor& loop = serialLoop());

// --- Chunkwise form: O(T * chunk * (K + V) + T * K * V * log(T / chunk) * K / chunk) ---

// chunk: 16, 32 or 64. Memory beyond inputs and results, for every head that is computed at the same time: of each chunk, log2(T / chunk) / 2
// states on average, a K x K matrix and two rows for each token; the backward twice as many states. Where heads share a group, dq and dk by head.
template <class T>
void gatedDeltaChunkwiseForward(const GatedDeltaInputs<T>& inputs, const TensorView<T, 4>& o, int chunk,
                                const ParallelFor& loop = serialLoop(), InstructionSet instructionSet = InstructionSet::Best);

template <class T>
void gatedDeltaChunkwiseBackward(const GatedDeltaInputs<T>& inputs, const TensorView<const T, 4>& dO,
                                 const GatedDeltaGradients<T>& gradients, int chunk, const ParallelFor& loop = serialLoop(),
                                 InstructionSet instructionSet = InstructionSet::Best);

}  // namespace fenwick::kernels
