/* saved_file: a file of saved games: one JSON object after the other, mostly a line each, maybe
 * compressed (.zst). It is read an object at a time. */
#ifndef ARESFARM_CTL_SAVED_FILE_H
#define ARESFARM_CTL_SAVED_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/infile.h"

enum {
	SAVED_BYTES_MAX = 16 << 20, /* of one game */
	SAVED_FILE_ERROR_SIZE = 200,
};

struct saved_file {
	const char *name; /* as given; "-": standard input */
	struct infile file;
	long line;   /* of the object in hand, from 1; 0: none yet */
	size_t size; /* of the object in hand */
	char *bytes; /* its bytes; a zero follows */
	char *block; /* what was read of the file, and not looked at yet */
	size_t at, held;
	long line_now;
	size_t room;
};

/* The exit status is CTL_FAILED, and the reason printed, when it is false. */
MUST_CHECK bool saved_file_open(struct saved_file *file, const char *name);
void saved_file_close(struct saved_file *file);

enum saved_event { SAVED_OBJECT, SAVED_END, SAVED_BROKEN };

/* The next object, not parsed: its brackets match. Broken: error says why, with the line. */
enum saved_event saved_file_next(struct saved_file *file, char error[SAVED_FILE_ERROR_SIZE]);

#endif
