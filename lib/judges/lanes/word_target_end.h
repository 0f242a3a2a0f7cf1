/* word_target_end: see word_target.h. */
#if defined __x86_64__ && defined __clang__ && LANES > 64
#pragma clang attribute pop
#endif
