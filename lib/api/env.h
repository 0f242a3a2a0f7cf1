/* env: many games that step together (ares.h, "the environment").
 *
 * Invariant: what becomes of a game follows from its seed, its block, its options and its actions.
 * No game reads what another writes, so neither their number nor the threads have an effect. A step
 * allocates nothing.
 *
 * env.c opens, steps, saves and restores; env_game.c plays one game; env_rows.c writes its arrays;
 * env_pool.c has the threads. */
#ifndef ARESFARM_ENV_H
#define ARESFARM_ENV_H

#include "api.h"
#include "env_pool.h"
#include "game/choices.h"
#include "game/given.h"

enum { ENV_KINDS_MAX = 32 };

/* The state of a game between two steps, apart from what follows from it. */
struct env_game {
	struct board board;
	uint64_t seed;
	uint32_t block;
	int32_t tenure_year;     /* the last with a change of centres; at first the year before */
	float value[POWERS_MAX]; /* what the board is worth, by options.reward */
	int32_t last_count;      /* orders of the phase that the last step played */
	int32_t last[UNITS_MAX]; /* their numbers, or -1; from which places; which of them failed */
	uint8_t last_from[UNITS_MAX];
	uint64_t last_failed;
};

/* What follows from the state: the orders that are due, and those that are legal; and what each
 * power has. */
struct env_due {
	struct choices choices;
	struct listing_kept kept; /* what is legal in moves; else all numbers, as int32_t. The caller
	                           * may write its own mask and list */
	int ask_count;
	struct env_ask {
		uint16_t at;         /* in a row of actions */
		uint8_t power, slot; /* which of choices */
		int32_t action;      /* once taken: what the caller gives, if it is legal; else -1 */
	} asks[GIVEN_MAX];       /* the orders that are due */
	int centres[POWERS_MAX], units[POWERS_MAX];
	int builds[POWERS_MAX]; /* in winter: as build_allowance; else 0 */
};

/* What a thread needs for one game. */
struct env_desk {
	void *scratch;    /* of players; NULL: none needs it */
	int32_t *numbers; /* choices_most */
	struct phase_record record;
};

struct ares_env {
	const struct ares_map *map;
	struct ares_env_options options;
	const struct rules *rules;
	const struct judge *judge;
	struct board start;
	int slots;       /* of a power */
	int round_limit; /* of a game */
	struct env_layout {
		int planes, numbers;                                   /* in a row */
		uint8_t centres[PROVINCES_MAX];                        /* the map's, ascending */
		int plane_at[ENV_KINDS_MAX], number_at[ENV_KINDS_MAX]; /* where the kinds begin */
		void *ground; /* the planes that never change: [places][planes] */
	} layout;
	char (*names)[24]; /* of planes, then of numbers */
	struct env_array {
		void *data; /* NULL: not bound */
		size_t bytes;
	} arrays[ARES_ARRAYS];
	struct env_game *games;
	struct env_due *due;
	uint64_t *words;    /* [games][env_words]: see env_due */
	struct seat *seats; /* [games or 1][powers]; NULL: all are the caller's */
	bool seats_vary;    /* a row for each game */
	char *memory;       /* of players: [games][memory_size] */
	size_t memory_size;
	struct env_desk *desks; /* one for each thread */
	struct env_pool *pool;  /* NULL: one thread */
};

/* ── shared by the files env*.c ── */

static inline struct variant env_variant(const struct ares_env *env)
{
	return rules_variant(env->rules, &env->map->map);
}

static inline int env_powers(const struct ares_env *env)
{
	return env->map->map.power_count;
}

/* The player at a seat, or NULL: it is the caller's. */
static inline const struct seat *env_seat(const struct ares_env *env, int32_t game, int power)
{
	if (!env->seats)
		return NULL;
	const size_t row = env->seats_vary ? (size_t)game : 0;
	const struct seat *seat = &env->seats[row * (size_t)env_powers(env) + (size_t)power];

	return seat->player ? seat : NULL;
}

/* A game's row of an array whose rows have `size` elements; NULL: the array is not bound. */
#define ENV_ROW(env, array, type, game, size)                                                      \
	((env)->arrays[array].data                                                                     \
	     ? (type *)(env)->arrays[array].data + (size_t)(game) * (size_t)(size)                     \
	     : NULL)

/* The words that a game's row of them has: for those of a movement phase, or for few numbers. */
static inline int env_words(const struct vocabulary *vocabulary)
{
	const int kept = listing_kept_most(vocabulary), few = (CHOICES_FEW + 1) / 2;

	return kept > few ? kept : few;
}

/* ── env_game.c ── */

/* Begins a game on the start, at a block, and finds what is due. */
void env_begin(struct ares_env *env, int32_t game, uint32_t block, struct env_desk *desk);

/* Plays a phase by the actions taken, and those that nobody has a choice in. Where the game ends it
 * begins again; the arrays of the end are written. */
void env_play(struct ares_env *env, int32_t game, struct env_desk *desk);

/* Finds what is due on a game's board. */
void env_find_due(struct ares_env *env, int32_t game, struct env_desk *desk);

/* What a board is worth to each power (enum ares_reward). */
void env_value(const struct ares_env *env, const struct env_due *due,
               const struct game_verdict *verdict, float value[POWERS_MAX]);

/* Counts what each power has on a board. */
void env_count(const struct ares_env *env, const struct board *board, struct env_due *due);

/* The caller's submissions for a game, by the actions taken. Returns how many. */
int env_submissions(const struct ares_env *env, int32_t game, struct submission submissions[]);

/* Fills in a game's row of actions by chance. */
void env_draw_actions(struct ares_env *env, int32_t game, int32_t *row, struct env_desk *desk);

/* Fetches what is legal in a game into the nearest cache: its list, or what is kept of it. A number
 * beyond the games does nothing. */
void env_prefetch(const struct ares_env *env, int32_t game, bool list);

/* Takes the bound actions of a game for the next phase. An action that is illegal: false, and the
 * first of them. wrong may be NULL. */
bool env_take_actions(const struct ares_env *env, int32_t game, struct env_ask *wrong);

/* ── env_rows.c ── */

/* Allocates and fills what planes and numbers are; false: no memory. */
bool env_open_layout(struct ares_env *env);

/* Writes what a board looks like into rows of planes and numbers; NULL: not wanted. */
void env_write_view(const struct ares_env *env, int32_t game, void *planes, void *numbers);

/* Writes the arrays of a game that follow from its state; not its reward and end. */
void env_write_rows(const struct ares_env *env, int32_t game);

#endif
