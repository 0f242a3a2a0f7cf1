/* module: the exports of the WebAssembly module. A page writes a question into memory from
 * module_room, and reads the answer from memory. C code does not call it. */
#include "analysis.h"

#include <stdlib.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name)
#endif

EXPORT("room") void *module_room(size_t size);
EXPORT("drop") void module_drop(void *room);
EXPORT("open") struct analysis *module_open(const char *map, const char *text, const char *rules);
EXPORT("close") void module_close(struct analysis *analysis);
EXPORT("ask")
const char *module_ask(struct analysis *analysis, const char *question, size_t size,
                       size_t *length);

void *module_room(size_t size)
{
	return malloc(size);
}

void module_drop(void *room)
{
	free(room);
}

struct analysis *module_open(const char *map, const char *text, const char *rules)
{
	return analysis_open(map, text, rules);
}

void module_close(struct analysis *analysis)
{
	analysis_close(analysis);
}

const char *module_ask(struct analysis *analysis, const char *question, size_t size, size_t *length)
{
	return analysis_ask(analysis, question, size, length);
}
