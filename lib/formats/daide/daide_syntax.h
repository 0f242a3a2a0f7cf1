/* daide_syntax: checks the syntax of what a client may send to a server. */
#ifndef ARESFARM_DAIDE_SYNTAX_H
#define ARESFARM_DAIDE_SYNTAX_H

#include "daide_order.h"

enum { DAIDE_RIGHT = -1 };

/* From this level on, clients may vote for draws of some powers: DRW ( ENG FRA ). */
enum { DAIDE_LEVEL_DRAWS = 10 };

/* DAIDE_RIGHT, or the place of the first wrong token; the number of tokens if something is missing
 * at the end. level: of the language; 0: no press. The message must have a token at least, and its
 * brackets must match. */
int daide_syntax(const struct daide_message *message, int level);

/* The powers of "DRW ( ENG FRA )" or "NOT ( DRW ( ENG FRA ) )", whose syntax is right, as bits; 0
 * if it names none: all survivors. */
uint8_t daide_draw_powers(const struct daide_message *message);

/* Write "HUH ( m )" for a message that is wrong at a place, and "PRN ( m )" for a message whose
 * brackets do not match. */
void daide_add_huh(struct daide_message *answer, const struct daide_message *message, int wrong);
void daide_add_prn(struct daide_message *answer, const struct daide_message *message);

#endif
