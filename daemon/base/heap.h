/* heap: memory for programs that cannot continue without it. If there is none, they abort. */
#ifndef ARESFARM_HEAP_H
#define ARESFARM_HEAP_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* Zeroed; never NULL, even for nothing. The caller frees it. */
__attribute__((returns_nonnull)) void *heap_get(size_t count, size_t size);

/* realloc: what is added is not zeroed. memory: NULL or of this module. */
__attribute__((returns_nonnull)) void *heap_grow(void *memory, size_t count, size_t size);

/* Texts, which the caller frees. */
__attribute__((returns_nonnull)) char *heap_copy(const char *text);
__attribute__((returns_nonnull, format(printf, 1, 2))) char *heap_print(const char *format, ...);
__attribute__((returns_nonnull, format(printf, 1, 0))) char *heap_print_list(const char *format,
                                                                             va_list args);

/* A stream that writes *text: valid when it is closed, freed by the caller. */
__attribute__((returns_nonnull)) FILE *heap_open_text(char **text, size_t *size);
void heap_close_text(FILE *out);

#endif
