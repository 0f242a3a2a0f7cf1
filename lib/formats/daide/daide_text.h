/* daide_text: messages of DAIDE as text: "NOW ( SPR 1901 )". Characters are in quotes, and a quote
 * among them is doubled. */
#ifndef ARESFARM_DAIDE_TEXT_H
#define ARESFARM_DAIDE_TEXT_H

#include "daide_message.h"

/* Writes a message as text, with a blank between tokens, and as much of it as `size` bytes hold,
 * the last of them 0. Returns how many bytes all of it needs. */
size_t daide_print(const struct daide_message *message, char *text, size_t size);

/* Reads such text; provinces by their names of the standard map. False: it is no such text. */
MUST_CHECK bool daide_parse(const char *text, struct daide_message *message);

#endif
