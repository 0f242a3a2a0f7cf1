/* api: what the files of this room share: the map of a handle, errors, output texts and input
 * boards.
 *
 * Invariant: input is not trusted. A board, an order or a number of the caller is checked before it
 * is passed to lib. */
#ifndef ARESFARM_API_H
#define ARESFARM_API_H

#include "ares.h"
#include "board/board.h"
#include "game/game.h"
#include "game/record.h"
#include "picture/picture.h"
#include "players/player.h"
#include "rules/vocabulary.h"

struct ares_map {
	char name[MAP_NAME_SIZE];
	struct map map;
	const struct vocabulary *vocabulary; /* in room */
	uint64_t *special; /* one bit per number, set where the package lists it differently */
	void *room;
	uint64_t print; /* fingerprint of its text: boards contain it */
	char *text;     /* as map_file has it */
	size_t length;
	struct picture_map picture;
};

/* A constant of ares.h that must equal one of lib. */
#define API_SAME(ours, of_lib) _Static_assert((int)(ours) == (int)(of_lib), #ours " is " #of_lib)

/* ── errors ── */

/* Writes an error, unless error is NULL; returns the status. */
__attribute__((format(printf, 3, 4), cold)) int32_t
api_refuse(struct ares_error *error, enum ares_status status, const char *format, ...);
int32_t api_accept(struct ares_error *error);

/* Refuses a NULL by its name. */
#define API_NEED(pointer)                                                                          \
	do {                                                                                           \
		if ((pointer) == NULL)                                                                     \
			return api_refuse(error, ARES_ERROR_ARGUMENT, #pointer " is NULL");                    \
	} while (0)

/* Refuses options that have fewer bytes than the library needs. */
int32_t api_check_size(size_t bytes, size_t needed, struct ares_error *error);

/* ── output texts ── */

/* Checks the caller's buffer. False: it is refused with *status. */
bool api_may_write(const char *text, size_t size, struct ares_error *error, int32_t *status);

/* Ends an output text of `bytes` bytes that was written to text as far as it fits. */
int32_t api_finish_text(size_t bytes, char *text, size_t size, size_t *length,
                        struct ares_error *error);

/* Copies a terminated text. */
int32_t api_copy_text(const char *from, char *text, size_t size, size_t *length,
                      struct ares_error *error);

/* ── tables and powers ── */

/* NULL: there is no such number. */
const struct rules *api_rules(int32_t number);
const struct judge *api_judge(int32_t number);

/* Finds a rule set or judge by its number. A partial judge is refused unless partial is true. */
int32_t api_find_rules(int32_t number, const struct rules **rules, struct ares_error *error);
int32_t api_find_judge(int32_t number, bool partial, const struct judge **judge,
                       struct ares_error *error);

/* Refuses a number that is not a power of a map. */
int32_t api_check_power(const struct ares_map *map, int32_t power, struct ares_error *error);

/* Reads a seat that a player of the library has; or seats, of which NULL is the caller's. */
int32_t api_take_seat(const char *text, struct seat *seat, struct ares_error *error);
int32_t api_take_seats(const char *const texts[], size_t count, struct seat seats[],
                       struct ares_error *error);

/* Allocates `size` bytes, aligned as players need it; NULL: there is no memory. size may be 0. Free
 * it with free. */
void *api_make_room(size_t size);

/* Makes a player choose its orders. In movement and retreat phases it writes the orders of its own
 * units only, parallel to the board's units or dislodged units, and returns the number of these. In
 * winter it returns the number of adjustments that it wrote. 0: it has nothing to decide. */
int api_ask_player(const struct player *player, const struct player_call *call,
                   struct order orders[UNITS_MAX]);

/* ── boards ── */

/* Reads a board of a map from the caller's struct. */
int32_t api_take_board(const struct ares_map *map, const struct ares_board *from,
                       struct board *board, struct ares_error *error);

/* Refuses a unit that cannot be at its place. */
int32_t api_check_unit(const struct map *map, struct unit unit, struct ares_error *error);

/* Writes a board for the caller. */
void api_give_board(const struct ares_map *map, const struct board *board, struct ares_board *to);

/* The number of rounds in whole years; for 0 years more than any game has. */
int api_count_rounds(int32_t years);

/* Writes a verdict for the caller, who may pass NULL; returns the ending. */
int32_t api_give_verdict(struct game_verdict verdict, int32_t *winner, int32_t *survivors);

/* ── orders ── */

_Static_assert(sizeof(struct ares_order) == sizeof(struct order), "orders are the same bytes");

static inline struct order api_take_order(struct ares_order from)
{
	struct order order;

	__builtin_memcpy(&order, &from, sizeof order);
	return order;
}

static inline struct ares_order api_give_order(struct order from)
{
	struct ares_order order;

	__builtin_memcpy(&order, &from, sizeof order);
	return order;
}

/* Whether the bytes can be an order: its kind, types and flag are in their ranges, and so are its
 * places or they are LOC_NONE. */
bool api_is_order(const struct ares_map *map, struct order order);

/* The numbers of convoys, and of supports that name the coast of a fleet's move, as a mask over the
 * vocabulary of a map. NULL: there is no memory. Free it with free. */
uint64_t *api_find_special(const struct ares_map *map);

/* ── phases ── */

/* Reads a phase from the caller's struct. Its orders are checked with api_is_order only. */
int32_t api_take_phase(const struct ares_map *map, const struct ares_phase *from,
                       struct phase_record *record, struct ares_error *error);
void api_give_phase(const struct ares_map *map, const struct phase_record *record,
                    const struct board *after, struct ares_phase *to);

#endif
