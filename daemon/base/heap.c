/* heap: see heap.h. */
#include "heap.h"

#include <stdlib.h>
#include <string.h>

void heap_require(bool there)
{
	if (there)
		return;
	fputs("out of memory\n", stderr);
	abort();
}

void *heap_get(size_t count, size_t size)
{
	void *memory = calloc(count > 0 ? count : 1, size);
	heap_require(memory != NULL);
	return memory;
}

void *heap_grow(void *memory, size_t count, size_t size)
{
	void *grown = reallocarray(memory, count, size);
	heap_require(grown != NULL);
	return grown;
}

char *heap_copy(const char *text)
{
	char *copy = strdup(text);
	heap_require(copy != NULL);
	return copy;
}

char *heap_print_list(const char *format, va_list args)
{
	char *text = NULL;
	heap_require(vasprintf(&text, format, args) >= 0);
	return text;
}

char *heap_print(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = heap_print_list(format, args);
	va_end(args);
	return text;
}

FILE *heap_open_text(char **text, size_t *size)
{
	FILE *out = open_memstream(text, size);
	heap_require(out != NULL);
	return out;
}

void heap_close_text(FILE *out)
{
	heap_require(fclose(out) == 0);
}
