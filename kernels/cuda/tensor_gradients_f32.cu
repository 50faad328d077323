#include "kernels/cuda/tensor_gradients.h"

// A file of its own, since the compiler takes long.

namespace fenwick::kernels::cuda {

template int tensorGradientsMemory<Float<true>>(const Problem<Float<true>::Number>&);
template void tensorGradients<Float<true>>(const Problem<Float<true>::Number>&, Stream);

}  // namespace fenwick::kernels::cuda
