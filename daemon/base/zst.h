/* zst: the only file that knows libzstd (BSD). Files whose names end in .zst are read and written
 * as streams; what is held of them is bounded, whatever they say. */
#ifndef ARESFARM_ZST_H
#define ARESFARM_ZST_H

#include <stdbool.h>
#include <stdio.h>

/* Whether a file's name asks for it. */
bool zst_is_named(const char *path);

/* A stream that reads what `in` holds compressed. A read fails with EBADMSG where that is broken or
 * ends midway, or wants more memory than 8 MiB. Closing it leaves `in` open. NULL: no memory. */
FILE *zst_reader(FILE *in);

/* A stream that writes to `out` compressed. Closing it ends what is written, and leaves `out` open;
 * it fails where the last bytes cannot be written. NULL: no memory. */
FILE *zst_writer(FILE *out);

#endif
