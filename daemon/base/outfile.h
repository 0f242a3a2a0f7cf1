/* outfile: a file that a program makes for its user.
 *
 * Invariant: the name refers to the old file, or to the complete new one. Where the filesystem
 * supports unnamed files (Linux: O_TMPFILE), the new file has no name until it is complete, so
 * nothing is left even after kill -9. Elsewhere it is NAME.unfinished.XXXXXX, which kill -9 leaves
 * behind. */
#ifndef ARESFARM_OUTFILE_H
#define ARESFARM_OUTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "board/macros.h"

/* Writes the bytes to a file of that name and replaces an existing one; "-" is standard output.
 * False, with errno, on failure: then nothing is left behind. A file that is not regular, such as
 * /dev/null, is written in place. */
MUST_CHECK bool outfile_write(const char *path, const char *bytes, size_t size);

/* The same for a file that is written piece by piece. If the path ends in .zst, it is
 * compressed. */
struct outfile {
	const char *path;
	bool secret;  /* only its owner may read it */
	FILE *out;    /* write to this */
	FILE *raw;    /* the file itself: out, unless compressed */
	char *beside; /* its name until it is complete; "": unnamed; NULL: written in place */
};

/* False, with errno, on failure. path must live until outfile_close. */
MUST_CHECK bool outfile_open(struct outfile *file, const char *path);

/* The same for a file that only its owner may read and write, even if it replaces another one. */
MUST_CHECK bool outfile_open_secret(struct outfile *file, const char *path);

/* Closes the file. keep false: discards it. False, with errno, if it could not be written
 * completely; it is then discarded too. */
MUST_CHECK bool outfile_close(struct outfile *file, bool keep);

#endif
