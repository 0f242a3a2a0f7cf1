/* saved_read: a saved game of the package `diplomacy`, read phase by phase from its JSON.
 *
 * Unknown keys are ignored. Everything else is checked: an invalid value is an error with its path
 * in the object, "phases[3].state.units.FRANCE[0]: ...". The texts point into the object. */
#ifndef ARESFARM_CTL_SAVED_READ_H
#define ARESFARM_CTL_SAVED_READ_H

#include "board/macros.h"
#include "formats/saved/saved_order.h"
#include "formats/saved/saved_result.h"
#include "game/given.h"

struct json_object;

enum {
	SAVED_ERROR_SIZE = 2 * ERROR_SIZE,
	SAVED_ID_SIZE = 200,
	SAVED_NAME_SIZE = 64,
	SAVED_RULES_SIZE = 800,
	SAVED_NOTE_SIZE = 200,
	SAVED_PHASES_MAX = 20000,
};

/* A game, without its phases. */
struct saved_game {
	const struct map *map;          /* set by the caller, before any phase is read */
	struct json_object *phases;     /* a list */
	int phase_count;                /* 1 to SAVED_PHASES_MAX */
	char id[SAVED_ID_SIZE];         /* may be empty */
	char map_name[SAVED_NAME_SIZE]; /* "standard" if the file names none */
	char rules[SAVED_RULES_SIZE];   /* names, separated by blanks */
	int64_t written_at;             /* of its first phase, microseconds since 1970; 0: unknown */
	int messages;                   /* in all phases */
};

/* An order as it is written. */
struct saved_text {
	uint8_t power;
	const char *text;
	size_t length;
};

enum saved_kind { SAVED_PLAYED, SAVED_FORMING, SAVED_COMPLETED };

/* A phase. The board has the owners of centres only, no contested provinces, and not the places
 * from which units were dislodged. */
struct saved_phase {
	enum saved_kind kind;
	char name[SAVED_NAME_SIZE];
	char note[SAVED_NOTE_SIZE];
	struct board board;                  /* its phase only if kind is SAVED_PLAYED */
	bool told[RETREATS_MAX];             /* of each dislodged unit: open is valid, ... */
	struct place_set open[RETREATS_MAX]; /* ... where the file says that it may go */
	int order_count;
	struct saved_text orders[GIVEN_MAX];
	power_set set;                /* the powers that have a list of orders, maybe empty */
	struct saved_results results; /* no rows: the file has no results */
};

/* Reads everything but the phases. False, with the reason in error. */
MUST_CHECK bool saved_read_game(struct json_object *object, struct saved_game *game,
                                char error[SAVED_ERROR_SIZE]);

/* Reads phase n. first: the position whose units or centres powers keep if the phase omits them.
 * False, with the reason in error. */
MUST_CHECK bool saved_read_phase(const struct saved_game *game, int n, const struct board *first,
                                 struct saved_phase *phase, char error[SAVED_ERROR_SIZE]);

#endif
