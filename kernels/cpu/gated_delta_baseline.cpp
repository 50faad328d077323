#define FENWICK_INSTRUCTION_SET baseline
#define FENWICK_VECTOR_BYTES 16
#define FENWICK_VECTOR_REGISTERS 16
#include "kernels/cpu/gated_delta_implementation.h"
