/* daide_press: what powers say to each other by SND and hear by FRM, level by level.
 *
 * A level has its words and all those of the levels below it. Source: the DAIDE message syntax,
 * 0.17x, levels 10 to 130. Programs do not agree on the words CCL and NAR: here they are those of
 * Parlance. */
#ifndef ARESFARM_DAIDE_PRESS_H
#define ARESFARM_DAIDE_PRESS_H

#include "daide_order.h"

enum {
	DAIDE_LEVEL_PRESS = 10,  /* the first with press */
	DAIDE_LEVEL_MOST = 130,  /* the last whose words are checked */
	DAIDE_LEVEL_TEXT = 8000, /* all of them, and free text */
};

/* What a client sends: "SND [turn] ( power ... ) ( press )". */
struct daide_send {
	bool has_turn;
	int16_t phase;  /* of the turn */
	uint8_t powers; /* whom it is for, as bits */
	int at, end;    /* the press within its brackets */
};

/* Takes what stands after SND. */
bool daide_take_send(struct daide_reader *reader, struct daide_send *send);

/* The least level at which a whole message is press; 0: it is none. */
int daide_press_level(const struct daide_message *message);

/* Adds press within brackets. The list of words of a TRY has only those of a level. */
void daide_add_press(struct daide_message *message, const struct daide_message *press, int level);

#endif
