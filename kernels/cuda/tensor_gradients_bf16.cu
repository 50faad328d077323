#include "kernels/cuda/tensor_gradients.h"

// A file of its own, since the compiler takes long.

namespace fenwick::kernels::cuda {

template int tensorGradientsMemory<Bf16>(const Problem<Bf16::Number>&);
template void tensorGradients<Bf16>(const Problem<Bf16::Number>&, Stream);

}  // namespace fenwick::kernels::cuda
