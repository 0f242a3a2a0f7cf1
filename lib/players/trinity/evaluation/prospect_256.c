/* prospect_256: values of lanes of AVX2. On x86-64 only processors with AVX2 may run this. */
#ifdef __x86_64__
#if defined __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#endif
#define LANES 256
#define VALUE prospect_value_256
#include "prospect_body.h"
#if defined __x86_64__ && defined __clang__
#pragma clang attribute pop
#endif
