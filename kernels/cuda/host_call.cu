#include <bit>
#include <cstring>
#include <optional>
#include <type_traits>

#include "kernels/cuda/device_memory.h"
#include "kernels/cuda/gated_delta.h"
#include "kernels/cuda/host_call.h"
#include "kernels/cuda/views.h"

namespace fenwick::kernels::cuda {
namespace {

template <std::size_t Rank>
std::int64_t sizeOf(const std::array<std::int64_t, Rank>& extents) {
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) size *= extent;
  return size;
}

// To nearest, ties to even; NaN stays NaN.
BFloat16 rounded(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  if (x != x) return {static_cast<std::uint16_t>((bits >> 16) | 0x40U)};
  return {static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16)};
}

// A row-major array on the device.
template <class T, std::size_t Rank>
class Array {
 public:
  explicit Array(const std::array<std::int64_t, Rank>& extents)
      : m_extents(extents), m_memory(sizeOf(extents) * static_cast<std::int64_t>(sizeof(T))) {}
  explicit Array(const TensorView<const float, Rank>& host) : Array(host.extents()) {
    std::vector<T> numbers(static_cast<std::size_t>(sizeOf(m_extents)));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if constexpr (std::is_same_v<T, float>) {
        numbers[i] = host.data()[i];
      } else {
        numbers[i] = rounded(host.data()[i]);
      }
    }
    checkCuda(cudaMemcpy(m_memory.data(), numbers.data(), numbers.size() * sizeof(T), cudaMemcpyHostToDevice), "copy to the device");
  }
  TensorView<T, Rank> view() const { return {static_cast<T*>(m_memory.data()), m_extents}; }
  std::vector<float> toHost() const {
    std::vector<T> numbers(static_cast<std::size_t>(sizeOf(m_extents)));
    checkCuda(cudaMemcpy(numbers.data(), m_memory.data(), numbers.size() * sizeof(T), cudaMemcpyDeviceToHost), "copy from the device");
    std::vector<float> result;
    result.reserve(numbers.size());
    for (const T& number : numbers) {
      if constexpr (std::is_same_v<T, float>) {
        result.push_back(number);
      } else {
        result.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(number.bits) << 16));
      }
    }
    return result;
  }

 private:
  std::array<std::int64_t, Rank> m_extents;
  DeviceMemory m_memory;
};

template <class T>
struct DeviceInputs {
  Array<T, 4> q, k, v;
  Array<float, 3> gate;
  Array<float, 4> lambda;
  explicit DeviceInputs(const kernels::Inputs<float>& host) : q(host.q), k(host.k), v(host.v), gate(host.gate), lambda(host.lambda) {}
  Inputs<T> views() const { return {q.view(), k.view(), v.view(), gate.view(), lambda.view()}; }
};

template <class T>
struct DeviceGradients {
  Array<T, 4> dq, dk, dv;
  Array<float, 3> dgate;
  Array<float, 4> dlambda;
  explicit DeviceGradients(const kernels::Inputs<float>& host)
      : dq(host.q.extents()), dk(host.k.extents()), dv(host.v.extents()), dgate(host.gate.extents()), dlambda(host.lambda.extents()) {}
  Gradients<T> views() const { return {dq.view(), dk.view(), dv.view(), dgate.view(), dlambda.view()}; }
  void toHost(HostResults& results) const {
    results.dq = dq.toHost();
    results.dk = dk.toHost();
    results.dv = dv.toHost();
    results.dgate = dgate.toHost();
    results.dlambda = dlambda.toHost();
  }
};

Memory memoryOf(const DeviceMemory& memory) { return {memory.data(), memory.bytes()}; }

template <class T>
HostResults run(const kernels::Inputs<float>& host, const TensorView<const float, 4>& dOHost, Precision precision) {
  const DeviceInputs<T> inputs(host);
  const Shape shape = checkedShape(inputs.views());
  const Array<T, 4> o(host.v.extents());
  const DeviceMemory context(contextBytes<T>(shape, precision) + 1);  // never nothing
  chunkwiseForward<T>(inputs.views(), o.view(), precision, memoryOf(context), nullptr);
  HostResults results;
  results.o = o.toHost();
  if (dOHost.data() == nullptr) return results;
  const Array<T, 4> dO(dOHost);
  const DeviceGradients<T> gradients(host);
  const DeviceMemory working(backwardBytes<T>(shape, precision) + 1);
  chunkwiseBackward<T>(inputs.views(), dO.view(), gradients.views(), precision, memoryOf(context), memoryOf(working), nullptr);
  gradients.toHost(results);
  return results;
}

template <class T>
HostResults runGatedDelta(const kernels::Inputs<float>& host, const TensorView<const float, 3>& betaHost, const TensorView<const float, 4>& dOHost) {
  const DeviceInputs<T> given(host);
  const Array<float, 3> beta(betaHost);
  const GatedDeltaInputs<T> inputs{given.views(), beta.view()};
  const Shape shape = checkedShape(inputs);
  const Array<T, 4> o(host.v.extents());
  const DeviceMemory context(gatedDeltaContextBytes(shape));
  gatedDeltaForward<T>(inputs, o.view(), memoryOf(context), nullptr);
  HostResults results;
  results.o = o.toHost();
  if (dOHost.data() == nullptr) return results;
  const Array<T, 4> dO(dOHost);
  const DeviceGradients<T> gradients(host);
  const Array<float, 3> dbeta(betaHost.extents());
  const DeviceMemory working(gatedDeltaBackwardBytes(shape));
  gatedDeltaBackward<T>(inputs, dO.view(), {gradients.views(), dbeta.view()}, memoryOf(context), memoryOf(working), nullptr);
  gradients.toHost(results);
  results.dbeta = dbeta.toHost();
  return results;
}

template <class T>
HostResults runSteps(const kernels::Inputs<float>& host, const TensorView<const float, 3>& betaHost) {
  const DeviceInputs<T> given(host);
  std::optional<Array<float, 3>> beta;
  if (betaHost.data() != nullptr) beta.emplace(betaHost);
  const Inputs<T> in = given.views();
  const Shape shape = beta ? checkedShape(GatedDeltaInputs<T>{in, beta->view()}) : checkedShape(in);
  const DecodeShape decode{shape.batch, shape.groups, shape.heads, shape.keyDim, shape.valueDim, shape.length};
  const Array<T, 4> o(host.v.extents());
  const DeviceMemory state(decodeStateBytes(decode));
  resetDecode(decode, memoryOf(state), nullptr);
  for (std::int64_t t = 0; t < shape.length; ++t) {
    const Token<T> token{tokenOf(in.q, t), tokenOf(in.k, t), tokenOf(in.v, t), tokenOf(in.gate, t), tokenOf(in.lambda, t)};
    const TensorView<T, 3> output = tokenOf(o.view(), t);
    if (beta) {
      gatedDeltaDecodeStep<T>(decode, memoryOf(state), {token, tokenOf(beta->view(), t)}, output, nullptr);
    } else {
      decodeStep<T>(decode, memoryOf(state), token, output, nullptr);
    }
  }
  HostResults results;
  results.o = o.toHost();
  return results;
}

}  // namespace

HostResults chunkwiseOnHost(const kernels::Inputs<float>& inputs, const TensorView<const float, 4>& dO, bool bf16, Precision precision) {
  return bf16 ? run<BFloat16>(inputs, dO, precision) : run<float>(inputs, dO, precision);
}

HostResults gatedDeltaOnHost(const kernels::Inputs<float>& inputs, const TensorView<const float, 3>& beta, const TensorView<const float, 4>& dO,
                             bool bf16) {
  return bf16 ? runGatedDelta<BFloat16>(inputs, beta, dO) : runGatedDelta<float>(inputs, beta, dO);
}

HostResults recurrentOnHost(const kernels::Inputs<float>& inputs, const TensorView<const float, 3>& beta, bool bf16) {
  return bf16 ? runSteps<BFloat16>(inputs, beta) : runSteps<float>(inputs, beta);
}

}  // namespace fenwick::kernels::cuda
