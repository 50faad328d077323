#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "kernels/cpu/checks.h"
#include "kernels/cuda/tensor_core.h"
#include "kernels/cuda/views.h"

// The checked edge of the chunkwise form: arguments, memory, and which kernels take the sizes.

namespace fenwick::kernels::cuda {

void checkLaunch(const char* kernel) {
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess)
    throw std::runtime_error(std::string("CUDA kernel ") + kernel + ": " + cudaGetErrorString(error));
}

void allowSharedOf(const void* kernel) {
  int device = 0, most = 0;
  cudaFuncAttributes own{};
  if (cudaGetDevice(&device) == cudaSuccess && cudaFuncGetAttributes(&own, kernel) == cudaSuccess &&
      cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) == cudaSuccess)
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most - static_cast<int>(own.sharedSizeBytes));
}

unsigned gridOf(std::int64_t blocks) {
  constexpr std::int64_t most = 0x7fffffff;
  if (blocks > most) {
    throw std::invalid_argument("batch * heads * chunks: " + std::to_string(blocks) +
                                " blocks are more than CUDA starts at once, " + std::to_string(most));
  }
  return static_cast<unsigned>(blocks);
}

void checkMemory(const char* name, const Memory& memory, std::int64_t needed) {
  const std::string wanted =
      std::string(name) + ": expected " + std::to_string(needed) + " bytes of device memory aligned to 256, got ";
  if (memory.data == nullptr) throw std::invalid_argument(wanted + "none");
  if (memory.bytes < needed) throw std::invalid_argument(wanted + std::to_string(memory.bytes));
  if (reinterpret_cast<std::uintptr_t>(memory.data) % 256 != 0)
    throw std::invalid_argument(wanted + "another alignment");
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
    const auto text = [](int version) {
      return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    };
    return "the NVIDIA driver knows CUDA " + text(driver) + ", this program needs " + text(CUDART_VERSION);
  }
  if (error != cudaSuccess) return std::string("CUDA does not start: ") + cudaGetErrorString(error);
  int device = 0, major = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  if (major < 8)
    return "the GPU has compute capability " + std::to_string(major) + ".x, this program needs 8.0 or later";
  return {};
}

namespace {

// Calls use.template operator()<Kind>() with the tensor cores' kind of the numbers.
template <class T, class Use>
void withKind(Precision precision, const Use& use) {
  if constexpr (std::is_same_v<T, BFloat16>) {
    use.template operator()<Bf16>();
  } else if (precision == Precision::Tf32) {
    use.template operator()<Float<false>>();
  } else {
    use.template operator()<Float<true>>();
  }
}

// Whether a kernel's tiles fit a multiprocessor of the current device; without a device none do.
bool fitsDevice(int sharedBytes) {
  int device = 0, most = 0;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return sharedBytes <= most;
}

// Below so many tokens every result is a sum of few products and may be a small difference of large ones, where rounded factors show.
constexpr std::int64_t kFewTokens = 32;

// Sets the padded sizes of the states where the tensor cores take the problem.
template <class T>
bool padForTensorCores(Problem<T>& p, Precision precision) {
  bool takes = false;
  withKind<T>(precision, [&]<class Kind>() {
    takes = withSizes<Kind>(p.keyDim, p.valueDim, [&]<int K, int V>() {
      p.stateRows = K;
      p.stateColumns = V;
    });
    if (Kind::kRoundsFactors && p.length < kFewTokens) takes = false;
    takes = takes && fitsDevice(std::max({tensorStatesMemory<Kind>(p.stateLevels), tensorOutputsMemory<Kind>(p),
                                          tensorGradientsMemory<Kind>(p)}));
  });
  if (!takes) {
    p.stateRows = p.keyDim;
    p.stateColumns = p.valueDim;
  }
  return takes;
}

// So many blocks that every multiprocessor has several, but no more: each computes the scores anew and writes sums of its own.
template <class T>
int headPartsOf(const Problem<T>& p) {
  constexpr std::int64_t wanted = 528;
  const std::int64_t shares = p.batch * p.groups * p.chunks;
  const int parts = static_cast<int>(std::min<std::int64_t>(p.headsPerGroup, (wanted + shares - 1) / shares));
  const int headsPerPart = (p.headsPerGroup + parts - 1) / parts;
  return (p.headsPerGroup + headsPerPart - 1) / headsPerPart;
}

template <class T>
struct Call {
  Problem<T> p;
  Precision precision;
  bool tensorCores;
  std::int64_t stateBytes() const {
    return tensorCores ? static_cast<std::int64_t>(sizeof(T)) : static_cast<std::int64_t>(sizeof(float));
  }
};

template <class T>
Call<T> callOf(const Shape& shape, Precision precision) {
  Problem<T> p{};
  setSizes(p, shape);
  p.headParts = headPartsOf(p);
  const bool tensorCores = padForTensorCores(p, precision);
  p.carryParts = tensorCores ? tensorCarryParts<T>(p.stateRows * p.stateColumns) : 1;
  p.recordFloats = tensorCores ? tensorRecordFloats(p.stateLevels) : 0;
  if (!tensorCores) p.headParts = 1;
  return {p, precision, tensorCores};
}

template <class T>
Call<T> callOf(const Shape& shape, const Inputs<T>& inputs, Precision precision) {
  Call<T> call = callOf<T>(shape, precision);
  setInputs(call.p, inputs);
  return call;
}

template <class T>
std::int64_t layContext(Call<T>& call, void* memory) {
  Problem<T>& p = call.p;
  Layout layout(memory);
  layout.take(p.gateParts, p.sequences() * p.chunks * kChunk);
  layout.take(p.gatePrefix, p.sequences() * (p.chunks + 1));
  layout.take(p.records, p.sequences() * p.chunks * p.recordFloats);
  layout.take(p.states, p.sequences() * (p.chunks - 1) * p.stateSize(), call.stateBytes());
  return layout.used();
}

template <class T>
std::int64_t layWorking(Call<T>& call, void* memory) {
  Problem<T>& p = call.p;
  Layout layout(memory);
  layout.take(p.stateGradients, p.sequences() * (p.chunks - 1) * p.stateSize(), call.stateBytes());
  layout.take(p.readSums, p.sequences() * p.chunks * p.stateLevels);
  layout.take(p.readWeights, call.tensorCores ? p.sequences() * p.chunks * kChunk : 0);
  layout.take(p.carrySums, p.sequences() * p.chunks * p.carryParts);
  const std::int64_t part = p.batch * p.chunks * kChunk * p.groups * p.stateRows;
  const int parts = call.tensorCores      ? p.headParts
                    : p.headsPerGroup > 1 ? 1
                                          : 0;  // the plain kernels add in place, and one head needs no sums
  layout.take(p.dqSums, (call.tensorCores ? 2 : 1) * parts * part);
  layout.take(p.dkSums, parts * part);
  return layout.used();
}

template <class T>
void layCheckedContext(Call<T>& call, const Memory& context) {
  checkMemory("context", context, layContext(call, nullptr));
  layContext(call, context.data);
}

template <class T>
void queueStates(const Call<T>& call, Stream stream) {
  const Problem<T>& p = call.p;
  sumGates(p, stream);
  if (!call.tensorCores) return plainStates(p, stream);
  tensorRecords(p, stream);
  withKind<T>(call.precision, [&]<class Kind>() { tensorStates<Kind>(p, stream); });
}

template <class T>
void queueOutputs(const Call<T>& call, Stream stream) {
  if (!call.tensorCores) return plainOutputs(call.p, stream);
  withKind<T>(call.precision, [&]<class Kind>() { tensorOutputs<Kind>(call.p, stream); });
}

template <class T>
void queueGradients(const Call<T>& call, Stream stream) {
  if (!call.tensorCores) return plainGradients(call.p, stream);
  withKind<T>(call.precision, [&]<class Kind>() {
    tensorStateGradients<Kind>(call.p, stream);
    tensorGradients<Kind>(call.p, stream);
  });
}

}  // namespace

template <class T>
Shape checkedShape(const Inputs<T>& inputs) {
  const Shape shape =
      kernels::checkedShape(kernels::Inputs<float>{asFloat(inputs.q), asFloat(inputs.k), asFloat(inputs.v), inputs.gate, inputs.lambda});
  constexpr std::int64_t most = 1 << 24;  // counts of heads and of chunks, and head sizes, stay far inside int
  const auto checkSize = [](const char* name, std::int64_t size, std::int64_t limit) {
    if (size > limit) {
      throw std::invalid_argument(std::string(name) + ": on CUDA at most " + std::to_string(limit) + ", got " +
                                  std::to_string(size));
    }
  };
  checkSize("tokens", shape.length, most * kChunk);
  checkSize("heads", shape.heads, most);
  checkSize("key size", shape.keyDim, 8192);
  checkSize("value size", shape.valueDim, 8192);
  return shape;
}

template <class T>
std::int64_t contextBytes(const Shape& shape, Precision precision) {
  Call<T> call = callOf<T>(shape, precision);
  return layContext(call, nullptr);
}

template <class T>
std::int64_t backwardBytes(const Shape& shape, Precision precision) {
  Call<T> call = callOf<T>(shape, precision);
  return layWorking(call, nullptr);
}

template <class T>
void chunkwiseStates(const Inputs<T>& inputs, Precision precision, const Memory& context, Stream stream) {
  Call<T> call = callOf(checkedShape(inputs), inputs, precision);
  layCheckedContext(call, context);
  queueStates(call, stream);
}

template <class T>
void chunkwiseForward(const Inputs<T>& inputs, const TensorView<T, 4>& o, Precision precision, const Memory& context,
                      Stream stream) {
  const Shape shape = checkedShape(inputs);
  checkOutput(shape, asFloat(o));
  Call<T> call = callOf(shape, inputs, precision);
  call.p.o = tensorOf(o);
  layCheckedContext(call, context);
  queueStates(call, stream);
  queueOutputs(call, stream);
}

template <class T>
void chunkwiseBackward(const Inputs<T>& inputs, const TensorView<const T, 4>& dO, const Gradients<T>& gradients,
                       Precision precision, const Memory& context, const Memory& working, Stream stream) {
  const Shape shape = checkedShape(inputs);
  checkOutputGradient(shape, asFloat(dO));
  checkGradients(shape, asFloat(gradients));
  Call<T> call = callOf(shape, inputs, precision);
  Problem<T>& p = call.p;
  p.dO = tensorOf(dO);
  setGradients(p, gradients);
  layCheckedContext(call, context);
  checkMemory("working memory", working, layWorking(call, nullptr));
  layWorking(call, working.data);
  queueGradients(call, stream);
  addSpanningGates(p, stream);
}

#define FENWICK_INSTANTIATE(T)                                                                                     \
  template Shape checkedShape(const Inputs<T>&);                                                                   \
  template std::int64_t contextBytes<T>(const Shape&, Precision);                                                  \
  template std::int64_t backwardBytes<T>(const Shape&, Precision);                                                 \
  template void chunkwiseStates(const Inputs<T>&, Precision, const Memory&, Stream);                               \
  template void chunkwiseForward(const Inputs<T>&, const TensorView<T, 4>&, Precision, const Memory&, Stream);     \
  template void chunkwiseBackward(const Inputs<T>&, const TensorView<const T, 4>&, const Gradients<T>&, Precision, \
                                  const Memory&, const Memory&, Stream);
FENWICK_INSTANTIATE(float)
FENWICK_INSTANTIATE(BFloat16)
#undef FENWICK_INSTANTIATE

}  // namespace fenwick::kernels::cuda
