/* external: see external.h. */
#include "external.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "game/turn.h"

/* ── submitted orders ── */

static void unpack_orders(struct external *external, const struct map *map)
{
	const struct submitted *submitted = &external->submitted;
	struct given *given = &external->given;

	given->count = 0;
	for (int i = 0; i < submitted->count; i++) {
		struct submission *submission = &given->submission[given->count];
		const bool read = order_unpack_unit(map, submitted->order[i], &submission->order);

		submission->power = submitted->power[i];
		external->submission[i] = read ? (int16_t)given->count++ : -1;
		external->problem[i] = read ? NULL : "it is not an order";
	}
}

/* Whether a seat that is not an external player's can vote. If none can, the database counts votes.
 */
static bool others_vote(const struct match *match)
{
	for (int p = 0; p < match->map->power_count; p++) {
		const struct seat *seat = &match->seats[p];
		if (seat->bot[0] != '\0' || (seat->player != NULL && seat->player->vote != NULL))
			return true;
	}
	return false;
}

bool external_fetch(struct external *external, struct db *db, int64_t worker,
                    const struct claim *claim, const struct match *match)
{
	external->phase = match->board.phase;
	external->votes = (struct votes){0};
	if (!stmt_find_submitted(db, worker, claim, external->phase, &external->submitted))
		return false;
	return external->submitted.powers == 0 || !others_vote(match) ||
	       stmt_find_votes(db, worker, claim, external->phase,
	                       votes_find_survivors(match->map, &match->board), &external->votes);
}

void external_read(struct external *external, struct match *match)
{
	unpack_orders(external, match->map);
	match->given = external->submitted.powers != 0 ? &external->given : NULL;
	match->away = external->submitted.away;
	match->agreed = external->submitted.agreed;
	match->shared = (power_set)external->submitted.shared;
	match->agreed_in = external->phase;
}

void external_learn(struct external *external)
{
	for (int i = 0; i < external->submitted.count; i++)
		if (external->submission[i] >= 0)
			external->problem[i] = external->given.problem[external->submission[i]];
}

/* ── into a batch ── */

/* A power's problems: one line for each order, "-" for one that counted. */
static void print_problems(const struct external *external, uint8_t power,
                           char text[ADJUSTMENTS_MAX * ERROR_SIZE])
{
	char *at = text;
	text[0] = '\0';
	for (int i = 0; i < external->submitted.count; i++)
		if (external->submitted.power[i] == power)
			at += sprintf(at, "%s%s", at == text ? "" : "\n",
			              external->problem[i] != NULL ? external->problem[i] : "-");
}

bool external_send_played(const struct external *external, struct db *db, int64_t worker,
                          const struct claim *claim)
{
	char problems[ADJUSTMENTS_MAX * ERROR_SIZE];
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
	const int count = turn_orders(variant, &match->board, power, NULL, 0);
	struct order *orders = heap_get((size_t)count, sizeof *orders);
	int32_t *legal = heap_get((size_t)count, sizeof *legal);

	turn_orders(variant, &match->board, power, orders, count);
	for (int i = 0; i < count; i++)
		legal[i] = order_pack_unit(orders[i]);

	const struct asked_turn turn = {
		.power = power,
		.open = open,
		.due = turn_count_due(match->map, &match->board, power),
		.legal = legal,
		.legal_count = count,
	};
	bool sent = stmt_send_turn(db, worker, claim, &turn);
	free(legal);
	free(orders);
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
