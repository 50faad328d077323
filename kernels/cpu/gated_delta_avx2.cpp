#define FENWICK_INSTRUCTION_SET avx2
#define FENWICK_VECTOR_BYTES 32
#define FENWICK_VECTOR_REGISTERS 16
#include "kernels/cpu/gated_delta_implementation.h"
