/* player: the interface of players, their settings, and the table of players (players.def).
 *
 * A player is one file that ends in a const struct player, and one line in players.def. It is a
 * pure function: the same call gives the same orders. Its memory of a game is a fold over the
 * phases played: `observe` receives them one after the other, and orders may depend on the memory.
 * The memory is not stored. To resume or verify a stored game, its phases are replayed through
 * `observe`. Scratch is the memory of one call. */
#ifndef ARESFARM_PLAYER_H
#define ARESFARM_PLAYER_H

#include "game/game.h"
#include "knowledge.h"
#include "game/record.h"
#include "board/rng.h"

enum { SETTINGS_MAX = 24, PLAYER_SPEC_SIZE = 384, EXTERNAL_SIZE = 54 };
enum { PERCENT = 100 }; /* of the settings that are percentages */
enum { LABEL_SIZE = 33, BOT_NAME_SIZE = 33, PLAYER_ALIGN = 64 };

struct player_setting {
	const char *name; /* NULL ends the list */
	int32_t least, most, normal;
	const char *about;
};

struct player_call {
	const struct map *map;
	const struct rules *rules;
	const struct judge *judge; /* for forecasts */
	const struct board *board;
	const int32_t *settings; /* parallel to the player's list */
	uint64_t seed;
	uint32_t block; /* as in struct game */
	uint8_t power;
	uint8_t entrant;         /* as in struct seat */
	uint64_t (*clock)(void); /* nanoseconds, monotonic, for efforts only; NULL: times are 0 */
	/* scratch_size bytes, aligned to PLAYER_ALIGN; contents undefined. NULL: it needs none. */
	void *scratch;
	const void *memory; /* the result of observe for the phases so far; NULL: it has none */
	struct knowledge *knowledge; /* NULL: there is none */
};

/* The cost of a decision. It is stored with the board. */
struct player_effort {
	uint32_t forecasts[STAGES]; /* resolutions, by the last stage the judge reached */
	uint64_t forecast_ns; /* their total time in nanoseconds; a player may time some of them, and
	                         estimate the total */
	uint64_t nodes;       /* positions of its search; 0 for a player that does not search */
	bool capped;          /* a limit on the effort was reached */
};

struct player {
	const char *name;
	const char *about;                     /* one line */
	const struct player_setting *settings; /* at most SETTINGS_MAX, then a name of NULL */
	/* The settings from this place on are newer than stored seats without them; 0: none. Texts name
	 * such a setting only if it is not normal, so older seats keep their texts, and their games
	 * their digests. */
	int later;
	size_t (*scratch_size)(const int32_t settings[]); /* NULL: needs none */
	/* Orders the power's own units: writes orders[i] of these only. */
	void (*order)(const struct player_call *call, struct order orders[UNITS_MAX],
	              struct player_effort *effort);
	/* In a retreat phase: writes orders[i] of the power's own dislodged units only, parallel to
	 * board->retreat. NULL: they are drawn at random. */
	void (*retreat)(const struct player_call *call, struct order orders[RETREATS_MAX]);
	/* In winter, if build_allowance is not 0: writes builds, removals and waives; returns their
	 * number. NULL: they are drawn at random. */
	int (*adjust)(const struct player_call *call, struct submission adjustments[ADJUSTMENTS_MAX]);
	/* Folds a phase that was played into the memory of its seat (player_memory_size), aligned to
	 * PLAYER_ALIGN, zeros before the first phase. It is called for every phase of the game, in
	 * sequence, even if its power had nothing to order. call->board is the record's; call has no
	 * knowledge and no memory. NULL: it remembers nothing. */
	void (*observe)(const struct player_call *call, const struct phase_record *record,
	                void *memory);
	size_t memory_size;                              /* with its normal settings */
	size_t (*more_memory)(const int32_t settings[]); /* additional bytes; NULL: none */
	/* Whether it agrees, on a board before moves, that all survivors share the game. The call has
	 * no scratch. NULL: it never does. */
	bool (*vote)(const struct player_call *call);
	const char *knowledge; /* the kind of the values that it shares; NULL: it shares none */
};

/* A player's random stream in a phase: its own for this seed, block, phase, power and entrant. */
struct rng player_chance(const struct player_call *call, enum rng_use use);

/* What a player orders in a phase of retreats or adjustments; drawn at random if it leaves that
 * open. */
void player_retreat(const struct player *player, const struct player_call *call,
                    struct order orders[RETREATS_MAX]);
int player_adjust(const struct player *player, const struct player_call *call,
                  struct submission adjustments[ADJUSTMENTS_MAX]);

/* The power's unit in a province, or -1; and that of some ordered ones which is ordered to move
 * there. */
int player_find_own(const struct player_call *call, uint8_t province);
int player_find_mover(const struct player_call *call, unit_set ordered, const struct order orders[],
                      uint8_t province);

extern const struct player_setting player_no_settings[]; /* of a player that has none */

#define PLAYER(name) extern const struct player player_##name;
#include "players.def"
#undef PLAYER
extern const struct player *const players[]; /* NULL ends it */
const struct player *player_find(const char *name, size_t length);

/* Sets one setting by name. False if the name is unknown or the value is out of range; error then
 * has the reason and the valid choices. */
MUST_CHECK bool player_set(const struct player *player, const char *name, size_t length,
                           int64_t value, int32_t settings[], char error[ERROR_SIZE]);
void player_set_normal(const struct player *player, int32_t settings[]);

/* A seat: a player with its settings, or an external player, which submits orders, or a bot: a
 * program that the caller asks. */
struct seat {
	const struct player
		*player; /* NULL: a bot or an external player: a role, or a person with a link
	              */
	int32_t settings[SETTINGS_MAX];
	char label[LABEL_SIZE];       /* its name; empty: the text of seat_print_label */
	char external[EXTERNAL_SIZE]; /* the role of an external player; empty for a person and all
	                                 others */
	char bot[BOT_NAME_SIZE];      /* the name of a bot; else empty */
	/* Which of the players that take turns at the powers: the same one in all games. It has random
	 * streams of its own, so two entrants with the same player play differently. 0 if seats stay
	 * the same. */
	uint8_t entrant;
};

static inline size_t player_align(size_t size)
{
	return (size + PLAYER_ALIGN - 1) / PLAYER_ALIGN * PLAYER_ALIGN;
}

/* The bytes of its player's memory and scratch, rounded up to PLAYER_ALIGN; 0 without a player. */
size_t player_memory_size(const struct seat *seat);
size_t player_scratch_size(const struct seat *seat);

/* The prefix of a bot's name in texts: "bot:greedy". */
#define SEAT_BOT "bot:"

/* The external player of seats of DAIDE clients. No role owns such a seat, whatever its name. */
#define SEAT_DAIDE "daide"

/* The length in bytes of the bot's name at the beginning of a text, without "bot:": letters,
 * digits, "_" and "-", fewer than BOT_NAME_SIZE. 0: none. */
size_t seat_bot_length(const char *text);

/* Reads "ares(depth=2,age=10)", "random", with a label "a=random"; "@alice" for an external player;
 * "@" for a person who comes by a link, with a label "anna=@"; "bot:greedy" for a bot. A label has
 * letters, digits, "_", "-" and "."; a label that equals the text of seat_print_label is left out.
 * Settings that are not named get their normal values. Reading stops at a comma that is not in the
 * brackets, or at the end. *end, if end is not NULL, is the place where it stopped. False if the
 * text is not a seat; error then has the reason and the valid choices. */
MUST_CHECK bool seat_parse(const char *text, const char **end, struct seat *seat,
                           char error[ERROR_SIZE]);

/* Whether a full text of a seat names its setting i: not a later one (struct player) with its
 * normal value. */
bool seat_names_setting(const struct seat *seat, int i);

/* The full specification, label and settings: "ares(depth=2,age=10,mutations=8,...)", "a=random".
 */
char *seat_print(const struct seat *seat, char text[PLAYER_SPEC_SIZE]);

/* The name shown to people: its label; without one, the player with the settings that are not
 * normal: "ares", "ares(depth=3)", "@alice"; "person" for a person without a label. */
char *seat_print_label(const struct seat *seat, char text[PLAYER_SPEC_SIZE]);

/* Whether two seats have the same player with the same settings. */
bool seat_equal(const struct seat *one, const struct seat *other);

#endif
