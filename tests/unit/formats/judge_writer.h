/* judge_writer: writes phases that were played as the e-mail Judge reports them, for tests of what
 * reads such reports. */
#ifndef ARESFARM_TESTS_JUDGE_WRITER_H
#define ARESFARM_TESTS_JUDGE_WRITER_H

#include "formats/judge/judge_names.h"
#include "formats/judge/judge_orders.h"
#include "judges/judge.h"
#include "match/match.h"
#include "suite.h"

static const char *const writer_powers[][2] = {
	{"Austria", "Austrian"}, {"England", "English"}, {"France", "French"},  {"Germany", "German"},
	{"Italy", "Italian"},    {"Russia", "Russian"},  {"Turkey", "Turkish"},
};

/* "St Petersburg (north coast)"; returns text. */
static inline char *judge_print_place(const struct map *map, uint8_t loc,
                                      char text[JUDGE_PLACE_SIZE])
{
	const char *coast = "";

	for (int c = 0; loc >= map->province_count && c < JUDGE_COASTS; c++)
		if (memcmp(map->loc[loc].code + 4, judge_coasts[c].code, 2) == 0)
			coast = judge_coasts[c].name;
	snprintf(text, JUDGE_PLACE_SIZE, *coast ? "%s (%s)" : "%s%s",
	         map->loc[map->loc[loc].province].name, coast);
	return text;
}

static inline void write_place(FILE *out, uint8_t loc)
{
	char text[JUDGE_PLACE_SIZE];
	fputs(judge_print_place(suite_map(), loc, text), out);
}

static inline void write_unit(FILE *out, uint8_t type, uint8_t loc)
{
	fputs(type == ARMY ? "Army " : "Fleet ", out);
	write_place(out, loc);
}

static inline void write_phase(FILE *out, int16_t phase, bool plural)
{
	static const char *const kinds[][2] = {
		{"Movement", "Movement"}, {"Retreat", "Retreats"}, {"Adjustment", "Adjustments"}};
	static const char *const seasons[PHASES_A_YEAR] = {"Spring", "Spring", "Fall", "Fall",
	                                                   "Winter"};
	const int kind = phase_is_movement(phase) ? 0 : phase_kind(phase) < WINTER_ADJUSTMENTS ? 1 : 2;
	fprintf(out, "%s%s for %s of %d", kinds[kind][plural], plural ? "" : " results",
	        seasons[phase_kind(phase)], phase_year(phase));
}

/* Whether a phase is one of retreats in which no unit has a place to go to: the Judge has none. */
static inline bool writer_is_idle(const struct board *board)
{
	uint8_t options[EXITS_MAX];
	for (int i = 0; i < board->retreat_count; i++)
		if (retreat_options(suite_map(), board, i, options) > 0)
			return false;
	return board->retreat_count > 0;
}

/* ── movement ── */

static inline void write_helped(FILE *out, const struct board *board, uint8_t power,
                                struct order order)
{
	const int u = board_find(suite_map(), board, suite_map()->loc[order.aux].province);
	if (board->unit[u].power != power)
		fprintf(out, "%s ", writer_powers[board->unit[u].power][1]);
	write_unit(out, order.aux_type, order.aux);
}

static inline void write_move(FILE *out, const struct phase_record *record, int u)
{
	const struct order order = record->orders.order[u];
	uint8_t seas[UNITS_MAX];
	const int count =
		order.via ? judge_route(suite_map(), &record->board, &record->orders, u, seas) : 0;
	for (int s = 0; s < count; s++) {
		fputs(" -> ", out);
		write_place(out, seas[s]);
	}
	fputs(" -> ", out);
	write_place(out, order.to);
}

static inline void write_marks(FILE *out, const struct phase_record *record, int u)
{
	static const char
		*const moves[RESULTS] = {[RESULT_NO_CONVOY] = "no convoy",
	                             [RESULT_DISRUPTED] = "no convoy",
	                             [RESULT_BOUNCED] = "bounce",
	                             [RESULT_DISLODGED] = "bounce",
	                             [RESULT_UNATTAINABLE] = "no convoy"},
			   *const supports[RESULTS] = {
				   [RESULT_CUT] = "cut", [RESULT_DISLODGED] = "cut", [RESULT_VOID] = "void"};
	const enum result result = record->results[u];
	const char *mark = NULL;
	switch (record->orders.order[u].kind) {
	case ORDER_MOVE:
		mark = moves[result];
		break;
	case ORDER_SUPPORT_HOLD:
	case ORDER_SUPPORT_MOVE:
		mark = supports[result];
		break;
	}
	const bool dislodged = unit_set_has(record->dislodged, u);
	if (mark != NULL || dislodged)
		fprintf(out, " (*%s%s%s*)", mark != NULL ? mark : "", mark != NULL && dislodged ? ", " : "",
		        dislodged ? "dislodged" : "");
}

static inline void write_movement_line(FILE *out, const struct phase_record *record, int u)
{
	const struct unit unit = record->board.unit[u];
	const struct order order = record->orders.order[u];
	fprintf(out, "%s: ", writer_powers[unit.power][0]);
	write_unit(out, unit.type, unit.loc);
	switch (order.kind) {
	case ORDER_MOVE:
		write_move(out, record, u);
		break;
	case ORDER_SUPPORT_HOLD:
	case ORDER_SUPPORT_MOVE:
		fputs(" SUPPORT ", out);
		write_helped(out, &record->board, unit.power, order);
		break;
	case ORDER_CONVOY:
		fputs(" CONVOY ", out);
		write_helped(out, &record->board, unit.power, order);
		break;
	default:
		/* Half of the units that hold had no order at all. */
		fputs(unit.loc % 2 == 0 ? " HOLD" : ", No Order Processed", out);
	}
	if (order.kind == ORDER_SUPPORT_MOVE || order.kind == ORDER_CONVOY) {
		fputs(" -> ", out);
		write_place(out, order.to);
	}
	fputc('.', out);
	write_marks(out, record, u);
	fputc('\n', out);
}

/* What can retreat where; the board awaits retreats. */
static inline void write_dislodged(FILE *out, const struct board *board)
{
	if (board->retreat_count > 0)
		fputs("\n\nThe following units were dislodged:\n\n", out);
	for (int i = 0; i < board->retreat_count; i++) {
		const struct unit unit = board->retreat[i].unit;
		uint8_t options[EXITS_MAX];
		const int count = retreat_options(suite_map(), board, i, options);
		fprintf(out, "The %s %s in %s", writer_powers[unit.power][1],
		        unit.type == ARMY ? "Army" : "Fleet",
		        suite_map()->loc[unit.loc].terrain == WATER ? "the " : "");
		write_place(out, unit.loc);
		fputs(count > 0 ? " can retreat to " : " with no valid retreats was destroyed", out);
		for (int n = 0; n < count; n++) {
			fputs(n > 0 ? " or " : "", out);
			write_place(out, options[n]);
		}
		fputs(".\n", out);
	}
}

/* ── retreats and adjustments ── */

static inline void write_retreat_line(FILE *out, const struct phase_record *record, int i)
{
	const struct unit unit = record->board.retreat[i].unit;
	const struct order order = record->orders.order[i];
	char power[16];
	snprintf(power, sizeof power, "%s:", writer_powers[unit.power][0]);
	fprintf(out, "%-26s%-5s ", power, unit.type == ARMY ? "Army" : "Fleet");
	write_place(out, unit.loc);
	if (order.kind == ORDER_RETREAT) {
		fputs(" -> ", out);
		write_place(out, order.to);
		fputs(record->results[i] == RESULT_SUCCEEDS ? "" : " (*bounce, destroyed*)", out);
	} else {
		fputs(unit.loc % 2 == 0 ? " DISBAND" : ", No Order Processed (DISBAND)", out);
	}
	fputs(".\n", out);
}

static inline void write_adjustment_line(FILE *out, const struct phase_record *record, int i)
{
	const struct order order = record->orders.order[i];
	const uint8_t loc =
		order.kind == ORDER_DISBAND ? suite_map()->loc[order.from].province : order.from;
	char power[16];
	snprintf(power, sizeof power, "%s:", writer_powers[record->orders.power[i]][0]);
	fprintf(out, "%-26s", power);
	if (order.kind == ORDER_WAIVE) {
		fputs("Build waived.\n", out);
		return;
	}
	if (order.kind == ORDER_BUILD)
		fputs(order.type == ARMY ? "Builds an army in " : "Builds a fleet in ", out);
	else
		fputs(order.type == ARMY ? "Removes the army in " : "Removes the fleet in ", out);
	fputs(suite_map()->loc[loc].terrain == WATER ? "the " : "", out);
	write_place(out, loc);
	fputs(".\n", out);
}

/* ── owners and the end ── */

static inline void write_owners(FILE *out, const struct board *board)
{
	const struct map *map = suite_map();
	fputs("\nOwnership of supply centers:\n\n", out);
	for (int power = 0; power <= POWER_NONE; power++) {
		size_t column = 11;
		int count = 0;
		char head[16];
		snprintf(head, sizeof head,
		         "%s:", power < POWER_NONE ? writer_powers[power][0] : "Unowned");
		for (int p = 0; p < map->province_count; p++) {
			if (!map->centre[p] || board->owner[p] != power)
				continue;
			if (count++ == 0)
				fprintf(out, "%-11s", head);
			else
				column += (size_t)fprintf(
					out, column + strlen(map->loc[p].name) > 76 ? ",\n%11s" : ", ", "");
			column = column > 76 ? 11 : column;
			column += (size_t)fprintf(out, "%s", map->loc[p].name);
		}
		if (count > 0)
			fputs(".\n", out);
	}
	fputs("\nEngland:   6 Supply centers,  6 Units:  Builds   0 units.\n", out);
}

/* A report of a phase. after: the position after it, with all retreats of its own; next: the
 * position that the Judge plays next. */
static inline void write_report(FILE *out, const struct phase_record *record,
                                const struct board *after, const struct board *next)
{
	static void (*const lines[])(FILE *, const struct phase_record *, int) = {
		write_movement_line, write_retreat_line, write_adjustment_line};
	const int16_t phase = record->board.phase;
	const int kind = phase_is_movement(phase) ? 0 : phase_kind(phase) < WINTER_ADJUSTMENTS ? 1 : 2;
	char text[PHASE_TEXT_SIZE];
	fprintf(out,
	        ":: Judge: JDG  Game: North  Variant: Standard Gunboat\n:: Deadline: %s Mon Oct 12\n\n",
	        phase_print(phase, text));
	write_phase(out, phase, false);
	fprintf(out, ".%s(north.%03d)\n\n", kind == 0 ? " " : "  ", phase);
	for (int power = 0; power < POWERS_MAX; power++) {
		for (int i = 0; i < record->orders.count; i++)
			if (record->orders.power[i] == power)
				lines[kind](out, record, i);
		if (kind == 0)
			fputc('\n', out);
	}
	if (kind == 0)
		write_dislodged(out, after);
	if (phase_kind(phase) >= FALL_MOVES && phase_kind(phase) < WINTER_ADJUSTMENTS &&
	    next->phase != phase + 1 - (kind == 1))
		write_owners(out, next);
	fputs("\nThe next phase of 'north' will be ", out);
	write_phase(out, next->phase, true);
	fputs(".\nThe deadline for orders will be Tue Oct 13 2026 23:30:00 +0000.\n\n", out);
}

#endif
