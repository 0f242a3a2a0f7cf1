/* case_write: see case_write.h. */
#include "case_write.h"

void case_write_unit(struct text *out, const struct map *map, const char *word, struct unit unit)
{
	text_add(out, "%s %s %c %s", word, map->power[unit.power], "AF"[unit.type],
	         map -> loc[unit.loc].code);
}

void case_write_board(struct text *out, const struct map *map, const struct board *board)
{
	char phase[PHASE_TEXT_SIZE];

	text_add(out, "phase %s\n", phase_print(board->phase, phase));
	for (int p = 0; p < map->province_count; p++)
		if (board->owner[p] < map->power_count)
			text_add(out, "owner %s %s\n", map->loc[p].code, map->power[board->owner[p]]);
	for (int u = 0; u < board->unit_count; u++) {
		case_write_unit(out, map, "unit", board->unit[u]);
		text_add(out, "\n");
	}
	for (int i = 0; i < board->retreat_count; i++) {
		const struct retreat *retreat = &board->retreat[i];
		case_write_unit(out, map, "retreating", retreat->unit);
		text_add(out, " from %s\n",
		         retreat->barred == LOC_NONE ? "?" : map->loc[retreat->barred].code);
	}
	for (int p = 0; p < map->province_count; p++)
		if (place_set_has(&board->contested, (unsigned)p))
			text_add(out, "closed %s\n", map->loc[p].code);
}
