/* output: standard output, from a program's first line to its last. What was printed has arrived,
 * or the program's status says that it has not. */
#ifndef ARESFARM_OUTPUT_H
#define ARESFARM_OUTPUT_H

/* To be called first. Where standard input, output or error is closed, it gets a descriptor that
 * cannot be read or written. Otherwise the next file or connection would get its number, and what
 * the program prints would go there. */
void output_open(void);

/* To be called last. Closes standard output. Returns status; or failed, when something that was
 * printed has not arrived. Then it prints a line on standard error, unless the reader is gone:
 * "program | head" is not a fault. */
int output_close(const char *program, int status, int failed);

#endif
