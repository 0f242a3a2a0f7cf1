/* outside: see outside.h. */
#include "outside.h"

#include <stdlib.h>
#include <string.h>

#include "turn.h"

/* ── what was handed in ── */

/* Text that may go back to the database: one line of ASCII, though it may have been cut in the middle of a letter. */
static void clean(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
			*text = '?';
}

static void read_orders(struct outside *outside, const struct map *map)
{
	const struct handed *handed = &outside->handed;
	struct given *given = &outside->given;
	given->count = 0;
	for (int i = 0; i < handed->count; i++) {
		struct issue *issue = &given->issue[given->count];
		issue->power = handed->power[i];
		outside->problem[i][0] = '\0';
		outside->issue[i] = (int16_t)given->count;
		if (order_parse(map, handed->text[i], strlen(handed->text[i]), &issue->order, outside->problem[i])) {
			given->count++;
		} else {
			clean(outside->problem[i]);
			outside->issue[i] = -1;
		}
	}
}

bool outside_fetch(struct outside *outside, struct db *db, int64_t worker, const struct claim *claim,
                   struct match *match)
{
	outside->phase = match->board.phase;
	if (!stmt_find_handed(db, worker, claim, outside->phase, &outside->handed))
		return false;
	read_orders(outside, match->map);
	match->given = outside->handed.powers != 0 ? &outside->given : NULL;
	return true;
}

void outside_learn(struct outside *outside)
{
	for (int i = 0; i < outside->handed.count; i++) {
		const char *problem = outside->issue[i] >= 0 ? outside->given.problem[outside->issue[i]] : NULL;
		if (problem != NULL)
			snprintf(outside->problem[i], sizeof outside->problem[i], "%s", problem);
	}
}

/* ── into a batch ── */

/* A power's problems, a line each. */
static void print_problems(const struct outside *outside, uint8_t power, char text[ADJUSTMENTS_MAX * ORDER_ERROR_SIZE])
{
	char *at = text;
	text[0] = '\0';
	for (int i = 0; i < outside->handed.count; i++)
		if (outside->handed.power[i] == power)
			at +=
				sprintf(at, "%s%s", at == text ? "" : "\n", outside->problem[i][0] != '\0' ? outside->problem[i] : "-");
}

bool outside_send_played(const struct outside *outside, struct db *db, int64_t worker, const struct claim *claim)
{
	char problems[ADJUSTMENTS_MAX * ORDER_ERROR_SIZE];
	for (uint8_t power = 0; power < POWERS_MAX; power++) {
		if (!(outside->handed.powers >> power & 1))
			continue;
		print_problems(outside, power, problems);
		if (!stmt_send_problems(db, worker, claim, power, outside->phase, problems))
			return false;
	}
	return stmt_send_turns_over(db, worker, claim, outside->phase);
}

static bool send_turn(struct db *db, int64_t worker, const struct claim *claim, const struct match *match,
                      const struct stored *open, uint8_t power)
{
	const struct map *map = match->map;
	const struct law *law = &match->rules->law;
	size_t size = turn_print(map, law, &match->board, power, NULL, 0);
	char *legal = malloc(size);
	if (legal == NULL)
		abort();
	turn_print(map, law, &match->board, power, legal, size);
	legal[strlen(legal) - 1] = '\0'; /* the last line's end */
	bool sent = stmt_send_turn(db, worker, claim, power, open, turn_count_due(map, &match->board, power), legal);
	free(legal);
	return sent;
}

bool outside_send_asked(struct db *db, int64_t worker, const struct claim *claim, const struct match *match,
                        uint8_t asked)
{
	struct stored open;
	stored_pack_open(match->map, &match->board, &open);
	for (uint8_t power = 0; power < POWERS_MAX; power++)
		if (asked >> power & 1 && !send_turn(db, worker, claim, match, &open, power))
			return false;
	return stmt_send_wait(db, worker, claim);
}
