/* judge_fold: see judge_fold.h. This file checks the sequence of reports; judge_fold_phases.c
 * replays each. */
#include "judge_fold_parts.h"

#include "judge_retreats.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ── reporting ── */

static void tell(struct folding *f, long line, const char *format, va_list args)
{
	char text[ERROR_SIZE], phase[PHASE_TEXT_SIZE];
	const int length = snprintf(text, sizeof text, "%s: ", phase_print(f->report->phase, phase));

	vsnprintf(text + length, sizeof text - (size_t)length, format, args);
	if (f->fold->tell)
		f->fold->tell(f->fold->context, line, text);
}

void fold_tell_difference(struct folding *f, long line, const char *format, ...)
{
	va_list args;

	f->fold->differences++;
	va_start(args, format);
	tell(f, line, format, args);
	va_end(args);
}

void fold_tell(struct folding *f, long line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tell(f, line, format, args);
	va_end(args);
}

bool fold_refuse(struct folding *f, long line, const char *format, ...)
{
	va_list args;

	*f->line = line;
	va_start(args, format);
	vsnprintf(f->error, ERROR_SIZE, format, args);
	va_end(args);
	return false;
}

char *fold_print_unit(const struct map *map, struct unit unit, char text[FOLD_UNIT_SIZE])
{
	snprintf(text, FOLD_UNIT_SIZE, "%s %c %s", map->power[unit.power], "AF"[unit.type],
	         map -> loc[unit.loc].code);
	return text;
}

/* ── positions ── */

bool fold_set_units(struct folding *f, struct board *board)
{
	const struct map *map = f->fold->game.map;
	struct listed_retreat retreats[RETREATS_MAX];
	int count = 0;

	for (int i = 0; i < f->report->entry_count; i++) {
		const struct mail_entry *entry = &f->report->entries[i];
		const struct unit unit = {entry->power, entry->order.type, entry->order.from};
		if (entry->dislodged && count == RETREATS_MAX)
			return fold_refuse(f, entry->line, "over %d units must retreat", RETREATS_MAX);
		if (entry->dislodged)
			retreats[count++] = (struct listed_retreat){unit, entry->options};
		else if (!board_add(map, board, unit))
			return fold_refuse(f, entry->line, "another unit stands in %s, or %d units stand",
			                   map->loc[map->loc[unit.loc].province].name, UNITS_MAX);
	}
	*f->line = f->report->line;
	return count == 0 || judge_retreats_infer(map, retreats, count, board, f->error);
}

void fold_end_season(const struct game *game, struct board *board)
{
	const struct board before = *board;

	game_after_retreats(game, &before, NULL, NULL, board);
}

/* Reports each unit of one board that is not on the other. */
static void tell_units(struct folding *f, const struct board *some, const struct board *others,
                       const char *matter)
{
	const struct map *map = f->fold->game.map;
	char text[FOLD_UNIT_SIZE];

	for (int u = 0; u < some->unit_count; u++) {
		const struct unit unit = some->unit[u];
		const int there = board_find(map, others, map->loc[unit.loc].province);
		if (there < 0 || !unit_equal(others->unit[there], unit))
			fold_tell_difference(f, f->report->line, "%s %s", fold_print_unit(map, unit, text),
			                     matter);
	}
}

/* Opens the position of a movement report or a listing. */
static bool open_position(struct folding *f, struct board *board)
{
	const struct judge_fold *fold = f->fold;
	const struct map *map = fold->game.map;
	const bool first = f->report->phase <= FALL_MOVES,
			   follows = fold->open && fold->board.phase == f->report->phase;
	struct board start;
	char phase[PHASE_TEXT_SIZE];

	board_clear(board);
	board->phase = f->report->phase;
	board_start(map, &start);
	memcpy(board->owner, fold->open ? fold->board.owner : start.owner, sizeof board->owner);
	if (!fold_set_units(f, board))
		return false;
	if (follows) {
		tell_units(f, board, &fold->board, "stands here, by the reports before it should not");
		tell_units(f, &fold->board, board, "should stand here by the reports before");
	} else if (fold->open) {
		fold_tell(f, f->report->line,
		          fold->board.phase > f->report->phase
		              ? "it stands after reports that lead to %s: who owned what then is taken"
		              : "the reports since %s are missing: who owned what then is taken",
		          phase_print(fold->board.phase, phase));
	} else if (!first && !f->report->has_owners) {
		fold_tell(f, f->report->line,
		          "who owns what is not known: no list of owners stands before; the owners of "
		          "the start are taken");
	}
	return true;
}

/* ── owners ── */

/* Copies the owners of the Judge's list to the board. This may change the centres, and so whether
 * adjustments are due. */
static void take_owners(struct folding *f, struct board *board)
{
	const struct game *game = &f->fold->game;
	const struct map *map = game->map;
	const bool told = f->report->kind != MAIL_STATUS && f->fold->open;

	for (int p = 0; p < map->province_count; p++) {
		if (!map->centre[p] || board->owner[p] == f->report->owner[p])
			continue;
		if (told)
			fold_tell_difference(f, f->report->line,
			                     "%s: the mail has another owner than our judge", map->loc[p].name);
		board->owner[p] = f->report->owner[p];
	}
	const int16_t spring =
		(int16_t)((phase_year(f->report->phase) + 1 - PHASE_FIRST_YEAR) * PHASES_A_YEAR);
	if (f->report->kind != MAIL_STATUS && phase_kind(f->report->phase) >= FALL_MOVES &&
	    phase_kind(f->report->phase) < WINTER_ADJUSTMENTS && board->retreat_count == 0 &&
	    game->rules->adjustments)
		board->phase = build_is_due(map, board) ? spring - 1 : spring;
}

/* ── reports ── */

static bool has_only_waives(const struct mail_report *report)
{
	for (int i = 0; i < report->entry_count; i++)
		if (report->entries[i].order.kind != ORDER_WAIVE)
			return false;
	return true;
}

/* Whether the board fits a report of retreats or adjustments. Our rules have no winter phase in
 * which nothing can be built. */
static bool check_sequence(struct folding *f)
{
	const struct judge_fold *fold = f->fold;
	char phase[PHASE_TEXT_SIZE];

	if (!fold->open)
		return fold_refuse(f, f->report->line,
		                   "no movement report or listing stands before it, so where the units "
		                   "are is not known");
	if (fold->board.phase == f->report->phase ||
	    (f->report->kind == MAIL_ADJUSTMENTS && fold->board.phase == f->report->phase + 1 &&
	     has_only_waives(f->report)))
		return true;
	return fold_refuse(f, f->report->line,
	                   fold->board.phase > f->report->phase
	                       ? "the report before it leads to %s: sort the mails by date, each once"
	                       : "the report before it leads to %s: one is missing",
	                   phase_print(fold->board.phase, phase));
}

static bool fold_report(struct folding *f)
{
	struct judge_fold *fold = f->fold;
	struct board *board = &f->phase->record.board;

	switch (f->report->kind) {
	case MAIL_STATUS:
		return open_position(f, &f->phase->next);
	case MAIL_MOVES:
		return open_position(f, board) && fold_moves(f);
	case MAIL_RETREATS:
		*board = fold->board;
		return check_sequence(f) && fold_retreats(f);
	default:
		*board = f->phase->next = fold->board;
		return check_sequence(f) && (board->phase != f->report->phase || fold_adjustments(f));
	}
}

/* Plays the retreat phase in which all dislodged units disband. The Judge has no such phase. */
static void pass_retreats(struct folding *f, struct fold_phase *phase)
{
	const struct game *game = &f->fold->game;
	struct phase_record *record = &phase->record;
	const struct board board = phase->next;

	memset(phase, 0, sizeof *phase);
	phase->line = f->report->line;
	record->board = board;
	for (int i = 0; i < board.retreat_count; i++) {
		const struct unit unit = board.retreat[i].unit;
		record->orders.power[i] = unit.power;
		record->orders.order[i] = order_disband(unit.type, unit.loc);
	}
	record->orders.count = board.retreat_count;
	game_after_retreats(game, &board, record->orders.order, record->results, &phase->next);
}

static void pass_on(struct judge_fold *fold, const struct fold_phase *phase)
{
	if (fold->played)
		fold->played(fold->context, phase);
}

bool judge_fold_take(struct judge_fold *fold, const struct mail_report *report, long *line,
                     char error[ERROR_SIZE])
{
	struct fold_phase phase = {.line = report->line};
	struct folding f = {fold, report, &phase, line, error};
	const bool named = fold->game_name[0] && report->game[0];

	if (report->preview)
		return true;
	if (named && strcasecmp(fold->game_name, report->game) != 0)
		return fold_refuse(&f, report->line, "it is of the game %s, those before are of %s",
		                   report->game, fold->game_name);
	if (!fold_report(&f))
		return false;
	if (!fold->game_name[0])
		memcpy(fold->game_name, report->game, sizeof fold->game_name);
	/* our rules play no phase in a winter in which nothing can be built */
	const bool played = report->kind != MAIL_STATUS && (report->kind != MAIL_ADJUSTMENTS ||
	                                                    phase.record.board.phase == report->phase);
	if (retreat_is_idle(fold->game.map, &phase.next) && played) {
		pass_on(fold, &phase);
		pass_retreats(&f, &phase);
	}
	if (report->has_owners)
		take_owners(&f, &phase.next);
	if (played)
		pass_on(fold, &phase);
	fold->open = true;
	fold->idle_winter =
		report->next >= 0 && phase_is_winter(report->next) && phase.next.phase == report->next + 1;
	fold->over = report->over;
	fold->board = phase.next;
	if (!report->ended && played)
		fold_tell(&f, report->line, "the report has no end: the mail may be cut");
	return true;
}
