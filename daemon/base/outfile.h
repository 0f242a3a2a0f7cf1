/* outfile: a file that a program makes for its user.
 *
 * Invariant: under its name there is what was there before, or all that was written. */
#ifndef ARESFARM_OUTFILE_H
#define ARESFARM_OUTFILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* Writes the bytes to a file of that name, in the place of one that is there; to standard output
 * where path is "-". False, with errno, when it could not: then nothing is left behind. A file that
 * is no regular one, such as /dev/null, is written as it is. */
__attribute__((warn_unused_result)) bool outfile_write(const char *path, const char *bytes,
                                                       size_t size);

/* The same bit by bit: open, add..., close. Each is false, with errno, when it could not; then
 * outfile_drop must follow. Until close has returned true, what was written lies beside, under the
 * name and ".XXXXXX" with other letters; outfile_drop removes it, and close may not follow. */
struct outfile {
	int fd; /* below 0: it is not open */
	const char *path;
	char beside[PATH_MAX]; /* empty: it is written as it is */
};
__attribute__((warn_unused_result)) bool outfile_open(struct outfile *file, const char *path);
__attribute__((warn_unused_result)) bool outfile_add(struct outfile *file, const char *bytes,
                                                     size_t size);
__attribute__((warn_unused_result)) bool outfile_close(struct outfile *file);
void outfile_drop(struct outfile *file);

#endif
