#include "kernels/cuda/tensor_gradients.h"

// A file of its own, since the compiler takes long.

namespace fenwick::kernels::cuda {

template int tensorGradientsMemory<Float<false>>(const Problem<Float<false>::Number>&);
template void tensorGradients<Float<false>>(const Problem<Float<false>::Number>&, Stream);

}  // namespace fenwick::kernels::cuda
