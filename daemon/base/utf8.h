/* utf8: texts that were cut short, or come from elsewhere, are not always UTF-8; what goes into the
 * database or into JSON is. */
#ifndef ARESFARM_UTF8_H
#define ARESFARM_UTF8_H

/* Puts a question mark for each byte that is of no character. */
void utf8_clean(char *text);

#endif
