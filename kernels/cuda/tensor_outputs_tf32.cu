#include "kernels/cuda/tensor_outputs.h"

// A file of its own, since the compiler takes long.

namespace fenwick::kernels::cuda {

template int tensorOutputsMemory<Float<false>>(const Problem<Float<false>::Number>&);
template void tensorOutputs<Float<false>>(const Problem<Float<false>::Number>&, Stream);

}  // namespace fenwick::kernels::cuda
