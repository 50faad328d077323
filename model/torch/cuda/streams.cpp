#include "model/torch/cuda/streams.h"

#include <ATen/ATen.h>
#include <ATen/cuda/CUDAEvent.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <cuda_runtime.h>

#include <mutex>
#include <utility>

namespace fenwick::model::cuda {
namespace {

thread_local const Streams* present = nullptr;

c10::cuda::CUDAStream newStream() {
  cudaStream_t stream = nullptr;
  C10_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  return c10::cuda::getStreamFromExternal(stream, c10::cuda::current_device());
}

void letWait(const c10::cuda::CUDAStream& waiting, const c10::cuda::CUDAStream& other) {
  at::cuda::CUDAEvent event;
  event.record(other);
  event.block(waiting);
}

}  // namespace

struct Streams::Set {
  c10::cuda::CUDAStream main = newStream();
  std::array<c10::cuda::CUDAStream, kSides> sides{newStream(), newStream()};
};

namespace {

struct Idle {
  std::mutex mutex;
  std::vector<std::unique_ptr<Streams::Set>> sets;
};
Idle& idle() {
  static Idle& sets = *new Idle;  // streams outlive everything that may still name them
  return sets;
}

}  // namespace

Streams::Streams() {
  {
    const std::lock_guard<std::mutex> alone(idle().mutex);
    if (!idle().sets.empty()) {
      m_set = std::move(idle().sets.back());
      idle().sets.pop_back();
      return;
    }
  }
  m_set = std::make_unique<Set>();
}

Streams::~Streams() {
  const std::lock_guard<std::mutex> alone(idle().mutex);
  idle().sets.push_back(std::move(m_set));
}

const c10::cuda::CUDAStream& Streams::main() const { return m_set->main; }
const c10::cuda::CUDAStream& Streams::side(std::size_t which) const { return m_set->sides.at(which); }

bool Streams::own(cudaStream_t stream) const {
  return stream == m_set->main.stream() || stream == m_set->sides[0].stream() || stream == m_set->sides[1].stream();
}

StreamScope::StreamScope(const Streams& streams) : m_guard(streams.main()), m_before(std::exchange(present, &streams)) {}
StreamScope::~StreamScope() { present = m_before; }

Branches::Branches() : m_streams(present) {
  if (m_streams == nullptr) return;
  for (std::size_t i = 0; i < kSides; ++i) letWait(m_streams->side(i), m_streams->main());
}

at::Tensor Branches::run(std::size_t side, const std::vector<at::Tensor>& reads, const std::function<at::Tensor()>& work) {
  if (m_streams == nullptr) return work();
  const c10::cuda::CUDAStream& stream = m_streams->side(side);
  for (const at::Tensor& tensor : reads) tensor.record_stream(stream);
  at::Tensor result;
  {
    const c10::cuda::CUDAStreamGuard guard(stream);
    result = work();
  }
  if (result.defined()) result.record_stream(m_streams->main());
  return result;
}

void Branches::join() {
  if (m_streams == nullptr) return;
  for (std::size_t i = 0; i < kSides; ++i) letWait(m_streams->main(), m_streams->side(i));
}

}  // namespace fenwick::model::cuda
