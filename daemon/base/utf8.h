/* utf8: the database and JSON take UTF-8 only. A text that was cut short, or that another program
 * wrote, can be something else. */
#ifndef ARESFARM_UTF8_H
#define ARESFARM_UTF8_H

/* Replaces each byte that belongs to no character by a question mark. */
void utf8_clean(char *text);

/* The same for each control character, too. What is left is one line. */
void utf8_clean_line(char *text);

#endif
