/* text: writes texts into arrays of characters. */
#ifndef ARESFARM_TEXT_H
#define ARESFARM_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { ERROR_SIZE = 400 };

/* A text that is being written. If `used` reaches `size`, the end of the text is missing. */
struct text {
	char *at;
	size_t size, used;
};

__attribute__((format(printf, 2, 3))) void text_add(struct text *text, const char *format, ...);

/* Writes to error why something is refused. Always returns false, so that a reader can return its
 * result. */
__attribute__((format(printf, 2, 3), cold)) bool text_refuse(char error[ERROR_SIZE],
                                                             const char *format, ...);

#endif
