/* utf8: the database and JSON take UTF-8 only. A text that was truncated, or that another program
 * wrote, may not be valid UTF-8. */
#ifndef ARESFARM_UTF8_H
#define ARESFARM_UTF8_H

/* Replaces each byte that is not part of a character with a question mark. */
void utf8_clean(char *text);

/* Also replaces each control character, so that the text is one line. */
void utf8_clean_line(char *text);

#endif
