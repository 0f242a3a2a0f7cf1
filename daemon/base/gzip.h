/* gzip: the only file that calls zlib. */
#ifndef ARESFARM_GZIP_H
#define ARESFARM_GZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "board/macros.h"

/* Compresses bytes to the gzip format. The caller frees *packed. False: out of memory. */
MUST_CHECK bool gzip_pack(const char *bytes, size_t size, char **packed, size_t *packed_size);

#endif
