/* outfile: a file that a program makes for its user.
 *
 * Invariant: under its name there is what was there before, or all that was written. Meanwhile what
 * is written has no name, where the filesystem has such files (Linux: O_TMPFILE): nothing is left
 * after, even by kill -9. Elsewhere it lies beside it, as NAME.unfinished.XXXXXX; kill -9 leaves
 * it. */
#ifndef ARESFARM_OUTFILE_H
#define ARESFARM_OUTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "board/must_check.h"

/* Writes the bytes to a file of that name, in the place of one that is there; to standard output
 * where path is "-". False, with errno, when it could not: then nothing is left behind. A file that
 * is not a regular one, such as /dev/null, is written as it is. */
MUST_CHECK bool outfile_write(const char *path, const char *bytes, size_t size);

/* The same of a file that is written piece by piece. A path that ends in .zst is compressed. */
struct outfile {
	const char *path;
	bool secret; /* only its owner may read it */
	FILE *out;   /* what to write to */
	FILE *raw;   /* out, or what it is compressed into */
	char
		*beside; /* what it is called until it is whole; "": it has no name; NULL: none is wanted */
};

/* False, with errno, when it could not. path must live until outfile_close. */
MUST_CHECK bool outfile_open(struct outfile *file, const char *path);

/* The same of a file that only its owner may read and write, also in the place of another one. */
MUST_CHECK bool outfile_open_secret(struct outfile *file, const char *path);

/* Ends the file. keep false: nothing is left of it. False, with errno, when it could not be written
 * whole: then nothing is left either. */
MUST_CHECK bool outfile_close(struct outfile *file, bool keep);

#endif
