/* judge_fold_phases: plays a report's phase by our judge, and compares it with the mail
 * (judge_fold.h). */
#include "judge_fold_parts.h"

#include "game/disorder.h"
#include "judge_names.h"
#include "judge_retreats.h"

#include <string.h>

static struct variant find_variant(const struct folding *f)
{
	return rules_variant(f->fold->game.rules, f->fold->game.map);
}

/* ── movement ── */

/* Whether a move succeeded, or a support counted, according to the mail. */
static bool mail_moves(const struct mail_entry *entry)
{
	return entry->order.kind == ORDER_MOVE && entry->marks == 0;
}
static bool mail_supports(const struct mail_entry *entry)
{
	return !(entry->marks & (MARK_CUT | MARK_VOID | MARK_DISLODGED));
}

/* Whether an army named seas to an adjacent province and found no convoy. The Judge leaves it in
 * place; some of our rule sets let it move overland (4.A.3). */
static bool falls_back(const struct folding *f, const struct mail_entry *entry)
{
	const struct order order = entry->order;

	return order.kind == ORDER_MOVE && order.via && entry->marks & MARK_NO_CONVOY &&
	       f->fold->game.rules->law.fallback == FALLBACK_LAND &&
	       map_adjacent(f->fold->game.map, ARMY, order.from, order.to);
}

/* Reports how an order differs. A support against an own unit counts for some judges only; the
 * difference has no consequences. */
static bool compare_order(struct folding *f, const struct judgement *judgement,
                          const struct mail_entry *entry, int u)
{
	const struct resolution *resolution = &judgement->resolution;
	const enum result result = f->phase->record.results[u];
	const bool follows = unit_set_has(resolution->follows, u),
			   dislodged = unit_set_has(resolution->dislodged, u);
	char unit[FOLD_UNIT_SIZE];

	fold_print_unit(f->fold->game.map, judgement->board->unit[u], unit);
	if (dislodged != !!(entry->marks & MARK_DISLODGED))
		fold_tell_difference(f, entry->line, "%s: %s dislodged by the mail, %s by our judge", unit,
		                     dislodged ? "not" : "it is", dislodged ? "it is" : "not");
	else if (falls_back(f, entry) && follows)
		fold_tell_difference(f, entry->line,
		                     "%s: without a convoy it stays by the mail, it goes by land by our "
		                     "judge; --rules datc3 has it stay, too",
		                     unit);
	else if (entry->order.kind == ORDER_MOVE && follows != mail_moves(entry))
		fold_tell_difference(f, entry->line, "%s: %s by the mail, %s by our judge", unit,
		                     follows ? "it fails" : "it moves",
		                     follows ? "it moves" : result_names[result]);
	else if ((entry->order.kind == ORDER_SUPPORT_HOLD || entry->order.kind == ORDER_SUPPORT_MOVE) &&
	         result != RESULT_SELF && follows != mail_supports(entry))
		fold_tell_difference(f, entry->line, "%s: its support %s by the mail, %s by our judge",
		                     unit, follows ? "fails" : "counts",
		                     follows ? "counts" : result_names[result]);
	else
		return true;
	return false;
}

/* Restores an order that our rules disregard, if it can be judged, because the Judge accepted
 * it. */
static void let_stand(struct folding *f, const struct mail_entry *entry, struct order *order)
{
	const struct map *map = f->fold->game.map;
	const struct board *board = &f->phase->record.board;
	struct order taken = entry->order;
	char text[ORDER_TEXT_SIZE];
	const int helped =
		taken.aux < map->loc_count ? board_find(map, board, map->loc[taken.aux].province) : -1;

	if (helped >= 0)
		taken.aux = board->unit[helped].loc;
	if (order_is_of(map, taken, order->type, order->from))
		*order = taken;
	else
		fold_tell(f, entry->line, "%s %s: our judge disregards it", map->power[entry->power],
		          order_print(map, taken, text));
}

/* Writes each unit's order and its marks in the mail. */
static void take_orders(struct folding *f, int unit_of[MAIL_ENTRIES_MAX])
{
	const struct map *map = f->fold->game.map;
	struct fold_phase *phase = f->phase;
	struct phase_orders *orders = &phase->record.orders;
	const struct board *board = &phase->record.board;
	struct submission submissions[MAIL_ENTRIES_MAX];
	enum verdict verdicts[MAIL_ENTRIES_MAX];
	int count = 0;

	orders->count = board->unit_count;
	for (int i = 0; i < f->report->entry_count; i++) {
		const struct mail_entry *entry = &f->report->entries[i];
		const int u = board_find(map, board, map->loc[entry->order.from].province);
		unit_of[i] = u;
		orders->power[u] = entry->power;
		phase->marks[u] = entry->marks;
		phase->ordered[u] = entry->ordered;
		submissions[count++] = (struct submission){entry->power, entry->order};
	}
	submission_verify(find_variant(f), board, submissions, count, orders->order, verdicts);
	for (int n = 0; n < count; n++)
		if (verdicts[n] != VERDICT_LEGAL)
			let_stand(f, &f->report->entries[n], &orders->order[unit_of[n]]);
}

/* Adds a unit at its place after a phase according to the mail. */
static bool put(struct folding *f, long line, struct unit unit, struct board *next)
{
	const struct map *map = f->fold->game.map;

	if (!map_can_stand(map, unit.type, unit.loc))
		return fold_refuse(f, line,
		                   "by the mail the unit comes to %s, where none of its type can stand",
		                   map->loc[unit.loc].name);
	return board_add(map, next, unit) ||
	       fold_refuse(f, line, "by the mail two units come to stand in %s",
	                   map->loc[map->loc[unit.loc].province].name);
}

/* The board after the moves according to the mail. */
static bool move_by_mail(struct folding *f, struct board *next)
{
	const struct map *map = f->fold->game.map;
	const struct board *before = &f->phase->record.board;
	struct listed_retreat retreats[RETREATS_MAX];
	int count = 0;

	board_clear(next);
	next->phase = before->phase + 1;
	memcpy(next->owner, before->owner, sizeof next->owner);
	for (int i = 0; i < f->report->entry_count; i++) {
		const struct mail_entry *entry = &f->report->entries[i];
		const struct unit unit = {entry->power, entry->order.type,
		                          mail_moves(entry) ? entry->order.to : entry->order.from};
		if (!(entry->marks & MARK_DISLODGED) && !put(f, entry->line, unit, next))
			return false;
	}
	for (int i = 0; i < f->report->dislodged_count; i++) {
		const struct mail_dislodged *dislodged = &f->report->dislodged[i];
		const int u = board_find(map, before, map->loc[dislodged->loc].province);
		if (u < 0 || !(f->phase->marks[u] & MARK_DISLODGED))
			return fold_refuse(f, dislodged->line, "no unit was dislodged in %s",
			                   map->loc[dislodged->loc].name);
		if (!dislodged->destroyed)
			retreats[count++] = (struct listed_retreat){before->unit[u], dislodged->options};
	}
	*f->line = f->report->line;
	if (count > 0)
		return judge_retreats_infer(map, retreats, count, next, f->error);
	fold_end_season(&f->fold->game, next);
	return true;
}

/* Compares the possible retreats of dislodged units with the mail. */
static bool compare_retreats(struct folding *f, const struct board *next)
{
	const struct map *map = f->fold->game.map;
	bool same = true;

	for (int n = 0; n < f->report->dislodged_count; n++) {
		const struct mail_dislodged *dislodged = &f->report->dislodged[n];
		const int i = board_find_retreat(map, next, map->loc[dislodged->loc].province);
		if (i >= 0 && place_set_equal(retreat_places(map, next, i), dislodged->options))
			continue;
		fold_tell_difference(f, dislodged->line,
		                     "the unit dislodged in %s has other retreats by our judge",
		                     map->loc[dislodged->loc].code);
		same = false;
	}
	return same;
}

static void find_attackers(const struct judgement *judgement, struct fold_phase *phase)
{
	const struct board *board = judgement->board;

	for (int u = 0; u < board->unit_count; u++) {
		const int attacker = judge_find_dislodger(judgement, u);
		phase->from[u] = attacker < 0
		                     ? LOC_NONE
		                     : judgement->variant.map->loc[board->unit[attacker].loc].province;
	}
}

bool fold_moves(struct folding *f)
{
	struct fold_phase *phase = f->phase;
	struct phase_record *record = &phase->record;
	int unit_of[MAIL_ENTRIES_MAX];
	struct judgement judgement;
	bool same = true;

	take_orders(f, unit_of);
	judge_resolve(f->fold->judge, find_variant(f), &record->board, record->orders.order,
	              &judgement);
	resolve_moves(&f->fold->game, &judgement, record, &phase->next);
	phase->contested = judge_find_contested(&judgement);
	find_attackers(&judgement, phase);
	for (int i = 0; i < f->report->entry_count; i++)
		same &= compare_order(f, &judgement, &f->report->entries[i], unit_of[i]);
	if (same)
		same = compare_retreats(f, &phase->next);
	return same || move_by_mail(f, &phase->next);
}

/* ── retreats ── */

/* Reads the orders; false: a line is for a unit that does not retreat. */
static bool take_retreats(struct folding *f)
{
	const struct map *map = f->fold->game.map;
	const struct board *board = &f->phase->record.board;
	struct phase_orders *orders = &f->phase->record.orders;
	struct submission submissions[MAIL_ENTRIES_MAX];
	enum verdict verdicts[MAIL_ENTRIES_MAX];

	for (int n = 0; n < f->report->entry_count; n++) {
		const struct mail_entry *entry = &f->report->entries[n];
		const int i = board_find_retreat(map, board, map->loc[entry->order.from].province);
		if (i < 0 || board->retreat[i].unit.power != entry->power ||
		    board->retreat[i].unit.type != entry->order.type)
			return fold_refuse(f, entry->line, "no such unit was dislodged in %s",
			                   map->loc[entry->order.from].name);
		submissions[n] = (struct submission){entry->power, entry->order};
		f->phase->marks[i] = entry->marks;
		f->phase->ordered[i] = entry->ordered;
	}
	orders->count = board->retreat_count;
	for (int i = 0; i < board->retreat_count; i++)
		orders->power[i] = board->retreat[i].unit.power;
	retreat_verify(find_variant(f), board, submissions, f->report->entry_count, orders->order,
	               verdicts);
	return true;
}

bool fold_retreats(struct folding *f)
{
	const struct map *map = f->fold->game.map;
	struct phase_record *record = &f->phase->record;
	const struct board *board = &record->board;
	struct board *next = &f->phase->next, ours;

	if (!take_retreats(f))
		return false;
	game_after_retreats(&f->fold->game, board, record->orders.order, record->results, &ours);
	*next = *board;
	board_clear_retreats(next);
	for (int i = 0; i < board->retreat_count; i++) {
		const struct unit unit = board->retreat[i].unit;
		const struct order order = record->orders.order[i];
		const bool goes = order.kind == ORDER_RETREAT && f->phase->marks[i] == 0;
		char text[FOLD_UNIT_SIZE];
		if (order.kind == ORDER_RETREAT && goes != (record->results[i] == RESULT_SUCCEEDS))
			fold_tell_difference(f, f->report->line, "%s: it %s by the mail, it %s by our judge",
			                     fold_print_unit(map, unit, text),
			                     goes ? "retreats" : "is destroyed",
			                     goes ? "is destroyed" : "retreats");
		if (goes && !put(f, f->report->line, (struct unit){unit.power, unit.type, order.to}, next))
			return false;
	}
	fold_end_season(&f->fold->game, next);
	return true;
}

/* ── adjustments ── */

/* Carries out an adjustment from the mail. */
static bool adjust(struct folding *f, const struct mail_entry *entry, struct order order,
                   struct board *next)
{
	const struct map *map = f->fold->game.map;

	if (order.kind == ORDER_BUILD &&
	    !board_add(map, next, (struct unit){entry->power, order.type, order.from}))
		return fold_refuse(f, entry->line, "a unit stands in %s already, or %d units stand",
		                   map->loc[map->loc[order.from].province].name, UNITS_MAX);
	if (order.kind != ORDER_DISBAND)
		return true;
	const int u = board_find(map, next, map->loc[order.from].province);
	if (u < 0 || next->unit[u].power != entry->power || next->unit[u].type != order.type)
		return fold_refuse(f, entry->line, "%s has no such unit in %s", map->power[entry->power],
		                   map->loc[map->loc[order.from].province].name);
	board_remove(next, u);
	return true;
}

/* Whether an entry waives a build that has no site. Our rules have no such order. */
static bool is_needless(const struct folding *f, const struct mail_entry *entry)
{
	const struct phase_record *record = &f->phase->record;
	int left = build_allowance(f->fold->game.map, &record->board, entry->power);

	for (int i = 0; i < record->orders.count; i++)
		left -= record->orders.power[i] == entry->power;
	return entry->order.kind == ORDER_WAIVE && left <= 0;
}

bool fold_adjustments(struct folding *f)
{
	const struct map *map = f->fold->game.map;
	struct fold_phase *phase = f->phase;
	struct phase_record *record = &phase->record;
	struct phase_orders *orders = &record->orders;
	struct board ours;
	char text[ORDER_TEXT_SIZE];
	long lines[MAIL_ENTRIES_MAX];

	phase->next = record->board;
	for (int i = 0; i < f->report->entry_count; i++) {
		const struct mail_entry *entry = &f->report->entries[i];
		if (is_needless(f, entry))
			continue;
		lines[orders->count] = entry->line;
		const struct submission complete = build_complete(
			find_variant(f), &record->board, (struct submission){entry->power, entry->order});
		orders->power[orders->count] = entry->power;
		orders->order[orders->count] = complete.order;
		phase->ordered[orders->count++] = !entry->automatic;
		if (!adjust(f, entry, complete.order, &phase->next))
			return false;
	}
	const int ordered = orders->count;
	resolve_adjustments(&f->fold->game, record, &ours);
	for (int i = 0; i < ordered; i++)
		if (record->results[i] != RESULT_SUCCEEDS)
			fold_tell_difference(
				f, lines[i], "%s %s: %s by our judge", map->power[orders->power[i]],
				order_print(map, orders->order[i], text), result_names[record->results[i]]);
	for (int i = ordered; i < orders->count; i++)
		fold_tell_difference(f, f->report->line, "%s keeps more units than it has centres",
		                     map->power[orders->power[i]]);
	orders->count = ordered;
	game_after_winter(&phase->next);
	return true;
}
