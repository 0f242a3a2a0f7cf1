/* outfile: a file that a program makes for its user.
 *
 * Invariant: under its name there is what was there before, or all that was written. */
#ifndef ARESFARM_OUTFILE_H
#define ARESFARM_OUTFILE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the bytes to a file of that name, in the place of one that is there; to standard output
 * where path is "-". False, with errno, when it could not: then nothing is left behind. A file that
 * is no regular one, such as /dev/null, is written as it is. */
__attribute__((warn_unused_result)) bool outfile_write(const char *path, const char *bytes,
                                                       size_t size);

#endif
