/* game: the sequence of phases, ownership, victory, and the table of rule sets.
 *
 * Rule set `standard` is the rulebook of 2000 and 2023, with the choices that the DATC prefers.
 * Spring and fall have moves and, where units were dislodged, retreats; winter has adjustments
 * where they are due. Rule set `thesis` (Booijink 2005) has spring and fall moves only. Dislodged
 * units are removed. After fall every land province with a unit belongs to the unit's power; then
 * random surplus units are disbanded and random units built on vacant owned home centres (3.2.7).
 */
#ifndef ARESFARM_GAME_H
#define ARESFARM_GAME_H

#include "build.h"
#include "retreat.h"

enum game_ending { GAME_RUNNING, GAME_SOLO, GAME_DRAW };

struct rules {
	const char *name;
	const char *about; /* one line; its beginning tells whether this is standard Diplomacy */
	struct law law;
	int round_limit;  /* default: rounds played before a game is a draw; thesis 4.3 ended
	                     games in round 218 */
	bool retreats;    /* there is a retreat phase; else dislodged units are removed */
	bool adjustments; /* powers order builds and removals in an adjustment phase; else these are
	                     random, at the end of fall */
};

extern const struct rules rule_sets[]; /* the last has the name NULL */
const struct rules *rules_find(const char *name);

/* Whether a rule set is Diplomacy according to the rulebook: dislodged units may retreat, and
 * powers order builds and removals. */
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
	uint32_t block; /* its block of games, from 1: they draw the same random numbers (seating.h) */
};

/* Makes the next board, with its phase, after a phase was resolved. Skips phases in which no power
 * has anything to do. next may not be the board of the phase. */
void game_after_moves(const struct game *game, const struct judgement *judgement,
                      struct board *next);
void game_after_retreats(const struct game *game, const struct board *board,
                         const struct order orders[], enum result results[], struct board *next);

/* Winter is over on a board: its phase becomes the next spring's. */
void game_after_winter(struct board *board);

/* The state of a game before a board is played. A power with more than half of the centres has won.
 * At round_limit the survivors, the powers with a unit, share a draw (thesis 1.2.6). */
struct game_verdict {
	enum game_ending ending;
	uint8_t winner;      /* POWER_NONE unless solo */
	power_set survivors; /* powers with a unit */
	bool agreed;         /* the powers agreed on this end */
	power_set shared;    /* powers that share an agreed draw; 0: the survivors */
};
struct game_verdict game_judge(const struct map *map, const struct board *board, int round_limit);

/* The same, of a board whose centres and units are counted. */
struct game_verdict game_judge_counted(const struct map *map, int16_t phase,
                                       const int centres[POWERS_MAX], const int units[POWERS_MAX],
                                       int round_limit);

/* How long no centre has changed its owner: a fold over the boards of a game, in their sequence.
 * Owners change at the end of a year's fall. A swap of two centres is a change too. */
struct tenure {
	int year; /* the last year with a change; initially the year before the game */
	uint8_t owner[PROVINCES_MAX]; /* on the last board; only centres count */
};
void tenure_open(const struct board *first, struct tenure *tenure);
void tenure_observe(const struct map *map, const struct board *board, struct tenure *tenure);

/* The number of whole years since then, before a board is played. The year of the board does not
 * count, even in winter. */
static inline int tenure_years(const struct tenure *tenure, const struct board *board)
{
	return phase_year(board->phase) - 1 - tenure->year;
}

#endif
