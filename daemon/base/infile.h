/* infile: an input file that a user names. The name - is standard input. A file whose name ends in
 * .zst is decompressed. */
#ifndef ARESFARM_INFILE_H
#define ARESFARM_INFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "board/macros.h"

struct infile {
	const char *path;
	FILE *in;  /* read from this; EBADMSG: the .zst data is corrupt */
	FILE *raw; /* the file itself: in, unless compressed */
};

/* False, with errno, on failure. path must live until infile_close. */
MUST_CHECK bool infile_open(struct infile *file, const char *path);

/* Whether it is a regular file, which can be read again. */
bool infile_is_regular(const struct infile *file);

/* Rewinds a regular file to its beginning. */
void infile_again(struct infile *file);

/* May also be called after infile_open failed. */
void infile_close(struct infile *file);

#endif
