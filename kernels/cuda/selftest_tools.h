#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/cuda/device_memory.h"
#include "kernels/cuda/log_linear_attention.h"
#include "kernels/cuda/views.h"
#include "kernels/selftest/compare.h"
#include "kernels/selftest/sample.h"

// What the checks of all CUDA operators share.

namespace fenwick::kernels::cuda {

inline constexpr int kPoison = 0xff;  // four of them are a NaN, two of them too

inline float hostFloat(float x) { return x; }
inline float hostFloat(BFloat16 x) { return std::bit_cast<float>(static_cast<std::uint32_t>(x.bits) << 16); }
template <class T>
T fromFloat(float x) {
  if constexpr (std::is_same_v<T, float>) {
    return x;
  } else {
    return {std::isnan(x) ? std::uint16_t{0x7fff}
                          : static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(selftest::toBfloat16(x)) >> 16)};
  }
}

// --- Samples on the device ---

// A guarded tensor's whole memory, guards included, in the device's type.
template <class T, std::size_t Rank>
class Mirror {
 public:
  explicit Mirror(selftest::GuardedTensor<float, Rank>& host)
      : m_host(host), m_device(static_cast<std::int64_t>(host.memory().size() * sizeof(T))) {
    std::vector<T> numbers;
    for (const float x : host.memory()) numbers.push_back(fromFloat<T>(x));
    checkCuda(cudaMemcpy(m_device.data(), numbers.data(), numbers.size() * sizeof(T), cudaMemcpyHostToDevice),
              "upload");
  }
  TensorView<T, Rank> view() const {
    const TensorView<float, Rank> host = m_host.view();
    return {static_cast<T*>(m_device.data()) + (host.data() - m_host.memory().data()), host.extents(), host.strides()};
  }
  void download() const {
    std::vector<T> numbers(m_host.memory().size());
    checkCuda(cudaMemcpy(numbers.data(), m_device.data(), numbers.size() * sizeof(T), cudaMemcpyDeviceToHost),
              "download");
    for (std::size_t i = 0; i < numbers.size(); ++i) m_host.memory()[i] = hostFloat(numbers[i]);
  }

 private:
  selftest::GuardedTensor<float, Rank>& m_host;
  DeviceMemory m_device;
};

template <class T>
struct DeviceSample {
  explicit DeviceSample(selftest::Sample<float>& host)
      : q(host.q),
        k(host.k),
        v(host.v),
        dO(host.dO),
        o(host.o),
        dq(host.dq),
        dk(host.dk),
        dv(host.dv),
        gate(host.gate),
        dgate(host.dgate),
        lambda(host.lambda),
        dlambda(host.dlambda) {}
  Inputs<T> inputs() const { return {q.view(), k.view(), v.view(), gate.view(), lambda.view()}; }
  Gradients<T> gradients() const { return {dq.view(), dk.view(), dv.view(), dgate.view(), dlambda.view()}; }
  TensorView<const T, 4> outputGradient() const { return dO.view(); }
  void download() const {
    for (const auto* tensor : {&q, &k, &v, &dO, &o, &dq, &dk, &dv}) tensor->download();
    for (const auto* tensor : {&gate, &dgate}) tensor->download();
    for (const auto* tensor : {&lambda, &dlambda}) tensor->download();
  }
  Mirror<T, 4> q, k, v, dO, o, dq, dk, dv;
  Mirror<float, 3> gate, dgate;
  Mirror<float, 4> lambda, dlambda;
};

// Lent memory full of NaN, with a guard behind it.
class PoisonedMemory {
 public:
  explicit PoisonedMemory(std::int64_t bytes) : m_bytes(bytes), m_device(bytes + kGuard) { poison(); }
  void poison() const {
    checkCuda(cudaMemset(m_device.data(), kPoison, static_cast<std::size_t>(m_device.bytes())), "poison");
  }
  Memory memory() const { return {m_device.data(), m_bytes}; }
  bool isIntact() const {
    unsigned char guard[kGuard];
    checkCuda(cudaMemcpy(guard, static_cast<const char*>(m_device.data()) + m_bytes, kGuard, cudaMemcpyDeviceToHost),
              "download");
    return std::all_of(guard, guard + kGuard, [](unsigned char byte) { return byte == kPoison; });
  }

 private:
  static constexpr std::int64_t kGuard = 4096;
  std::int64_t m_bytes;
  DeviceMemory m_device;
};

inline void finish(const char* what) { checkCuda(cudaDeviceSynchronize(), what); }

// Captures what is queued and replays it twice.
template <class Queue>
void runAsGraph(const Queue& queue) {
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  checkCuda(cudaStreamCreate(&stream), "cudaStreamCreate");
  checkCuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
  queue(stream);
  checkCuda(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
  checkCuda(cudaGraphInstantiate(&executable, graph, 0), "cudaGraphInstantiate");
  for (int replay = 0; replay < 2; ++replay) checkCuda(cudaGraphLaunch(executable, stream), "cudaGraphLaunch");
  checkCuda(cudaStreamSynchronize(stream), "a captured graph");
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

// --- Decoding ---

inline constexpr std::int64_t kCuts[]{0, 1, 2, 3, 4, 7, 31, 63, 64, 65, 100, 127, 128, 129, 139};  // of 140 tokens

template <class T, std::size_t Rank>
TensorView<T, Rank> prefixOf(const TensorView<T, Rank>& view, std::int64_t length) {
  auto extents = view.extents();
  extents[1] = length;
  return {view.data(), extents, view.strides()};
}

// The error of the outputs from token `from` on.
inline double errorFrom(const std::vector<double>& values, const std::vector<double>& expected, const Shape& shape, std::int64_t from) {
  std::vector<double> found, wanted;
  const std::int64_t row = shape.heads * shape.valueDim;
  for (std::int64_t b = 0; b < shape.batch; ++b) {
    const auto begin = (b * shape.length + from) * row;
    const auto end = (b + 1) * shape.length * row;
    found.insert(found.end(), values.begin() + begin, values.begin() + end);
    wanted.insert(wanted.end(), expected.begin() + begin, expected.begin() + end);
  }
  return selftest::relativeError(found, wanted);
}

// --- Findings ---

inline void noteMemory(CheckResult& result, bool intact, const std::string& where) {
  if (!intact) selftest::note(result, selftest::kInfinity, "written behind lent memory at " + where);
}

inline bool sameBits(const selftest::Sample<float>& a, const selftest::Sample<float>& b) {
  const selftest::Results left = a.results();
  const selftest::Results right = b.results();
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (std::memcmp(left[i].data(), right[i].data(), left[i].size() * sizeof(double)) != 0) return false;
  }
  return true;
}

}  // namespace fenwick::kernels::cuda
