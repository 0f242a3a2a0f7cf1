/* audit: a game's stored rows, one after the other, held against what follows from the rows before
 * by the rules, by the tournament's judge and by another; where asked, against what the players
 * would do, too. The first thing that differs is what is found; nothing behind it is looked at.
 *
 * The rows are not trusted: whatever they hold is found, never a crash. No I/O. */
#ifndef ARESFARM_AUDIT_H
#define ARESFARM_AUDIT_H

#include "digest.h"

enum { AUDIT_TEXT_SIZE = 320 };

struct audit {
	struct match match; /* at the board whose row comes next, by the tournament's judge */
	struct match other; /* and by another judge */
	bool anew;          /* orders are chosen again */
	bool over;          /* the final position has come */
	int32_t phases;     /* played */
	struct digest digest;
	int16_t phase;              /* where it differs; below 0: in no phase */
	char text[AUDIT_TEXT_SIZE]; /* how; empty: all agrees so far */
};

/* match: as terms_open_match made it; seated and with scratch where players are wanted. */
void audit_open(struct audit *audit, const struct terms *terms, const struct match *match,
                bool anew);

/* Something is wrong that is for others to find. Always false, so that it can be returned. */
__attribute__((format(printf, 3, 4))) bool audit_differs(struct audit *audit, int16_t phase,
                                                         const char *format, ...);

/* These return false when something differs; the game is done with then. */
__attribute__((warn_unused_result)) bool audit_phase(struct audit *audit,
                                                     const struct stored *stored);

/* end: of a finished game, else NULL. digest: NULL where none is stored. */
__attribute__((warn_unused_result)) bool
audit_end(struct audit *audit, const struct stored_end *end, const uint8_t *digest);

#endif
