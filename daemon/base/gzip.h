/* gzip: the only file that knows zlib. */
#ifndef ARESFARM_GZIP_H
#define ARESFARM_GZIP_H

#include <stdbool.h>
#include <stddef.h>

/* Packs bytes as gzip does. *packed is the caller's to free. False: there is no memory. */
__attribute__((warn_unused_result)) bool gzip_pack(const char *bytes, size_t size, char **packed,
                                                   size_t *packed_size);

#endif
