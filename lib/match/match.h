/* match: one game, phase by phase. A worker drives it.
 *
 * A match can stop between any two phases, and continue later from the stored boards only. It reads
 * no clock: times come from match->clock. The seats of a phase think in parallel (OpenMP), as tasks
 * that a player may split further (ares.c). Their orders do not depend on the number of threads.
 * External players do not think here: the caller provides their orders (given.h). */
#ifndef ARESFARM_MATCH_H
#define ARESFARM_MATCH_H

#include "votes.h"
#include "game/given.h"
#include "players/player.h"

/* The most games that a branch descends from: a branch of a branch and so on. */
enum { MATCH_PASTS_MAX = 8 };

/* Phases that a branch took over from another game: the random numbers of the rules came from that
 * game's seed and block. */
struct past {
	int16_t before; /* the phases before this one that belong to no earlier past */
	uint32_t block;
	uint64_t seed;
};

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
	bool agreed;    /* the survivors agreed on an end on the board of phase agreed_in */
	int16_t agreed_in;
	power_set shared; /* powers that then share the game; a single one wins it; 0: all survivors */
	struct tenure tenure; /* of the boards up to `board`, if draw_after is not 0 */
	int past_count;       /* 0: it is not a branch, or its rules draw nothing at random */
	struct past pasts[MATCH_PASTS_MAX]; /* by phase */
	int16_t branched_in;                /* the first phase of its own; 0: all are */
	/* Orders, by power and packed by order_pack_unit, that replace the players' orders for these
	 * units in branched_in; in winter, all orders of these powers. The caller's. */
	int told_count;
	const int16_t *told_power;
	const int32_t *told_order;
	int threads;             /* for the seats of a phase; at least 1 */
	uint64_t (*clock)(void); /* nanoseconds, monotonic; NULL: all times are 0 */
	struct board board;      /* the next position to play */
	struct given *given;     /* orders of external players for it; NULL: none */
	/* Votes of external players and bots on it; NULL: none. The votes of the farm's players are
	 * added. */
	const struct votes *votes;
	struct seat substitute; /* orders for external players in `away`; player NULL: there is none */
	power_set away;         /* of `board` only, with `given`: they are absent */
	void *scratch;          /* for the players; see match_furnish */
	void *memory;           /* the players' memories; NULL: they have none, or will not be asked */
	struct knowledge *knowledge; /* shared by players on this map, or NULL */
};

static inline struct variant match_variant(const struct match *match)
{
	return rules_variant(match->rules, match->map);
}

/* The cost of a phase. All but the efforts differs from run to run. */
struct phase_cost {
	uint64_t resolve_ns;           /* the judge only */
	uint64_t think_ns[POWERS_MAX]; /* 0 for a power with nothing to decide */
	struct player_effort effort[POWERS_MAX];
};

/* The bytes that all seats of a match need for scratch and memory. 0: no seat thinks for long. */
size_t match_room_size(const struct match *match);

/* Gives the seats their scratch and an empty memory, before the first phase is played or resumed.
 * room: match_room_size bytes, aligned to PLAYER_ALIGN; it must live as long as the match. */
void match_furnish(struct match *match, void *room);

/* Begins a game on a board: its first position. */
void match_start(struct match *match, const struct board *first);

/* Whether a match that continues needs all phases that were played, one after the other, by
 * match_resume. Otherwise the last one is enough. */
bool match_remembers(const struct match *match);

/* The state of the game on match->board. A furnished match asks its players for their votes. */
struct game_verdict match_verdict(const struct match *match);

/* Whether the player of a surviving power votes on match->board for a draw of all survivors. False
 * if the match is not furnished. */
bool match_player_votes(const struct match *match, int power);

/* The powers of external players and bots that have something to decide on match->board. */
power_set match_find_asked(const struct match *match);
power_set match_find_bots(const struct match *match);

/* Whether any seat is a bot's. */
bool match_has_bots(const struct match *match);

/* Plays one phase. Every power that has something to decide gives orders; the judge or the rules
 * resolve them; match->board becomes the next position. match->given has the orders of external
 * players and bots. Civil disorder removes the units that are still due. */
void match_play(struct match *match, struct phase_record *record, struct phase_cost *cost);

/* The same, but the players do not observe the phase: only match->board changes. For a copy of a
 * match, which shares the memory of its players. */
void match_probe(struct match *match, struct phase_record *record, struct phase_cost *cost);

/* Plays one phase with the orders it was played with before, including the removals by civil
 * disorder. No player is asked. False: these cannot be orders of match->board; the match is
 * unchanged. */
MUST_CHECK bool match_replay(struct match *match, const struct phase_orders *orders,
                             struct phase_record *record);

/* Continues from a stored phase: match->board becomes the position that follows it; no player is
 * asked. False: the stored orders cannot be those of that board. */
MUST_CHECK bool match_resume(struct match *match, const struct board *board,
                             const struct phase_orders *orders);

#endif
