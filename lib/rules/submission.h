/* submission: the orders that powers submit, and which of them count.
 *
 * An illegal submission is ignored, and a unit without an order holds (thesis 3.2.1; DATC 4.B to
 * 4.E). An order that counts is completed: it names type, place and coast as judges need them. */
#ifndef ARESFARM_SUBMISSION_H
#define ARESFARM_SUBMISSION_H

#include "verify.h"

/* Why a submission counts or does not count: see verdicts.def. */
enum verdict {
#define VERDICT(verdict, name) VERDICT_##verdict,
#include "verdicts.def"
#undef VERDICT
	VERDICTS
};
extern const char *const verdict_names[VERDICTS];

struct submission {
	uint8_t power;
	struct order order;
};

/* Writes one completed order per unit, parallel to board->unit, and a verdict for each submission.
 * The type UNIT_TYPES means that a submission named no type (4.C.1). */
void submission_verify(struct variant variant, const struct board *board,
                       const struct submission submissions[], int count,
                       struct order orders[UNITS_MAX], enum verdict verdicts[]);

/* Whether the law allows a convoy by a fleet on one sea of a set (seas_open) from one coast to
 * another: the fleet is on a route, and some route needs it if the law requires this. */
bool submission_may_convoy(struct variant variant, const struct place_set *seas, uint8_t sea,
                           uint8_t home, uint8_t target);

/* ── shared with retreats and winters ── */

/* How the type that an order names compares with the unit's own (4.C.1, 4.C.2). */
enum naming { NAMING_RIGHT, NAMING_REFUSED, NAMING_YIELDS };
enum naming submission_compare_type(const struct law *law, uint8_t said, uint8_t type);

/* The location that a unit of a type at `from` means by `place` (4.B.1 to 4.B.3, 4.B.6), or
 * LOC_NONE. A fleet reaches it; an army may not. */
uint8_t submission_find_loc(struct variant variant, enum unit_type type, uint8_t from,
                            uint8_t place);

/* Which of several submissions for one unit counts. It begins with submission -1, all else zero. */
struct choice {
	int submission;     /* -1: none */
	struct order order; /* its order, completed */
	bool yields, contradicted;
};

static inline bool submission_counts(const struct choice *choice)
{
	return choice->submission >= 0 && !choice->contradicted;
}

/* Adds submission n, completed: it may replace the current choice (4.D.3). Writes the verdict of
 * the submission that does not count. */
void submission_choose(const struct law *law, struct choice *choice, int n, enum naming naming,
                       struct order order, enum verdict verdicts[]);

#endif
