/* field: see field.h. */
#include "field.h"
#include "bench_program.h"
#include "sample.h"

#include <omp.h>
#include <stdlib.h>

enum { ROUNDS = 50, TICKETS = 100 };

/* The kinds of games that students play in: with what chance of 100 a seat is a student's; else it
 * is one player's in the whole game. One of seven at least is a student. */
static const struct kind {
	int tickets, students;
	const char *other;
} kinds[] = {
	{32, 100, "random"},
	{14, 40, "trinity(budget=3000,evaluation=2,belief=1)"},
	{8, 40, "trinity(budget=1000,evaluation=2,belief=1)"},
	{6, 40, "trinity(budget=1000,evaluation=1,belief=1)"},
	{8, 30, "trinity(level=5)"},
	{8, 20, "trinity(level=4)"},
	{8, 20, "trinity(level=3)"},
	{6, 15, "trinity(level=2)"},
	{10, 20, "blackmane"},
};
_Static_assert(sizeof kinds / sizeof *kinds == FIELDS, "as the header has it");

const char *field_other(int kind)
{
	return kinds[kind].other;
}

static struct rng open_rng(const struct field *field, int game, int power)
{
	return rng_open(field->seed, (uint32_t)game + 1, (uint16_t)field->generation, (uint8_t)power,
	                RNG_SEATINGS);
}

void field_draw_sides(const struct field *field, int game, int power, int side[KNOBS_MAX])
{
	struct rng rng = open_rng(field, game, power);

	for (int k = 0; k < field->knobs->count; k++)
		side[k] = rng_below(&rng, 2) ? 1 : -1;
}

static void draw_kind(const struct field *field, int game, struct field_game *played)
{
	struct rng rng = open_rng(field, game, POWERS_MAX);
	int ticket = (int)rng_below(&rng, TICKETS);

	played->kind = 0;
	while (ticket >= kinds[played->kind].tickets)
		ticket -= kinds[played->kind++].tickets;
	played->students = (power_set)(1 << rng_below(&rng, POWERS_MAX));
	for (int p = 0; p < field->map->power_count; p++)
		if ((int)rng_below(&rng, 100) < kinds[played->kind].students)
			power_set_add(&played->students, p);
}

static void seat_student(const struct field *field, int game, int power, struct seat *seat)
{
	const int number = omp_get_thread_num() * POWERS_MAX + power;
	double moved[KNOBS_MAX];
	int side[KNOBS_MAX];

	if (number >= STUDENTS_MAX)
		bench_fail("too many threads: see OMP_NUM_THREADS");
	field_draw_sides(field, game, power, side);
	for (int k = 0; k < field->knobs->count; k++)
		moved[k] = field->value[k] + side[k] * field->knobs->knob[k].step;
	knobs_turn(moved, &student_weights[number]);
	student_seat(number, field->budget, seat);
}

static void seat_all(const struct field *field, int game, const struct field_game *played,
                     struct match *match)
{
	for (int p = 0; p < field->map->power_count; p++) {
		if (power_set_has(played->students, p))
			seat_student(field, game, p, &match->seats[p]);
		else
			bench_seat(kinds[played->kind].other, &match->seats[p]);
		match->seats[p].entrant = (uint8_t)p;
	}
}

void field_play(const struct field *field, int game, struct field_game *played)
{
	struct match match = {.map = field->map,
	                      .rules = rules_find("standard"),
	                      .judge = judges[0],
	                      .seed = field->seed + (uint64_t)field->generation,
	                      .block = (uint32_t)game + 1,
	                      .round_limit = ROUNDS,
	                      .threads = 1};
	struct phase_record record;
	struct phase_cost cost;
	int parts[POWERS_MAX];

	draw_kind(field, game, played);
	seat_all(field, game, played, &match);
	void *room = bench_start(&match);
	while (match_verdict(&match).ending == GAME_RUNNING)
		match_play(&match, &record, &cost);
	const int whole = sample_shares(&match, parts);
	for (int p = 0; p < field->map->power_count; p++)
		played->share[p] = parts[p] * (FIELD_ONE / whole);
	free(room);
}
