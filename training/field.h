/* field: games by which trinity learns: perturbed students among other players. Neither dumbbot nor
 * scorer is among them. */
#ifndef ARESFARM_FIELD_H
#define ARESFARM_FIELD_H

#include "knobs.h"

#include "match/match.h"

enum { FIELDS = 9, FIELD_ONE = 1 << 20 /* a share of 1 */ };

/* What games of one kind have in common. */
struct field {
	const struct map *map;
	const struct knobs *knobs;
	const double *value; /* of the knobs, unperturbed */
	uint64_t seed;
	int generation, budget;
};

struct field_game {
	int kind;
	power_set students;
	int32_t share[POWERS_MAX]; /* of FIELD_ONE: who wins has it all; else squares of centres */
};

/* The other players of a kind of game. */
const char *field_other(int kind);

/* The side to which each knob of a student is perturbed: 1 or -1. */
void field_draw_sides(const struct field *field, int game, int power, int side[KNOBS_MAX]);

/* Plays the game of a number. Each thread of OpenMP has students of its own. */
void field_play(const struct field *field, int game, struct field_game *played);

#endif
