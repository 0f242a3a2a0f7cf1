/* infile: a file that a user names, to be read. The name - is standard input. What lies under a
 * name that ends in .zst is read as it was before it was compressed. */
#ifndef ARESFARM_INFILE_H
#define ARESFARM_INFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "board/must_check.h"

struct infile {
	const char *path;
	FILE *in;  /* what to read from. A read fails with EBADMSG where .zst is broken */
	FILE *raw; /* in, or what it is compressed in */
};

/* False, with errno, when it could not. path must live until infile_close. */
MUST_CHECK bool infile_open(struct infile *file, const char *path);

/* Whether it is a regular file: one that can be read again. */
bool infile_is_regular(const struct infile *file);

/* Goes back to its beginning. False, with errno, when it cannot. */
MUST_CHECK bool infile_again(struct infile *file);

/* Also after infile_open has failed. */
void infile_close(struct infile *file);

#endif
