/* game: the sequence of phases, ownership, victory, and the table of rule sets.
 *
 * Rule set `standard` is the rulebook of 2000 and 2023, with the choices that the DATC prefers.
 * Spring and fall have moves and, where units were dislodged, retreats; winter has adjustments
 * where they are due. Rule set `thesis` (Booijink 2005) has spring and fall moves only. Dislodged
 * units vanish. After fall every land province with a unit in it becomes its power's; then chance
 * disbands surplus units and builds on vacant owned home centres (3.2.7). */
#ifndef ARESFARM_GAME_H
#define ARESFARM_GAME_H

#include "build.h"
#include "retreat.h"

enum game_ending { GAME_RUNNING, GAME_SOLO, GAME_DRAW };

struct rules {
	const char *name;
	const char *about; /* one line; it begins by saying whether this is standard Diplomacy */
	struct law law;
	int round_limit;  /* default: rounds played before a game is called a draw; thesis 4.3 ended
	                     games in round 218 */
	bool retreats;    /* dislodged units may retreat, in a phase of their own; else they vanish */
	bool adjustments; /* powers order builds and removals, in a phase of their own; else chance
	                     decides, at the end of fall */
};

extern const struct rules rule_sets[]; /* a name of NULL ends it */
const struct rules *rules_find(const char *name);

/* Whether a rule set is Diplomacy as the rulebook has it: dislodged units may retreat, and powers
 * order builds and removals. */
bool rules_are_standard(const struct rules *rules);

static inline struct variant rules_variant(const struct rules *rules, const struct map *map)
{
	return (struct variant){map, &rules->law};
}

/* What stays the same in all phases of a game. */
struct game {
	const struct map *map;
	const struct rules *rules;
	uint64_t seed;
	uint32_t block; /* its block of games, from 1: they draw the same chance (seating.h) */
};

/* What follows a phase once it is resolved: the next board, its phase included. A phase in which no
 * power has anything to do is passed over. next may not be the board of the phase. */
void game_after_moves(const struct game *game, const struct judgement *judgement,
                      struct board *next);
void game_after_retreats(const struct game *game, const struct board *board,
                         const struct order orders[], enum result results[], struct board *next);

/* Winter is over on a board: its phase becomes the next spring's. */
void game_after_winter(struct board *board);

/* How a game stands before a board is played. A power with more than half of the centres has won.
 * At round_limit the survivors, the powers with a unit, share a draw (thesis 1.2.6). */
struct game_verdict {
	enum game_ending ending;
	uint8_t winner;      /* POWER_NONE unless solo */
	power_set survivors; /* powers with a unit */
	bool agreed;         /* the powers agreed on this end */
	power_set shared;    /* who shares a draw by an agreement; 0: the survivors */
};
struct game_verdict game_judge(const struct map *map, const struct board *board, int round_limit);

/* The same, of a board whose centres and units are counted. */
struct game_verdict game_judge_counted(const struct map *map, int16_t phase,
                                       const int centres[POWERS_MAX], const int units[POWERS_MAX],
                                       int round_limit);

/* How long no centre has changed hands: a fold over the boards of a game, in their sequence.
 * Centres change hands at the end of a year's fall. A swap of two centres is a change, too. */
struct tenure {
	int year; /* the last one with a change; at first the year before the game */
	uint8_t owner[PROVINCES_MAX]; /* of the last board; only that of centres counts */
};
void tenure_open(const struct board *first, struct tenure *tenure);
void tenure_observe(const struct map *map, const struct board *board, struct tenure *tenure);

/* How many whole years are over since then, when a board is played. The year of the board is not
 * over, even in winter. */
static inline int tenure_years(const struct tenure *tenure, const struct board *board)
{
	return phase_year(board->phase) - 1 - tenure->year;
}

#endif
