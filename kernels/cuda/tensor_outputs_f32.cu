#include "kernels/cuda/tensor_outputs.h"

// A file of its own, since the compiler takes long.

namespace fenwick::kernels::cuda {

template int tensorOutputsMemory<Float<true>>(const Problem<Float<true>::Number>&);
template void tensorOutputs<Float<true>>(const Problem<Float<true>::Number>&, Stream);

}  // namespace fenwick::kernels::cuda
