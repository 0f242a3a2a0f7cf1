/* output: standard output, from a program's first line to its last. If output was lost, the exit
 * status says so. */
#ifndef ARESFARM_OUTPUT_H
#define ARESFARM_OUTPUT_H

/* Call it first. If standard input, output or error is closed, it gets a descriptor that cannot be
 * read or written. Otherwise the next file or connection would get its number and receive what the
 * program prints. */
void output_open(void);

/* Call it last. Closes standard output. Returns status; or failed, if output was lost. Then it also
 * prints a line on standard error, unless the reader is gone: "program | head" is not an error. */
int output_close(const char *program, int status, int failed);

#endif
