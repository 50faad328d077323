#pragma once

#include <ATen/core/Tensor.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <array>
#include <functional>
#include <memory>
#include <vector>

namespace fenwick::model::cuda {

inline constexpr std::size_t kSides = 2;

// Streams that nobody else uses while this lives, unlike those of LibTorch's pool: one may be captured while others compute. They are used again
// by later ones, since libraries keep memory for each stream that they have seen.
class Streams {
 public:
  Streams();
  ~Streams();
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  const c10::cuda::CUDAStream& main() const;
  const c10::cuda::CUDAStream& side(std::size_t which) const;
  bool own(cudaStream_t stream) const;

  struct Set;

 private:
  std::unique_ptr<Set> m_set;
};

// This thread works on their main stream, and Branches on their sides.
class StreamScope {
 public:
  explicit StreamScope(const Streams& streams);
  ~StreamScope();
  StreamScope(const StreamScope&) = delete;
  StreamScope& operator=(const StreamScope&) = delete;

 private:
  c10::cuda::CUDAStreamGuard m_guard;
  const Streams* m_before;
};

// Work that does not depend on its neighbours, beside the main stream: from where it stood when this was made until join(). Autograd takes each
// operation back on the stream that it was made on and lets streams wait for each other. Outside a StreamScope all is done in turn.
class Branches {
 public:
  Branches();
  // `reads`: tensors of the main stream. The result, which may be undefined, may be read on the main stream after join().
  at::Tensor run(std::size_t side, const std::vector<at::Tensor>& reads, const std::function<at::Tensor()>& work);
  void join();

 private:
  const Streams* m_streams;
};

}  // namespace fenwick::model::cuda
