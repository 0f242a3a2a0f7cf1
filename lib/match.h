/* match: one game, phase by phase. A worker drives it.
 *
 * A match can stop between any two phases, and go on later from the stored board only. It reads no
 * clock of its own: times come from match->clock. The seats of a phase think in parallel (OpenMP),
 * as tasks that a player may split further (evolve.h). Their orders do not depend on how many
 * threads there are. External players do not think here: their orders are given (given.h). */
#ifndef ARESFARM_MATCH_H
#define ARESFARM_MATCH_H

#include "given.h"
#include "player.h"

enum { PHASE_ORDERS_MAX = (POWERS_MAX + 1) * ADJUSTMENTS_MAX };

struct match {
	const struct map *map;
	const struct rules *rules;
	const struct judge *judge;
	struct seat seats[POWERS_MAX];
	uint64_t seed;
	uint32_t block; /* as in struct game */
	int round_limit;
	int draw_after; /* years without a change of centres after which the survivors share a draw; 0:
	                   never */
	struct tenure tenure;    /* of the boards up to `board`, where draw_after is not 0 */
	int threads;             /* for the seats of a phase; at least 1 */
	uint64_t (*clock)(void); /* nanoseconds, monotonic; NULL: all times are 0 */
	struct board board;      /* the next position to play */
	struct given *given;     /* orders of external players for it; NULL: none */
	void *scratch;           /* match_scratch_size bytes */
	size_t scratch_size;
};

static inline struct variant match_variant(const struct match *match)
{
	return rules_variant(match->rules, match->map);
}

/* The orders of a phase. Movement phases: one a unit, parallel to board.unit. Retreat phases: one a
 * dislodged unit, parallel to board.retreat. Winter: what the powers ordered, then what civil
 * disorder removed. */
struct phase_orders {
	int count;
	struct order order[PHASE_ORDERS_MAX];
	uint8_t power[PHASE_ORDERS_MAX];
};

/* A phase that was played: what a row of the table boards holds. */
struct phase_record {
	struct board board; /* the position it was played on */
	struct phase_orders orders;
	enum result results[PHASE_ORDERS_MAX];
	unit_set dislodged; /* in movement phases */
	uint8_t stage;
	uint64_t resolve_ns;           /* the judge only */
	uint64_t think_ns[POWERS_MAX]; /* 0 for a power with nothing to decide */
	struct player_effort effort[POWERS_MAX];
};

/* The bytes of scratch that the seats of a match need together. The caller sets match->scratch to
 * as many, or more. */
size_t match_scratch_size(const struct match *match);

/* Begins a game on a board: its first position. */
void match_start(struct match *match, const struct board *first);

/* How the game stands on match->board. */
struct game_verdict match_verdict(const struct match *match);

/* The external powers that have something to decide on match->board: they must be asked. */
power_set match_find_asked(const struct match *match);

/* Plays one phase. Every power that has something to decide orders; the judge or the rules resolve;
 * match->board becomes the next position. match->given has the orders of external players. Civil
 * disorder removes the units that are still due. */
void match_play(struct match *match, struct phase_record *record);

/* Plays one phase by the orders it was played by before, civil disorder's removals among them. No
 * player is asked, and the record has no effort. False, and the match stays where it is: they
 * cannot be orders of match->board. */
__attribute__((warn_unused_result)) bool
match_replay(struct match *match, const struct phase_orders *orders, struct phase_record *record);

/* Takes in a board of the game: the next one of those that were played before match_resume goes on
 * from the last. Only draw_after makes it matter. */
void match_observe(struct match *match, const struct board *board);

/* Goes on from a stored phase: match->board becomes the position that follows it; no player is
 * asked. False: the stored orders cannot be those of that board. */
__attribute__((warn_unused_result)) bool
match_resume(struct match *match, const struct board *board, const struct phase_orders *orders);

#endif
