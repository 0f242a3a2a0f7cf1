/* word_target: on x86-64, compiles the functions that follow for processors with words of LANES
 * bits: only these may run them. word_target_end.h ends this. */
#ifdef __x86_64__
#if LANES == 256 && defined __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#elif LANES == 256
#pragma GCC target("avx2")
#elif LANES == 512 && defined __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))),        \
                             apply_to = function)
#elif LANES == 512
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl")
#endif
#endif
