/* saved_file: a file of saved games: consecutive JSON objects, usually one per line, maybe
 * compressed (.zst). It is read one object at a time. */
#ifndef ARESFARM_CTL_SAVED_FILE_H
#define ARESFARM_CTL_SAVED_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/infile.h"

enum {
	SAVED_BYTES_MAX = 16 << 20, /* of one game */
};

struct saved_file {
	const char *name; /* as given; "-": standard input */
	struct infile file;
	long line;   /* of the current object, from 1; 0: none yet */
	size_t size; /* of the current object */
	char *bytes; /* its bytes; a zero follows */
	char *block; /* bytes read from the file but not yet scanned */
	size_t at, held;
	long line_now;
	size_t room;
};

/* What is wrong with a file ends the program. */
void saved_file_open(struct saved_file *file, const char *name);
void saved_file_close(struct saved_file *file);

/* The next object, not parsed: its brackets match. False: there are no more. */
bool saved_file_next(struct saved_file *file);

#endif
