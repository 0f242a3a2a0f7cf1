/* letters: messages between the players of a game, in the order of sending.
 *
 * Invariant: phases never go down. */
#ifndef ARESFARM_LETTERS_H
#define ARESFARM_LETTERS_H

#include "match/match.h"

/* LETTER_SIZE: bytes of a text with its terminator. LETTERS_EACH: messages in one answer of a
 * bot. */
enum { LETTER_SIZE = 4097, LETTERS_EACH = 16, LETTERS_ROUNDS_MOST = 10 };

struct letter {
	int16_t phase, round; /* round 0: of an external player */
	uint8_t sender;
	power_set recipients; /* 0: all */
	char *text;
};

/* Begins as {0}. */
struct letters {
	int count, room;
	struct letter *letter;
};

/* Adds a letter and copies its text. */
void letters_add(struct letters *letters, const struct letter *letter);

/* Remove the letters of phases before this one; remove all letters. */
void letters_drop_before(struct letters *letters, int16_t phase);
void letters_close(struct letters *letters);

/* Whether a power's player may read it. */
bool letter_is_for(const struct letter *letter, uint8_t power);

/* Whether a text can be sent: it is not blank, and has no control characters except newlines and
 * tabs. */
bool letter_is_text(const char *text, size_t length);

/* The last movement phase before a phase: bots receive the messages since then. Below 0: none. */
int16_t letters_since(int16_t phase);

#endif
