/* lanes_512: lanes of AVX-512. On x86-64 only processors with AVX-512 may run this. */
#ifdef __x86_64__
#if defined __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))),        \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl")
#endif
#endif
#define LANES 512
#define WIDTH lanes_width_512
#define NAME  "512"
#include "body.h"
#if defined __x86_64__ && defined __clang__
#pragma clang attribute pop
#endif
