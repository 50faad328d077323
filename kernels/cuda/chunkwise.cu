#include <stdexcept>
#include <string>

#include "kernels/cpu/checks.h"
#include "kernels/cuda/views.h"

// The checked edge of the chunkwise form: arguments, memory, and which kernels take the sizes.

namespace fenwick::kernels::cuda {

void checkLaunch(const char* kernel) {
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) throw std::runtime_error(std::string("CUDA kernel ") + kernel + ": " + cudaGetErrorString(error));
}

unsigned gridOf(std::int64_t blocks) {
  constexpr std::int64_t most = 0x7fffffff;
  if (blocks > most) {
    throw std::invalid_argument("batch * heads * chunks: " + std::to_string(blocks) + " blocks are more than CUDA starts at once, " +
                                std::to_string(most));
  }
  return static_cast<unsigned>(blocks);
}

void checkMemory(const char* name, const Memory& memory, std::int64_t needed) {
  const std::string wanted = std::string(name) + ": expected " + std::to_string(needed) + " bytes of device memory aligned to 256, got ";
  if (memory.data == nullptr) throw std::invalid_argument(wanted + "none");
  if (memory.bytes < needed) throw std::invalid_argument(wanted + std::to_string(memory.bytes));
  if (reinterpret_cast<std::uintptr_t>(memory.data) % 256 != 0) throw std::invalid_argument(wanted + "another alignment");
}

std::string whyUnusable() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  cudaGetLastError();
  if (error == cudaErrorNoDevice || (error == cudaSuccess && count == 0)) return "no NVIDIA GPU was found";
  if (error == cudaErrorInsufficientDriver) {
    int driver = 0;
    cudaDriverGetVersion(&driver);
    if (driver == 0) return "no NVIDIA driver was found";
    const auto text = [](int version) { return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10); };
    return "the NVIDIA driver knows CUDA " + text(driver) + ", this program needs " + text(CUDART_VERSION);
  }
  if (error != cudaSuccess) return std::string("CUDA does not start: ") + cudaGetErrorString(error);
  int device = 0, major = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  if (major < 8) return "the GPU has compute capability " + std::to_string(major) + ".x, this program needs 8.0 or later";
  return {};
}

namespace {

template <class T>
Problem<T> problemOf(const Shape& shape) {
  Problem<T> p{};
  p.batch = shape.batch;
  p.length = shape.length;
  p.groups = static_cast<int>(shape.groups);
  p.heads = static_cast<int>(shape.heads);
  p.headsPerGroup = p.heads / p.groups;
  p.keyDim = static_cast<int>(shape.keyDim);
  p.valueDim = static_cast<int>(shape.valueDim);
  p.levels = static_cast<int>(shape.levels);
  const std::int64_t chunks = (shape.length + kChunk - 1) / kChunk;
  p.chunks = static_cast<int>(chunks);
  p.stateLevels = levelCount(chunks) - 1;
  return p;
}

template <class T>
Problem<T> problemOf(const Shape& shape, const Inputs<T>& inputs) {
  Problem<T> p = problemOf<T>(shape);
  p.q = tensorOf(inputs.q);
  p.k = tensorOf(inputs.k);
  p.v = tensorOf(inputs.v);
  p.gate = tensorOf(inputs.gate);
  p.lambda = tensorOf(inputs.lambda);
  return p;
}

// Lays arrays into lent memory, or only counts them.
class Layout {
 public:
  explicit Layout(void* memory) : m_memory(static_cast<char*>(memory)) {}
  template <class T>
  void take(T*& array, std::int64_t count, std::int64_t size = sizeof(T)) {
    array = m_memory == nullptr ? nullptr : reinterpret_cast<T*>(m_memory + m_used);
    m_used += (count * size + kAlignment - 1) / kAlignment * kAlignment;
  }
  void take(void*& array, std::int64_t count, std::int64_t size) {
    array = m_memory == nullptr ? nullptr : m_memory + m_used;
    m_used += (count * size + kAlignment - 1) / kAlignment * kAlignment;
  }
  std::int64_t used() const { return m_used; }

 private:
  static constexpr std::int64_t kAlignment = 256;
  char* m_memory;
  std::int64_t m_used = 0;
};

template <class T>
std::int64_t layContext(Problem<T>& p, void* memory) {
  Layout layout(memory);
  layout.take(p.gateParts, p.sequences() * p.chunks * kChunk);
  layout.take(p.gatePrefix, p.sequences() * (p.chunks + 1));
  layout.take(p.states, p.sequences() * (p.chunks - 1) * p.stateSize(), sizeof(float));
  return layout.used();
}

template <class T>
std::int64_t layWorking(Problem<T>& p, void* memory) {
  Layout layout(memory);
  layout.take(p.stateGradients, p.sequences() * (p.chunks - 1) * p.stateSize(), sizeof(float));
  layout.take(p.readSums, p.sequences() * p.chunks * p.stateLevels);
  layout.take(p.carrySums, p.sequences() * p.chunks);
  const std::int64_t keyEntries = p.batch * p.chunks * kChunk * p.groups * p.keyDim;
  layout.take(p.dqSums, p.headsPerGroup == 1 ? 0 : keyEntries);
  layout.take(p.dkSums, p.headsPerGroup == 1 ? 0 : keyEntries);
  return layout.used();
}

template <class T>
void layCheckedContext(Problem<T>& p, const Memory& context) {
  checkMemory("context", context, layContext(p, nullptr));
  layContext(p, context.data);
}

template <class T>
void queueStates(const Problem<T>& p, Stream stream) {
  sumGates(p, stream);
  plainStates(p, stream);
}

}  // namespace

template <class T>
Shape checkedShape(const Inputs<T>& inputs) {
  kernels::Inputs<float> all{asFloat(inputs.q), asFloat(inputs.k), asFloat(inputs.v), inputs.gate, inputs.lambda};
  const Shape shape = kernels::checkedShape(all);
  constexpr std::int64_t most = 1 << 24;  // counts of heads and of chunks, and head sizes, stay far inside int
  const auto checkSize = [](const char* name, std::int64_t size, std::int64_t limit) {
    if (size > limit) {
      throw std::invalid_argument(std::string(name) + ": on CUDA at most " + std::to_string(limit) + ", got " + std::to_string(size));
    }
  };
  checkSize("tokens", shape.length, most * kChunk);
  checkSize("heads", shape.heads, most);
  checkSize("key size", shape.keyDim, 8192);
  checkSize("value size", shape.valueDim, 8192);
  return shape;
}

template <class T>
std::int64_t contextBytes(const Shape& shape, Precision) {
  Problem<T> p = problemOf<T>(shape);
  return layContext(p, nullptr);
}

template <class T>
std::int64_t backwardBytes(const Shape& shape, Precision) {
  Problem<T> p = problemOf<T>(shape);
  return layWorking(p, nullptr);
}

template <class T>
void chunkwiseStates(const Inputs<T>& inputs, Precision, const Memory& context, Stream stream) {
  Problem<T> p = problemOf(checkedShape(inputs), inputs);
  layCheckedContext(p, context);
  queueStates(p, stream);
}

template <class T>
void chunkwiseForward(const Inputs<T>& inputs, const TensorView<T, 4>& o, Precision, const Memory& context, Stream stream) {
  const Shape shape = checkedShape(inputs);
  checkOutput(shape, asFloat(o));
  Problem<T> p = problemOf(shape, inputs);
  p.o = tensorOf(o);
  layCheckedContext(p, context);
  queueStates(p, stream);
  plainOutputs(p, stream);
}

template <class T>
void chunkwiseBackward(const Inputs<T>& inputs, const TensorView<const T, 4>& dO, const Gradients<T>& gradients, Precision,
                       const Memory& context, const Memory& working, Stream stream) {
  const Shape shape = checkedShape(inputs);
  checkOutputGradient(shape, asFloat(dO));
  kernels::Gradients<float> all{asFloat(gradients.dq), asFloat(gradients.dk), asFloat(gradients.dv), gradients.dgate, gradients.dlambda};
  checkGradients(shape, all);
  Problem<T> p = problemOf(shape, inputs);
  p.dO = tensorOf(dO);
  p.dq = tensorOf(gradients.dq);
  p.dk = tensorOf(gradients.dk);
  p.dv = tensorOf(gradients.dv);
  p.dgate = tensorOf(gradients.dgate);
  p.dlambda = tensorOf(gradients.dlambda);
  layCheckedContext(p, context);
  checkMemory("working memory", working, layWorking(p, nullptr));
  layWorking(p, working.data);
  plainGradients(p, stream);
  addSpanningGates(p, stream);
}

#define FENWICK_INSTANTIATE(T)                                                                                           \
  template Shape checkedShape(const Inputs<T>&);                                                                         \
  template std::int64_t contextBytes<T>(const Shape&, Precision);                                                        \
  template std::int64_t backwardBytes<T>(const Shape&, Precision);                                                       \
  template void chunkwiseStates(const Inputs<T>&, Precision, const Memory&, Stream);                                     \
  template void chunkwiseForward(const Inputs<T>&, const TensorView<T, 4>&, Precision, const Memory&, Stream);           \
  template void chunkwiseBackward(const Inputs<T>&, const TensorView<const T, 4>&, const Gradients<T>&, Precision,       \
                                  const Memory&, const Memory&, Stream);
FENWICK_INSTANTIATE(float)
FENWICK_INSTANTIATE(BFloat16)
#undef FENWICK_INSTANTIATE

}  // namespace fenwick::kernels::cuda
