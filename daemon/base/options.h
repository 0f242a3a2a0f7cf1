/* options: what both programs read from their command lines: numbers, and words that may not be
 * repeated. */
#ifndef ARESFARM_OPTIONS_H
#define ARESFARM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* How much of a word that does not belong on the command line may be repeated: up to an = or a
 * colon. It may be part of a connection string, with a password behind that. */
int options_plain(const char *word);

/* The cores of this machine, at most so many. */
int options_cores(int most);

/* A whole number from least to most, nothing before or after it. */
__attribute__((warn_unused_result)) bool options_number(const char *text, int64_t least,
                                                        int64_t most, int64_t *number);

#endif
