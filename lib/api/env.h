/* env: many games that step together (ares.h, "the environment").
 *
 * Invariant: a game depends on its seed, block, options and actions only. No game reads what
 * another game writes, so the numbers of games and threads have no effect. A step allocates
 * nothing.
 *
 * env.c opens, steps, saves and restores; env_game.c plays one game; env_rows.c writes its arrays;
 * env_pool.c owns the threads. */
#ifndef ARESFARM_ENV_H
#define ARESFARM_ENV_H

#include "api.h"
#include "env_pool.h"
#include "game/choices.h"
#include "game/given.h"

enum { ENV_KINDS_MAX = 32 };

/* The state of a game between two steps, without what can be computed from it (env_due). */
struct env_game {
	struct board board;
	uint64_t seed;
	uint32_t block;
	int32_t tenure_year;     /* the last year with a change of centres; at first the year before the
	                            start */
	float value[POWERS_MAX]; /* the value of the board, by options.reward */
	int32_t last_count;      /* orders of the phase that the last step played */
	int32_t last[UNITS_MAX]; /* their numbers, or -1; their places; which of them failed */
	uint8_t last_from[UNITS_MAX];
	uint64_t last_failed;
};

/* What follows from the state: the orders that are due, the legal orders, and the counts of each
 * power. */
struct env_due {
	struct choices choices;
	struct listing_kept kept; /* the legal orders of a movement phase; else all numbers, as int32_t.
	                             Copied, since the caller may overwrite its own mask and list */
	int ask_count;
	struct env_ask {
		uint16_t at;         /* in a row of actions */
		uint8_t power, slot; /* which of choices */
		int32_t action;      /* once read: the caller's action, if it is legal; else -1 */
	} asks[GIVEN_MAX];       /* the orders that are due */
	int centres[POWERS_MAX], units[POWERS_MAX];
	int builds[POWERS_MAX]; /* in winter as build_allowance; else 0 */
};

/* What a thread needs for one game. */
struct env_desk {
	void *scratch;    /* of players; NULL: no player needs it */
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
		uint8_t *ground; /* the planes that never change: [places][planes] */
	} layout;
	char (*names)[24]; /* of planes, then of numbers */
	struct env_array {
		void *data; /* NULL: not bound */
		size_t bytes;
	} arrays[ARES_ARRAYS];
	struct env_game *games;
	struct env_due *due;
	uint64_t *words;    /* [games][env_words]: see env_due */
	struct seat *seats; /* [games or 1][powers]; NULL: the caller has all seats */
	bool seats_vary;    /* one row per game */
	char *memory;       /* of players: [games][memory_size] */
	size_t memory_size;
	struct env_desk *desks; /* one per thread */
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

/* The player at a seat, or NULL if the caller has the seat. */
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

/* The length of a game's row of env->words: enough for the kept list of a movement phase and for
 * the numbers of a short list. */
static inline int env_words(const struct vocabulary *vocabulary)
{
	const int kept = listing_kept_most(vocabulary), few = (CHOICES_FEW + 1) / 2;

	return MAX(kept, few);
}

/* ── env_game.c ── */

/* Begins a game at the start with a block, and finds the due orders. */
void env_begin(struct ares_env *env, int32_t game, uint32_t block, struct env_desk *desk);

/* Plays a phase by the actions that were read, and the following phases in which no power has a
 * choice. If the game ends, writes the final arrays and begins it again. */
void env_play(struct ares_env *env, int32_t game, struct env_desk *desk);

/* Finds the due orders of a game's board. */
void env_find_due(struct ares_env *env, int32_t game, struct env_desk *desk);

/* The value of a board to each power (enum ares_reward). */
void env_value(const struct ares_env *env, const struct env_due *due,
               const struct game_verdict *verdict, float value[POWERS_MAX]);

/* Counts the centres, units and builds of each power on a board. */
void env_count(const struct ares_env *env, const struct board *board, struct env_due *due);

/* The caller's submissions for a game, from the actions that were read. Returns their number. */
int env_submissions(const struct ares_env *env, int32_t game, struct submission submissions[]);

/* Fills in a game's row of actions at random. */
void env_draw_actions(struct ares_env *env, int32_t game, int32_t *row, struct env_desk *desk);

/* Prefetches the legal orders of a game into the nearest cache: its list, or the kept form of it.
 * Does nothing if there is no such game. */
void env_prefetch(const struct ares_env *env, int32_t game, bool list);

/* Reads the bound actions of a game for the next phase. False if an action is illegal; *wrong is
 * then the first illegal one. wrong may be NULL. */
bool env_take_actions(const struct ares_env *env, int32_t game, struct env_ask *wrong);

/* ── env_rows.c ── */

/* Allocates and fills the layout and names of planes and numbers; false: no memory. */
bool env_open_layout(struct ares_env *env);

/* Writes a game's board as rows of planes and numbers; NULL: not wanted. */
void env_write_view(const struct ares_env *env, int32_t game, void *planes, void *numbers);

/* Writes the arrays of a game that follow from its state, that is, all but its reward and end. */
void env_write_rows(const struct ares_env *env, int32_t game);

#endif
