/* heap: memory for programs that cannot continue without it. They abort if an allocation fails. */
#ifndef ARESFARM_HEAP_H
#define ARESFARM_HEAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* there: whether a library allocated what it was asked for. Aborts if not. */
void heap_require(bool there);

/* Zeroed memory; never NULL, even for size 0. The caller frees it. */
__attribute__((returns_nonnull)) void *heap_get(size_t count, size_t size);

/* Like realloc: added bytes are not zeroed. memory: NULL, or allocated by this module. */
__attribute__((returns_nonnull)) void *heap_grow(void *memory, size_t count, size_t size);

/* The caller frees these texts. */
__attribute__((returns_nonnull)) char *heap_copy(const char *text);
__attribute__((returns_nonnull, format(printf, 1, 2))) char *heap_print(const char *format, ...);
__attribute__((returns_nonnull, format(printf, 1, 0))) char *heap_print_list(const char *format,
                                                                             va_list args);

/* A stream that writes *text, which is valid after fclose and freed by the caller. */
__attribute__((returns_nonnull)) FILE *heap_open_text(char **text, size_t *size);
void heap_close_text(FILE *out);

#endif
