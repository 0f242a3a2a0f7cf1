/* gzip: the only file that knows zlib. */
#ifndef ARESFARM_GZIP_H
#define ARESFARM_GZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "board/must_check.h"

/* Packs bytes as gzip does. *packed is the caller's to free. False: there is no memory. */
MUST_CHECK bool gzip_pack(const char *bytes, size_t size, char **packed, size_t *packed_size);

#endif
