#include "model/torch/cuda/decoding.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAStream.h>

#include "model/torch/views.h"

namespace fenwick::model::cuda {

namespace operators = kernels::cuda;

Decoding::Decoding(const std::vector<at::Tensor>& inputs)
    : m_inputs(inputs),
      m_shape{inputs[0].size(0), inputs[0].size(2), inputs[2].size(2), inputs[0].size(3), inputs[2].size(3), inputs[0].size(1)},
      m_state(at::empty({operators::decodeStateBytes(m_shape)}, inputs[0].options().dtype(at::kByte).requires_grad(false))),
      m_output(at::empty(inputs[2].sizes(), inputs[2].options().requires_grad(false))) {
  for (at::Tensor& input : m_inputs) input = input.detach();
}

void Decoding::sequence() { m_inputs[0].scalar_type() == at::kBFloat16 ? steps<operators::BFloat16>() : steps<float>(); }

template <class T>
void Decoding::steps() {
  const operators::Stream stream = c10::cuda::getCurrentCUDAStream().stream();
  const operators::Memory state{m_state.data_ptr(), m_state.numel()};
  operators::resetDecode(m_shape, state, stream);
  for (std::int64_t t = 0; t < m_shape.longest; ++t) {
    const auto now = [&](std::size_t i) { return m_inputs[i].select(1, t); };
    const operators::Token<T> token{viewOf<const T, 3>(now(0)), viewOf<const T, 3>(now(1)), viewOf<const T, 3>(now(2)), viewOf<const float, 2>(now(3)),
                                    viewOf<const float, 3>(now(4))};
    operators::decodeStep<T>(m_shape, state, token, viewOf<T, 3>(m_output.select(1, t)), stream);
  }
}

}  // namespace fenwick::model::cuda
