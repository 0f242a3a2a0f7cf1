/* daide_syntax: what a client may send to a server, and where a message goes wrong. */
#ifndef ARESFARM_DAIDE_SYNTAX_H
#define ARESFARM_DAIDE_SYNTAX_H

#include "daide_order.h"

enum { DAIDE_RIGHT = -1 };

/* The level from which on clients may vote for draws of some powers: DRW ( ENG FRA ). */
enum { DAIDE_LEVEL_DRAWS = 10 };

/* DAIDE_RIGHT, or the place of the first token that is wrong: the number of tokens where something
 * is missing at the end. level: of the language; 0: no press. The message has a token at least, and
 * its brackets match. */
int daide_syntax(const struct daide_message *message, int level);

/* The powers of "DRW ( ENG FRA )" or "NOT ( DRW ( ENG FRA ) )", whose syntax is right, as bits; 0
 * where it names none: all that survive. */
uint8_t daide_draw_powers(const struct daide_message *message);

/* Writes "HUH ( m )" of a message that is wrong at a place, and "PRN ( m )" of one whose brackets
 * do not match. */
void daide_add_huh(struct daide_message *answer, const struct daide_message *message, int wrong);
void daide_add_prn(struct daide_message *answer, const struct daide_message *message);

#endif
