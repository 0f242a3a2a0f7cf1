/* external: see external.h. */
#include "external.h"

#include <stdlib.h>
#include <string.h>

#include "game/turn.h"

/* ── submitted orders ── */

/* Makes one line of ASCII. The text goes back to the database, and it may have been cut inside a
 * character. */
static void clean(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
			*text = '?';
}

static void read_orders(struct external *external, const struct map *map)
{
	const struct submitted *submitted = &external->submitted;
	struct given *given = &external->given;

	given->count = 0;
	for (int i = 0; i < submitted->count; i++) {
		struct submission *submission = &given->submission[given->count];
		submission->power = submitted->power[i];
		external->problem[i][0] = '\0';
		external->submission[i] = (int16_t)given->count;
		if (order_parse(map, submitted->text[i], strlen(submitted->text[i]), &submission->order,
		                external->problem[i])) {
			given->count++;
		} else {
			clean(external->problem[i]);
			external->submission[i] = -1;
		}
	}
}

bool external_fetch(struct external *external, struct db *db, int64_t worker,
                    const struct claim *claim, const struct match *match)
{
	external->phase = match->board.phase;
	return stmt_find_submitted(db, worker, claim, external->phase, &external->submitted);
}

void external_read(struct external *external, struct match *match)
{
	read_orders(external, match->map);
	match->given = external->submitted.powers != 0 ? &external->given : NULL;
	match->agreed = external->submitted.agreed;
	match->agreed_in = external->phase;
}

void external_learn(struct external *external)
{
	for (int i = 0; i < external->submitted.count; i++) {
		const char *problem =
			external->submission[i] >= 0 ? external->given.problem[external->submission[i]] : NULL;
		if (problem != NULL)
			snprintf(external->problem[i], sizeof external->problem[i], "%s", problem);
	}
}

/* ── into a batch ── */

/* A power's problems: one line for each order, "-" for one that counted. */
static void print_problems(const struct external *external, uint8_t power,
                           char text[ADJUSTMENTS_MAX * ORDER_ERROR_SIZE])
{
	char *at = text;
	text[0] = '\0';
	for (int i = 0; i < external->submitted.count; i++)
		if (external->submitted.power[i] == power)
			at += sprintf(at, "%s%s", at == text ? "" : "\n",
			              external->problem[i][0] != '\0' ? external->problem[i] : "-");
}

bool external_send_played(const struct external *external, struct db *db, int64_t worker,
                          const struct claim *claim)
{
	char problems[ADJUSTMENTS_MAX * ORDER_ERROR_SIZE];
	for (uint8_t power = 0; power < POWERS_MAX; power++) {
		if (!(external->submitted.powers >> power & 1))
			continue;
		print_problems(external, power, problems);
		if (!stmt_send_problems(db, worker, claim, power, external->phase, problems))
			return false;
	}
	return stmt_send_turns_over(db, worker, claim, external->phase);
}

static bool send_turn(struct db *db, int64_t worker, const struct claim *claim,
                      const struct match *match, const struct stored *open, uint8_t power)
{
	const struct variant variant = match_variant(match);
	size_t size = turn_print(variant, &match->board, power, NULL, 0);
	char *legal = malloc(size);
	if (legal == NULL)
		abort();
	turn_print(variant, &match->board, power, legal, size);
	legal[strlen(legal) - 1] = '\0'; /* the last line's end */
	const struct asked_turn turn = {power, open, turn_count_due(match->map, &match->board, power),
	                                legal};
	bool sent = stmt_send_turn(db, worker, claim, &turn);
	free(legal);
	return sent;
}

bool external_send_asked(struct db *db, int64_t worker, const struct claim *claim,
                         const struct match *match, uint8_t asked)
{
	struct stored open;
	stored_pack_open(match->map, &match->board, &open);
	for (uint8_t power = 0; power < POWERS_MAX; power++)
		if (asked >> power & 1 && !send_turn(db, worker, claim, match, &open, power))
			return false;
	return stmt_send_wait(db, worker, claim);
}
