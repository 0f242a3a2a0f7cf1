/* match: one game, phase by phase. A worker drives it.
 *
 * A match can stop between any two phases, and continue later from the stored boards only. It reads
 * no clock of its own: times come from match->clock. The seats of a phase think in parallel
 * (OpenMP), as tasks that a player may split further (evolve.h). Their orders do not depend on how
 * many threads there are. External players do not think here: their orders are given (given.h). */
#ifndef ARESFARM_MATCH_H
#define ARESFARM_MATCH_H

#include "votes.h"
#include "game/given.h"
#include "players/player.h"

/* How many games a branch descends from at most: a branch of a branch and so on. */
enum { MATCH_PASTS_MAX = 8 };

/* Phases that a branch took over from another game: the rules drew their chance from that game's
 * seed and block. */
struct past {
	int16_t before; /* this phase, and not before an earlier past's */
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
	power_set shared;     /* who shares the game then; one power wins it; 0: all survivors */
	struct tenure tenure; /* of the boards up to `board`, where draw_after is not 0 */
	int past_count;       /* 0: it is not a branch, or chance has no part in its rules */
	struct past pasts[MATCH_PASTS_MAX]; /* by phase */
	int16_t branched_in;                /* the first phase of its own; 0: all are */
	/* Orders, by power and as order_pack_unit has them, that replace what players order for these
	 * units in branched_in; in winter, all that these powers order. The caller's. */
	int told_count;
	const int16_t *told_power;
	const int32_t *told_order;
	int threads;             /* for the seats of a phase; at least 1 */
	uint64_t (*clock)(void); /* nanoseconds, monotonic; NULL: all times are 0 */
	struct board board;      /* the next position to play */
	struct given *given;     /* orders of external players for it; NULL: none */
	/* What external players and bots vote for on it; NULL: nothing. Players of the farm add their
	 * votes. */
	const struct votes *votes;
	struct seat substitute; /* who orders for external players in `away`; player NULL: nobody */
	power_set away;         /* of `board` only, with `given`: they are absent */
	void *scratch;          /* of the players; see match_furnish */
	void *memory;           /* what they remember; NULL: nothing, or none of them will be asked */
	struct knowledge *knowledge; /* what players share, of this map; NULL: nothing */
};

static inline struct variant match_variant(const struct match *match)
{
	return rules_variant(match->rules, match->map);
}

/* What a phase cost. It differs from run to run, but for the efforts. */
struct phase_cost {
	uint64_t resolve_ns;           /* the judge only */
	uint64_t think_ns[POWERS_MAX]; /* 0 for a power with nothing to decide */
	struct player_effort effort[POWERS_MAX];
};

/* The bytes that the seats of a match need together, for scratch and memory. 0: none of them thinks
 * for long. */
size_t match_room_size(const struct match *match);

/* Gives the seats their scratch and an empty memory, before the first phase is played or resumed.
 * room: match_room_size bytes, aligned to PLAYER_ALIGN; it must live as long as the match. */
void match_furnish(struct match *match, void *room);

/* Begins a game on a board: its first position. */
void match_start(struct match *match, const struct board *first);

/* Whether a match that continues must be shown all phases that were played, by match_resume, one
 * after the other. Else the last one is enough. */
bool match_remembers(const struct match *match);

/* How the game stands on match->board. A furnished match asks its players for their votes. */
struct game_verdict match_verdict(const struct match *match);

/* Whether the player of a power that survives votes for a draw of all that survive, on
 * match->board. A match that is not furnished has no such votes. */
bool match_player_votes(const struct match *match, int power);

/* The powers that have something to decide on match->board and that must be asked: those of
 * external players, and those of bots. */
power_set match_find_asked(const struct match *match);
power_set match_find_bots(const struct match *match);

/* Whether any seat is a bot's. */
bool match_has_bots(const struct match *match);

/* Plays one phase. Every power that has something to decide orders; the judge or the rules resolve;
 * match->board becomes the next position. match->given has the orders of external players and bots.
 * Civil disorder removes the units that are still due. */
void match_play(struct match *match, struct phase_record *record, struct phase_cost *cost);

/* The same, but the players do not take it in: only match->board moves on. For a copy of a match,
 * which shares the memory of its players. */
void match_probe(struct match *match, struct phase_record *record, struct phase_cost *cost);

/* Plays one phase by the orders it was played by before, civil disorder's removals among them. No
 * player is asked. False, and the match stays where it is: they cannot be orders of match->board.
 */
MUST_CHECK bool match_replay(struct match *match, const struct phase_orders *orders,
                             struct phase_record *record);

/* Continues from a stored phase: match->board becomes the position that follows it; no player is
 * asked. False: the stored orders cannot be those of that board. */
MUST_CHECK bool match_resume(struct match *match, const struct board *board,
                             const struct phase_orders *orders);

#endif
