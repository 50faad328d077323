#define FENWICK_INSTRUCTION_SET avx512
#define FENWICK_VECTOR_BYTES 64
#define FENWICK_VECTOR_REGISTERS 32
#include "kernels/cpu/gated_delta_implementation.h"
