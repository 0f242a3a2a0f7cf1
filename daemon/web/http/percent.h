/* percent: bytes of an address or a form in percent encoding (RFC 3986, section 2.1). */
#ifndef ARESFARM_PERCENT_H
#define ARESFARM_PERCENT_H

/* Takes the byte at *at, which is before end: "%41" is an A. 0: the encoding is wrong. */
unsigned char percent_take(const char **at, const char *end);

#endif
