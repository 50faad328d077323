#include <bit>
#include <cstring>
#include <type_traits>

#include "kernels/cuda/device_memory.h"
#include "kernels/cuda/host_call.h"

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
HostResults run(const kernels::Inputs<float>& host, const TensorView<const float, 4>& dOHost, Precision precision) {
  const Array<T, 4> q(host.q), k(host.k), v(host.v);
  const Array<float, 3> gate(host.gate);
  const Array<float, 4> lambda(host.lambda);
  const Inputs<T> inputs{q.view(), k.view(), v.view(), gate.view(), lambda.view()};
  const Shape shape = checkedShape(inputs);
  const Array<T, 4> o(host.v.extents());
  const DeviceMemory context(contextBytes<T>(shape, precision) + 1);  // never nothing
  chunkwiseForward<T>(inputs, o.view(), precision, {context.data(), context.bytes()}, nullptr);
  HostResults results;
  results.o = o.toHost();
  if (dOHost.data() == nullptr) return results;
  const Array<T, 4> dO(dOHost), dq(host.q.extents()), dk(host.k.extents()), dv(host.v.extents());
  const Array<float, 3> dgate(host.gate.extents());
  const Array<float, 4> dlambda(host.lambda.extents());
  const DeviceMemory working(backwardBytes<T>(shape, precision) + 1);
  chunkwiseBackward<T>(inputs, dO.view(), {dq.view(), dk.view(), dv.view(), dgate.view(), dlambda.view()}, precision,
                       {context.data(), context.bytes()}, {working.data(), working.bytes()}, nullptr);
  results.dq = dq.toHost();
  results.dk = dk.toHost();
  results.dv = dv.toHost();
  results.dgate = dgate.toHost();
  results.dlambda = dlambda.toHost();
  return results;
}

}  // namespace

HostResults chunkwiseOnHost(const kernels::Inputs<float>& inputs, const TensorView<const float, 4>& dO, bool bf16, Precision precision) {
  return bf16 ? run<BFloat16>(inputs, dO, precision) : run<float>(inputs, dO, precision);
}

}  // namespace fenwick::kernels::cuda
