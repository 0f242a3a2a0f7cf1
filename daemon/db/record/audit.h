/* audit: checks the stored rows of a game, one after the other. Each row is compared with what
 * follows from the rows before it: by the rules, by the tournament's judge and by another judge. On
 * request the players choose their orders again, and these are compared too. The audit of a game
 * ends at the first difference.
 *
 * Invariant: the rows are not trusted. Whatever they hold gives a finding, never a crash. No I/O.
 */
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
	int16_t phase;              /* of the difference; below 0: it is in no phase */
	char text[AUDIT_TEXT_SIZE]; /* the difference; empty: all agrees so far */
};

/* match: as terms_open_match made it. For anew it must have its players and be furnished. */
void audit_open(struct audit *audit, const struct terms *terms, const struct match *match,
                bool anew);

/* Notes a difference that the caller has found. Always false, so that it can be returned. */
__attribute__((format(printf, 3, 4))) bool audit_differs(struct audit *audit, int16_t phase,
                                                         const char *format, ...);

/* Both return false when something differs. Then the audit of the game has ended. */
MUST_CHECK bool audit_phase(struct audit *audit, const struct stored *stored);

/* end: NULL for a game that is not finished. digest: NULL when none is stored. */
MUST_CHECK bool audit_end(struct audit *audit, const struct stored_end *end, const uint8_t *digest);

#endif
