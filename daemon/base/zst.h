/* zst: the only file that calls libzstd (BSD). Files whose names end in .zst are read and written
 * as streams, with bounded memory for any input. */
#ifndef ARESFARM_ZST_H
#define ARESFARM_ZST_H

#include <stdbool.h>
#include <stdio.h>

/* Whether the name ends in .zst. */
bool zst_is_named(const char *path);

/* A stream that decompresses `in`. A read fails with EBADMSG if the data is corrupt or truncated,
 * or needs more than 8 MiB of memory. Closing it leaves `in` open. */
FILE *zst_reader(FILE *in);

/* A stream that compresses to `out`. Closing it writes the end and leaves `out` open; it fails if
 * the last bytes cannot be written. */
FILE *zst_writer(FILE *out);

#endif
