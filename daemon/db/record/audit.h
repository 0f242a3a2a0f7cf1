/* audit: checks the stored rows of a game, one by one. Each row is compared with what follows from
 * the rows before it under the rules, by the tournament's judge and by another judge. On request
 * the players choose their orders again, and these are compared too. The audit of a game ends at
 * the first difference.
 *
 * Invariant: the rows are not trusted. Any content gives a finding, never a crash. No I/O. */
#ifndef ARESFARM_AUDIT_H
#define ARESFARM_AUDIT_H

#include "digest.h"
#include "summary.h"

enum { AUDIT_TEXT_SIZE = 320 };

struct audit {
	struct match match; /* at the board of the next row, by the tournament's judge */
	struct match other; /* the same by another judge */
	bool anew;          /* the players choose their orders again */
	bool over;          /* the final position was read */
	int32_t phases;     /* played */
	struct digest digest;
	struct summary summary;     /* of the rows so far */
	int16_t phase;              /* of the difference; below 0: not in a phase */
	char text[AUDIT_TEXT_SIZE]; /* the difference; empty: none so far */
};

/* match: from terms_open_match. For anew it must have its players and its memory
 * (terms_give_room). */
void audit_open(struct audit *audit, const struct terms *terms, const struct match *match,
                bool anew);

/* Records a difference that the caller has found. Always returns false. */
__attribute__((format(printf, 3, 4))) bool audit_differs(struct audit *audit, int16_t phase,
                                                         const char *format, ...);

/* Both return false if there is a difference. The audit of the game has then ended. */
MUST_CHECK bool audit_phase(struct audit *audit, const struct stored *stored);

/* end: NULL for a game that is not finished. digest: NULL if none is stored. */
MUST_CHECK bool audit_end(struct audit *audit, const struct stored_end *end, const uint8_t *digest);

#endif
