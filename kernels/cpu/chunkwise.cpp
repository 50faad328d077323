#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "kernels/cpu/aligned_buffer.h"
#include "kernels/cpu/checks.h"
#include "kernels/cpu/chunkwise_call.h"
#include "kernels/cpu/chunkwise_kernels.h"
#include "kernels/cpu/distribute.h"
#include "kernels/fenwick.h"
#include "kernels/log_linear_attention.h"

// The driver of the chunkwise form: lends memory, and decides what runs at the same time. With many heads, a thread
// takes a whole head from its first chunk to its last, whose states then stay in its cache; with few, the chunks of all
// heads are shared out, and only the carries between states run head by head. Both ways do the same arithmetic in the
// same order.

namespace fenwick::kernels {

// Memory of one kind of array for several heads.
template <class T>
struct HeadArrays {
  AlignedBuffer<T> states, stateGradients;
  AlignedBuffer<double> sums;

  std::int64_t bytes() const { return states.bytes() + stateGradients.bytes() + sums.bytes(); }
};

template <class T>
struct ChunkwiseWorkspace<T>::Implementation {
  AlignedBuffer<T> scratch;         // one part per thread
  HeadArrays<T> heads;              // per head or per thread
  AlignedBuffer<T> groupGradients;  // dq and dk by head, where heads share a group
};

template <class T>
struct ChunkwiseContext<T>::Implementation {
  Shape shape;
  int chunk = 0;
  bool oneState = false;
  AlignedBuffer<T> states;
};

namespace {

template <class T>
ChunkwiseKernels<T> kernelsFor(InstructionSet set) {
  set = checkedInstructionSet(set);
#ifdef FENWICK_X86
  if (set == InstructionSet::Avx2) return forType<T>(avx2::chunkwiseKernelsF32, avx2::chunkwiseKernelsF64);
  if (set == InstructionSet::Avx512) return forType<T>(avx512::chunkwiseKernelsF32, avx512::chunkwiseKernelsF64);
#endif
  return forType<T>(baseline::chunkwiseKernelsF32, baseline::chunkwiseKernelsF64);
}

template <class T>
ChunkwiseProblem<T> problemOf(const Shape& shape, const Inputs<T>& in, const ChunkwiseOptions& options) {
  ChunkwiseProblem<T> p;
  setInputs(p, shape, in, options.chunk);
  p.oneState = options.oneState;
  if (options.oneState) p.stateLevels = static_cast<int>(p.chunks > 1);
  return p;
}

// The memory of each head: of its own where `perHead`, else that of the thread that works on it.
template <class T>
class HeadLender {
 public:
  HeadLender(const ChunkwiseProblem<T>& p, HeadArrays<T>& arrays, bool perHead, std::int64_t heads, int threads,
             bool withGradients, T* keptStates)
      : m_perHead(perHead),
        m_states((p.chunks - 1) * p.keyWidth * p.valueWidth),
        m_chunks(p.chunks),
        m_reads(p.chunks * p.stateLevels),
        m_keptStates(keptStates) {
    const std::int64_t count = perHead ? heads : threads;
    if (keptStates == nullptr) m_memory.states = arrays.states.sized(count * m_states);
    if (withGradients) m_memory.stateGradients = arrays.stateGradients.sized(count * m_states);
    m_memory.gateSums = arrays.sums.sized(count * sumsOfOne());
  }

  HeadMemory<T> of(std::int64_t head, int part) const {
    const std::int64_t index = m_perHead ? head : part;
    HeadMemory<T> memory;
    memory.states = m_keptStates != nullptr ? m_keptStates + head * m_states : m_memory.states + index * m_states;
    if (m_memory.stateGradients != nullptr) memory.stateGradients = m_memory.stateGradients + index * m_states;
    memory.gateSums = m_memory.gateSums + index * sumsOfOne();
    memory.carrySums = memory.gateSums + m_chunks;
    memory.readSums = memory.carrySums + m_chunks;
    return memory;
  }

 private:
  std::int64_t sumsOfOne() const { return wholeLines<double>(2 * m_chunks + m_reads); }

  bool m_perHead;
  std::int64_t m_states, m_chunks, m_reads;
  T* m_keptStates;
  HeadMemory<T> m_memory;
};

// What both directions share.
template <class T>
struct Call {
  ChunkwiseProblem<T> problem;
  ChunkwiseKernels<T> kernels;
  const ParallelFor& loop;
  std::int64_t batch, headCount;
  T* scratch = nullptr;
  std::int64_t scratchSize = 0;

  Call(const ChunkwiseProblem<T>& p, const Shape& shape, InstructionSet set, const ParallelFor& threads,
       typename ChunkwiseWorkspace<T>::Implementation& workspace)
      : problem(p), kernels(kernelsFor<T>(set)), loop(threads), batch(shape.batch), headCount(shape.heads) {
    scratchSize = kernels.scratchSize(problem);
    scratch = workspace.scratch.sized(scratchSize * threadCount());
  }

  int threadCount() const { return std::max(loop.threads, 1); }
  std::int64_t heads() const { return batch * headCount; }
  std::int64_t b(std::int64_t head) const { return head / headCount; }
  std::int64_t h(std::int64_t head) const { return head % headCount; }
  // Multiplications, roughly: of one chunk of one head, and of what one carry adds up.
  std::int64_t costOfChunk() const {
    const std::int64_t tokens = std::min(problem.chunk, problem.length);
    return tokens * (tokens + problem.keyWidth) * (problem.keyWidth + problem.valueWidth) / 2;
  }
  std::int64_t costOfCarry() const { return problem.keyWidth * problem.valueWidth; }
  T* scratchOf(int part) const { return scratch + part * scratchSize; }

  // Few heads would leave threads idle at the end, or all the time.
  bool sharesOutChunks() const { return threadCount() > 1 && problem.chunks > 1 && heads() < 4 * threadCount(); }
};

template <class T>
void carryStates(const Call<T>& call, const HeadMemory<T>& memory) {
  for (std::int64_t j = 1; j < call.problem.chunks; ++j) call.kernels.carryState(call.problem, j, memory);
}

template <class T>
void statesOfHead(const Call<T>& call, std::int64_t head, const HeadMemory<T>& memory, int part) {
  for (std::int64_t i = 0; i + 1 < call.problem.chunks; ++i) {
    call.kernels.ownState(call.problem, call.b(head), call.h(head), i, memory, call.scratchOf(part));
    call.kernels.carryState(call.problem, i + 1, memory);
  }
}

template <class T>
void statesByChunk(const Call<T>& call, const HeadLender<T>& lender) {
  const std::int64_t states = call.problem.chunks - 1;
  distribute(call.loop, call.heads() * states, call.costOfChunk(), [&](int part, std::int64_t item) {
    const std::int64_t head = item / states;
    call.kernels.ownState(call.problem, call.b(head), call.h(head), item % states, lender.of(head, part),
                          call.scratchOf(part));
  });
  distribute(call.loop, call.heads(), states * call.costOfCarry(),
             [&](int part, std::int64_t head) { carryStates(call, lender.of(head, part)); });
}

template <class T>
void sumGatesByHead(const Call<T>& call, const HeadLender<T>& lender) {
  distribute(call.loop, call.heads(), call.problem.length, [&](int part, std::int64_t head) {
    call.kernels.sumGates(call.problem, call.b(head), call.h(head), lender.of(head, part));
  });
}

template <class T>
void forward(const Call<T>& call, const HeadLender<T>& lender) {
  const ChunkwiseProblem<T>& p = call.problem;
  if (!call.sharesOutChunks()) {
    distribute(call.loop, call.heads(), p.chunks * call.costOfChunk(), [&](int part, std::int64_t head) {
      const HeadMemory<T> memory = lender.of(head, part);
      const std::int64_t b = call.b(head);
      const std::int64_t h = call.h(head);
      T* const scratch = call.scratchOf(part);
      call.kernels.sumGates(p, b, h, memory);
      for (std::int64_t i = 0; i < p.chunks; ++i) {
        call.kernels.outputs(p, b, h, i, memory, scratch);
        if (i + 1 == p.chunks) continue;
        call.kernels.ownState(p, b, h, i, memory, scratch);
        call.kernels.carryState(p, i + 1, memory);
      }
    });
    return;
  }
  sumGatesByHead(call, lender);
  statesByChunk(call, lender);
  distribute(call.loop, call.heads() * p.chunks, call.costOfChunk(), [&](int part, std::int64_t item) {
    const std::int64_t head = item / p.chunks;
    call.kernels.outputs(p, call.b(head), call.h(head), item % p.chunks, lender.of(head, part), call.scratchOf(part));
  });
}

template <class T>
void backwardOfHead(const Call<T>& call, const HeadLender<T>& lender, bool haveStates, std::int64_t head, int part) {
  const ChunkwiseProblem<T>& p = call.problem;
  const HeadMemory<T> memory = lender.of(head, part);
  const std::int64_t b = call.b(head);
  const std::int64_t h = call.h(head);
  T* const scratch = call.scratchOf(part);
  call.kernels.sumGates(p, b, h, memory);
  if (!haveStates) statesOfHead(call, head, memory, part);
  for (std::int64_t i = p.chunks - 1; i >= 0; --i) {
    call.kernels.gradients(p, b, h, i, memory, scratch);
    if (i == 0) continue;
    call.kernels.readGradients(p, b, h, i, 0, memory, scratch);
    call.kernels.carryGradient(p, i, memory);
  }
  if (p.chunks > 1) call.kernels.spanningGates(p, b, h, memory, scratch);
}

template <class T>
void backwardByChunk(const Call<T>& call, const HeadLender<T>& lender, bool haveStates) {
  const ChunkwiseProblem<T>& p = call.problem;
  const std::int64_t states = p.chunks - 1;
  sumGatesByHead(call, lender);
  if (!haveStates) statesByChunk(call, lender);
  distribute(call.loop, call.heads() * states, call.costOfChunk(), [&](int part, std::int64_t item) {
    const std::int64_t head = item / states;
    const std::int64_t j = 1 + item % states;
    const std::int64_t readers = p.oneState ? 1 : std::int64_t{1} << std::countr_zero(static_cast<std::uint64_t>(j));
    for (std::int64_t i = std::min(j + readers, p.chunks) - 1; i >= j; --i) {
      call.kernels.readGradients(p, call.b(head), call.h(head), i, j, lender.of(head, part), call.scratchOf(part));
    }
  });
  distribute(call.loop, call.heads(), states * call.costOfCarry(), [&](int part, std::int64_t head) {
    for (std::int64_t j = states; j >= 1; --j) call.kernels.carryGradient(p, j, lender.of(head, part));
  });
  distribute(call.loop, call.heads() * p.chunks, 2 * call.costOfChunk(), [&](int part, std::int64_t item) {
    const std::int64_t head = item / p.chunks;
    call.kernels.gradients(p, call.b(head), call.h(head), item % p.chunks, lender.of(head, part), call.scratchOf(part));
  });
  distribute(call.loop, call.heads(), p.length, [&](int part, std::int64_t head) {
    call.kernels.spanningGates(p, call.b(head), call.h(head), lender.of(head, part), call.scratchOf(part));
  });
}

// The dense form at lambda = 1, for so few tokens that its memory does not count.
template <class T>
class Ones {
 public:
  explicit Ones(const Shape& shape) : m_extents{shape.batch, shape.length, shape.heads, shape.levels}, m_row(static_cast<std::size_t>(shape.levels), T{1}) {}
  Inputs<T> with(Inputs<T> inputs) const {
    inputs.lambda = {m_row.data(), m_extents, {0, 0, 0, 1}};
    return inputs;
  }
  Gradients<T> with(Gradients<T> gradients) {
    m_unused.resize(static_cast<std::size_t>(m_extents[0] * m_extents[1] * m_extents[2] * m_extents[3]));
    gradients.dlambda = {m_unused.data(), m_extents};
    return gradients;
  }

 private:
  std::array<std::int64_t, 4> m_extents;
  std::vector<T> m_row, m_unused;
};

template <class T>
std::int64_t keptStatesSize(const ChunkwiseProblem<T>& p, const Shape& shape) {
  return shape.batch * shape.heads * (p.chunks - 1) * p.keyWidth * p.valueWidth;
}

}  // namespace

template <class T>
ChunkwiseWorkspace<T>::ChunkwiseWorkspace() : m_implementation(std::make_unique<Implementation>()) {}
template <class T>
ChunkwiseWorkspace<T>::ChunkwiseWorkspace(ChunkwiseWorkspace&&) noexcept = default;
template <class T>
ChunkwiseWorkspace<T>& ChunkwiseWorkspace<T>::operator=(ChunkwiseWorkspace&&) noexcept = default;
template <class T>
ChunkwiseWorkspace<T>::~ChunkwiseWorkspace() = default;
template <class T>
std::int64_t ChunkwiseWorkspace<T>::bytes() const {
  return m_implementation->scratch.bytes() + m_implementation->heads.bytes() + m_implementation->groupGradients.bytes();
}

template <class T>
ChunkwiseContext<T>::ChunkwiseContext() : m_implementation(std::make_unique<Implementation>()) {}
template <class T>
ChunkwiseContext<T>::ChunkwiseContext(ChunkwiseContext&&) noexcept = default;
template <class T>
ChunkwiseContext<T>& ChunkwiseContext<T>::operator=(ChunkwiseContext&&) noexcept = default;
template <class T>
ChunkwiseContext<T>::~ChunkwiseContext() = default;
template <class T>
std::int64_t ChunkwiseContext<T>::bytes() const {
  return m_implementation->states.bytes();
}

template <class T>
void chunkwiseForward(const Inputs<T>& inputs, const TensorView<T, 4>& o, const ChunkwiseOptions& options,
                      const ParallelFor& loop, ChunkwiseWorkspace<T>& workspace, ChunkwiseContext<T>* keep) {
  const Shape shape = options.oneState ? checkedShapeWithoutLambda(inputs) : checkedShape(inputs);
  checkOutput(shape, o);
  checkChunk(options.chunk);
  ChunkwiseProblem<T> problem = problemOf(shape, inputs, options);
  setOutput(problem, o);
  auto& memory = workspace.implementation();
  const Call<T> call(problem, shape, options.instructionSet, loop, memory);
  T* keptStates = nullptr;
  if (keep != nullptr) {
    auto& kept = keep->implementation();
    kept.shape = shape;
    kept.chunk = options.chunk;
    kept.oneState = options.oneState;
    keptStates = kept.states.sized(std::max<std::int64_t>(keptStatesSize(problem, shape), 1));
  }
  if (shape.length <= kFewTokens) return denseForward(options.oneState ? Ones<T>(shape).with(inputs) : inputs, o, loop);
  forward(call, HeadLender<T>(problem, memory.heads, call.sharesOutChunks(), call.heads(), call.threadCount(), false,
                              keptStates));
}

template <class T>
void chunkwiseBackward(const Inputs<T>& inputs, const TensorView<const T, 4>& dO, const Gradients<T>& gradients,
                       const ChunkwiseOptions& options, const ParallelFor& loop, ChunkwiseWorkspace<T>& workspace,
                       const ChunkwiseContext<T>* kept) {
  const Shape shape = options.oneState ? checkedShapeWithoutLambda(inputs) : checkedShape(inputs);
  checkOutputGradient(shape, dO);
  checkGradients(shape, gradients, !options.oneState);
  checkChunk(options.chunk);
  if (kept != nullptr && (kept->implementation().shape != shape || kept->implementation().chunk != options.chunk ||
                          kept->implementation().oneState != options.oneState)) {
    throw std::invalid_argument("context: expected the one that forward kept for these inputs and this chunk");
  }
  ChunkwiseProblem<T> problem = problemOf(shape, inputs, options);
  auto& memory = workspace.implementation();
  if (shape.length <= kFewTokens) {
    if (!options.oneState) return denseBackward(inputs, dO, gradients, loop);
    Ones<T> ones(shape);
    return denseBackward(ones.with(inputs), dO, ones.with(gradients), loop);
  }
  const KeyGradients<T> keyGradients(shape, gradients, memory.groupGradients);
  keyGradients.setGradients(problem, dO);

  const Call<T> call(problem, shape, options.instructionSet, loop, memory);
  const bool byChunk = call.sharesOutChunks();
  const HeadLender<T> lender(problem, memory.heads, byChunk, call.heads(), call.threadCount(), true,
                             kept != nullptr ? kept->implementation().states.data() : nullptr);
  if (byChunk) {
    backwardByChunk(call, lender, kept != nullptr);
  } else {
    distribute(loop, call.heads(), 2 * problem.chunks * call.costOfChunk(),
               [&](int part, std::int64_t head) { backwardOfHead(call, lender, kept != nullptr, head, part); });
  }
  keyGradients.sum(loop);
}

template class ChunkwiseWorkspace<float>;
template class ChunkwiseWorkspace<double>;
template class ChunkwiseContext<float>;
template class ChunkwiseContext<double>;
template void chunkwiseForward(const Inputs<float>&, const TensorView<float, 4>&, const ChunkwiseOptions&,
                               const ParallelFor&, ChunkwiseWorkspace<float>&, ChunkwiseContext<float>*);
template void chunkwiseForward(const Inputs<double>&, const TensorView<double, 4>&, const ChunkwiseOptions&,
                               const ParallelFor&, ChunkwiseWorkspace<double>&, ChunkwiseContext<double>*);
template void chunkwiseBackward(const Inputs<float>&, const TensorView<const float, 4>&, const Gradients<float>&,
                                const ChunkwiseOptions&, const ParallelFor&, ChunkwiseWorkspace<float>&,
                                const ChunkwiseContext<float>*);
template void chunkwiseBackward(const Inputs<double>&, const TensorView<const double, 4>&, const Gradients<double>&,
                                const ChunkwiseOptions&, const ParallelFor&, ChunkwiseWorkspace<double>&,
                                const ChunkwiseContext<double>*);

}  // namespace fenwick::kernels
