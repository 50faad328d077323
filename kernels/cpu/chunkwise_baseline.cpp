#define FENWICK_INSTRUCTION_SET baseline
#define FENWICK_VECTOR_BYTES 16
#define FENWICK_VECTOR_REGISTERS 16
#include "kernels/cpu/chunkwise_implementation.h"
