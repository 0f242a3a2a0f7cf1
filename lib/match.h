/* match: one game, phase by phase; what a worker drives.
 *
 * A match can stop between any two phases and go on later from the stored board alone. It reads no
 * clock: whoever wants times hands one in. The seats of a phase think in parallel (OpenMP), as
 * tasks that a player may split further (evolve.h); their orders do not depend on how many threads
 * there are. Seats of somebody outside do not think: what was ordered for them is handed in, and is
 * all the game depends on besides. */
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
	uint32_t number; /* number in the tournament, from 1 */
	int round_limit;
	int threads;             /* for the seats of a phase; at least 1 */
	uint64_t (*clock)(void); /* nanoseconds, monotonic; NULL: all times are 0 */
	struct board board;      /* the position to be played next */
	struct given *given;     /* orders from outside for it; NULL: none were handed in */
	void *scratch;           /* match_scratch_size bytes */
	size_t scratch_size;
};

static inline struct variant match_variant(const struct match *match)
{
	return rules_variant(match->rules, match->map);
}

/* What was ordered in a phase: one order a unit in movement phases, parallel to board.unit; one a
 * dislodged unit in retreat phases, parallel to board.retreat; in winter what the powers ordered,
 * and what civil disorder removed. */
struct phase_orders {
	int count;
	struct order order[PHASE_ORDERS_MAX];
	uint8_t power[PHASE_ORDERS_MAX];
};

/* A phase played: what the table boards holds. */
struct phase_record {
	struct board board; /* the position it was played on */
	struct phase_orders orders;
	enum result results[PHASE_ORDERS_MAX];
	unit_set dislodged; /* in movement phases */
	uint8_t stage;
	uint64_t resolve_ns;           /* the judge alone */
	uint64_t think_ns[POWERS_MAX]; /* 0 for a power with nothing to decide */
	struct player_effort effort[POWERS_MAX];
};

/* Bytes of scratch the seats of a match need together; the caller sets match->scratch to as many,
 * or more. */
size_t match_scratch_size(const struct match *match);

/* How the game stands on match->board. */
struct game_verdict match_verdict(const struct match *match);

/* The powers whose seat is somebody's outside and that have something to decide on
 * match->board: who is to be asked. */
power_set match_find_asked(const struct match *match);

/* Plays one phase: every power that has something to decide orders, the judge or the rules resolve,
 * match->board becomes the next position. For seats of somebody outside match->given has the
 * orders: what is illegal counts as never given; a unit without an order holds or, when dislodged,
 * disbands; nothing is built unless ordered; civil disorder removes what is still to go. */
void match_play(struct match *match, struct phase_record *record);

/* Plays one phase by orders that were given before, civil disorder's removals among them; nobody is
 * asked, and no effort is in the record. False, and the match stays where it is, when they cannot
 * be orders of match->board. */
__attribute__((warn_unused_result)) bool
match_replay(struct match *match, const struct phase_orders *orders, struct phase_record *record);

/* Goes on from a stored phase: sets match->board to what follows it, without playing. False when
 * the stored orders cannot be those of that board. */
__attribute__((warn_unused_result)) bool
match_resume(struct match *match, const struct board *board, const struct phase_orders *orders);

#endif
