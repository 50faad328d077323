#pragma once

// A function that is compiled for several instruction sets; the loader picks the best one for this machine. Not under sanitizers, which
// are not ready when it does.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FENWICK_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FENWICK_CLONES
#endif
