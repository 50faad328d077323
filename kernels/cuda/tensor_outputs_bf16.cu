#include "kernels/cuda/tensor_outputs.h"

// A file of its own, since the compiler takes long.

namespace fenwick::kernels::cuda {

template int tensorOutputsMemory<Bf16>(const Problem<Bf16::Number>&);
template void tensorOutputs<Bf16>(const Problem<Bf16::Number>&, Stream);

}  // namespace fenwick::kernels::cuda
