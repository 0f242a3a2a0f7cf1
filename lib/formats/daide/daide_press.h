/* daide_press: press between powers: the contents of SND and FRM, by language level.
 *
 * A level includes the words of all lower levels. Source: the DAIDE message syntax, 0.17x, levels
 * 10 to 130. Programs disagree on the words CCL and NAR; here they are as in Parlance. */
#ifndef ARESFARM_DAIDE_PRESS_H
#define ARESFARM_DAIDE_PRESS_H

#include "daide_order.h"

enum {
	DAIDE_LEVEL_PRESS = 10,  /* the first level with press */
	DAIDE_LEVEL_MOST = 130,  /* the last level whose words are checked */
	DAIDE_LEVEL_TEXT = 8000, /* all words, and free text */
};

/* Takes "( power ... )" with at least `least` powers. powers: as bits; a power may be named twice.
 */
bool daide_take_powers(struct daide_reader *reader, int least, uint8_t *powers);

/* What a client sends: "SND [turn] ( power ... ) ( press )". */
struct daide_send {
	bool has_turn;
	int16_t phase;  /* of the turn */
	uint8_t powers; /* the recipients, as bits */
	int at, end;    /* the press inside its brackets */
};

/* Takes the tokens after SND. */
bool daide_take_send(struct daide_reader *reader, struct daide_send *send);

/* The lowest level at which a whole message is press; 0: it is not press. */
int daide_press_level(const struct daide_message *message);

/* Adds press in brackets. From the list of a TRY, words above `level` are left out. */
void daide_add_press(struct daide_message *message, const struct daide_message *press, int level);

#endif
