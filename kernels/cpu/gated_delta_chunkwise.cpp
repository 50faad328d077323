#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "kernels/cpu/aligned_buffer.h"
#include "kernels/cpu/checks.h"
#include "kernels/cpu/chunkwise_call.h"
#include "kernels/cpu/distribute.h"
#include "kernels/cpu/gated_delta_kernels.h"
#include "kernels/gated_delta.h"

// The driver of the chunkwise form. As in chunkwise.cpp a thread takes a whole head where there are many; where there are few, chunks are
// shared out, and of what runs from chunk to chunk each thread takes some values. Both ways do the same arithmetic in the same order.

namespace fenwick::kernels {
namespace {

template <class T>
DeltaKernels<T> kernelsFor(InstructionSet set) {
  set = checkedInstructionSet(set);
#ifdef FENWICK_X86
  if (set == InstructionSet::Avx2) return forType<T>(avx2::deltaKernelsF32, avx2::deltaKernelsF64);
  if (set == InstructionSet::Avx512) return forType<T>(avx512::deltaKernelsF32, avx512::deltaKernelsF64);
#endif
  return forType<T>(baseline::deltaKernelsF32, baseline::deltaKernelsF64);
}

// Where the states of each chunk begin among those of all, and at the end how many there are.
std::vector<std::int64_t> placesOfStates(std::int64_t chunks) {
  std::vector<std::int64_t> places(static_cast<std::size_t>(chunks) + 1, 0);
  for (std::int64_t i = 0; i < chunks; ++i) places[i + 1] = places[i] + std::popcount(static_cast<std::uint64_t>(i));
  return places;
}

template <class T>
class DeltaCall {
 public:
  DeltaCall(const Shape& shape, const GatedDeltaInputs<T>& inputs, int chunk, InstructionSet set, const ParallelFor& threads)
      : m_kernels(kernelsFor<T>(set)), m_loop(threads), m_headCount(shape.heads), m_heads(shape.batch * shape.heads) {
    setInputs(m_problem, shape, inputs, chunk);
    m_problem.beta = inputs.beta.data();
    m_problem.betaAt = stridesOf(inputs.beta);
    m_places = placesOfStates(m_problem.chunks);
    m_problem.firstState = m_places.data();
    m_scratchSize = m_kernels.scratchSize(m_problem);
    m_scratch.sized(m_scratchSize * threadCount());
  }

  void forward(const TensorView<T, 4>& o) {
    setOutput(m_problem, o);
    borrow(false);
    if (!sharesOutChunks()) {
      distribute(m_loop, m_heads, chunks() * costOfChunk(), [&](int part, std::int64_t head) { forwardOfHead(head, part); });
      return;
    }
    states();
    distribute(m_loop, m_heads * (chunks() - 1), costOfChunk(), [&](int part, std::int64_t item) {
      call(m_kernels.readStates, item / (chunks() - 1), 1 + item % (chunks() - 1), part);
    });
  }

  void backward(const TensorView<const T, 4>& dO, const GatedDeltaGradients<T>& gradients, const KeyGradients<T>& keys) {
    keys.setGradients(m_problem, dO);
    m_problem.dbeta = gradients.dbeta.data();
    m_problem.dbetaAt = stridesOf(gradients.dbeta);
    borrow(true);
    if (!sharesOutChunks()) {
      distribute(m_loop, m_heads, 3 * chunks() * costOfChunk(), [&](int part, std::int64_t head) { backwardOfHead(head, part); });
    } else {
      states();
      byValues([&](std::int64_t head, ValueRange values, int part) {
        for (std::int64_t i = chunks() - 1; i > 0; --i) call(m_kernels.carryGradients, head, i, values, part);
      });
      distribute(m_loop, m_heads * chunks(), 2 * costOfChunk(),
                 [&](int part, std::int64_t item) { call(m_kernels.gradients, item / chunks(), item % chunks(), part); });
    }
    keys.sum(m_loop);
  }

 private:
  int threadCount() const { return std::max(m_loop.threads, 1); }
  std::int64_t chunks() const { return m_problem.chunks; }
  ValueRange allValues() const { return {0, m_problem.valueWidth}; }
  bool sharesOutChunks() const { return threadCount() > 1 && chunks() > 1 && m_heads < 4 * threadCount(); }
  // Multiplications, roughly: of one chunk of one head, and of moving one state.
  std::int64_t costOfChunk() const {
    const std::int64_t tokens = std::min(m_problem.chunk, m_problem.length);
    return tokens * (tokens + m_problem.keyWidth) * (m_problem.keyWidth + m_problem.valueWidth);
  }
  std::int64_t costOfState() const { return m_problem.keyWidth * m_problem.keyWidth * m_problem.valueWidth; }

  // Memory that heads keep between chunks: of each where chunks are shared out, else of each thread.
  void borrow(bool withGradients) {
    m_stateSize = m_places.back() * m_problem.keyWidth * m_problem.valueWidth;
    m_recordSize = chunks() > 1 ? chunks() * m_kernels.recordSize(m_problem) : 0;
    const std::int64_t count = sharesOutChunks() ? m_heads : threadCount();
    m_states.sized(count * m_stateSize);
    if (withGradients) m_stateGradients.sized(count * m_stateSize);
    m_records.sized(count * m_recordSize);
  }

  DeltaMemory<T> memoryOf(std::int64_t head, int part) const {
    const std::int64_t index = sharesOutChunks() ? head : part;
    DeltaMemory<T> memory;
    memory.states = m_states.data() + index * m_stateSize;
    if (m_stateGradients.data() != nullptr) memory.stateGradients = m_stateGradients.data() + index * m_stateSize;
    memory.records = m_records.data() + index * m_recordSize;
    return memory;
  }

  template <class Function>
  void call(const Function& function, std::int64_t head, std::int64_t i, int part) const {
    function(m_problem, head / m_headCount, head % m_headCount, i, memoryOf(head, part), m_scratch.data() + part * m_scratchSize);
  }
  template <class Function>
  void call(const Function& function, std::int64_t head, std::int64_t i, ValueRange values, int part) const {
    function(m_problem, head / m_headCount, head % m_headCount, i, values, memoryOf(head, part), m_scratch.data() + part * m_scratchSize);
  }

  void forwardOfHead(std::int64_t head, int part) const {
    for (std::int64_t i = 0; i < chunks(); ++i) {
      call(m_kernels.prepare, head, i, part);
      if (i > 0) call(m_kernels.readStates, head, i, part);
      if (i + 1 < chunks()) call(m_kernels.advance, head, i, allValues(), part);
    }
  }

  void backwardOfHead(std::int64_t head, int part) const {
    for (std::int64_t i = 0; chunks() > 1 && i < chunks(); ++i) {
      call(m_kernels.prepare, head, i, part);
      if (i + 1 < chunks()) call(m_kernels.advance, head, i, allValues(), part);
    }
    for (std::int64_t i = chunks() - 1; i >= 0; --i) {
      if (i > 0) call(m_kernels.carryGradients, head, i, allValues(), part);
      call(m_kernels.gradients, head, i, part);
    }
  }

  // Records and states of all chunks; with o, what each chunk's own tokens give to it.
  void states() const {
    distribute(m_loop, m_heads * chunks(), costOfChunk(),
               [&](int part, std::int64_t item) { call(m_kernels.prepare, item / chunks(), item % chunks(), part); });
    byValues([&](std::int64_t head, ValueRange values, int part) {
      for (std::int64_t i = 0; i + 1 < chunks(); ++i) call(m_kernels.advance, head, i, values, part);
    });
  }

  template <class Work>
  void byValues(const Work& work) const {
    const std::int64_t step = wholeLines<T>(2 * kCacheLine / static_cast<std::int64_t>(sizeof(T)));
    const std::int64_t ranges = (m_problem.valueWidth + step - 1) / step;
    distribute(m_loop, m_heads * ranges, m_places.back() * costOfState() / ranges, [&](int part, std::int64_t item) {
      const std::int64_t begin = item % ranges * step;
      work(item / ranges, {begin, std::min(begin + step, m_problem.valueWidth)}, part);
    });
  }

  DeltaProblem<T> m_problem;
  DeltaKernels<T> m_kernels;
  const ParallelFor& m_loop;
  std::int64_t m_headCount, m_heads;
  std::vector<std::int64_t> m_places;
  std::int64_t m_scratchSize = 0, m_stateSize = 0, m_recordSize = 0;
  AlignedBuffer<T> m_scratch, m_states, m_stateGradients, m_records;
};

}  // namespace

template <class T>
void gatedDeltaChunkwiseForward(const GatedDeltaInputs<T>& inputs, const TensorView<T, 4>& o, int chunk, const ParallelFor& loop,
                                InstructionSet set) {
  const Shape shape = checkedShape(inputs);
  checkOutput(shape, o);
  checkChunk(chunk);
  set = checkedInstructionSet(set);
  if (shape.length <= kFewTokens) return gatedDeltaDenseForward(inputs, o, loop);
  DeltaCall<T>(shape, inputs, chunk, set, loop).forward(o);
}

template <class T>
void gatedDeltaChunkwiseBackward(const GatedDeltaInputs<T>& inputs, const TensorView<const T, 4>& dO, const GatedDeltaGradients<T>& gradients,
                                 int chunk, const ParallelFor& loop, InstructionSet set) {
  const Shape shape = checkedShape(inputs);
  checkOutputGradient(shape, dO);
  checkGradients(shape, gradients);
  checkBeta("dbeta", shape, gradients.dbeta);
  checkChunk(chunk);
  set = checkedInstructionSet(set);
  if (shape.length <= kFewTokens) return gatedDeltaDenseBackward(inputs, dO, gradients, loop);
  AlignedBuffer<T> byHead;
  DeltaCall<T>(shape, inputs, chunk, set, loop).backward(dO, gradients, KeyGradients<T>(shape, gradients, byHead));
}

#define FENWICK_FOR(T)                                                                                                                 \
  template void gatedDeltaChunkwiseForward(const GatedDeltaInputs<T>&, const TensorView<T, 4>&, int, const ParallelFor&,               \
                                           InstructionSet);                                                                            \
  template void gatedDeltaChunkwiseBackward(const GatedDeltaInputs<T>&, const TensorView<const T, 4>&, const GatedDeltaGradients<T>&,  \
                                            int, const ParallelFor&, InstructionSet);
FENWICK_FOR(float)
FENWICK_FOR(double)
#undef FENWICK_FOR

}  // namespace fenwick::kernels
