/* daide_text: messages of DAIDE as text: "NOW ( SPR 1901 )". Characters are in quotes, and a quote
 * among them is doubled. */
#ifndef ARESFARM_DAIDE_TEXT_H
#define ARESFARM_DAIDE_TEXT_H

#include "daide_message.h"

/* Writes a message as text, with a blank between tokens: as much as fits in `size` bytes, the last
 * of them 0. Returns the number of bytes that the whole text needs. */
size_t daide_print(const struct daide_message *message, char *text, size_t size);

/* Reads such a text; provinces have the names of the standard map. False: it is not a message. */
MUST_CHECK bool daide_parse(const char *text, struct daide_message *message);

#endif
