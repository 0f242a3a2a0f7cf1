/* case_write: see case_write.h. */
#include "case_write.h"

#include <stdarg.h>
#include <stdio.h>

void case_write(struct case_text *out, const char *format, ...)
{
	const size_t left = out->used < out->size ? out->size - out->used : 0;
	va_list args;

	va_start(args, format);
	out->used += (size_t)vsnprintf(left > 0 ? out->text + out->used : NULL, left, format, args);
	va_end(args);
}

void case_write_unit(struct case_text *out, const struct map *map, const char *word,
                     struct unit unit)
{
	case_write(out, "%s %s %c %s", word, map->power[unit.power], "AF"[unit.type],
	           map -> loc[unit.loc].code);
}

void case_write_board(struct case_text *out, const struct map *map, const struct board *board)
{
	char phase[PHASE_TEXT_SIZE];

	case_write(out, "phase %s\n", phase_print(board->phase, phase));
	for (int p = 0; p < map->province_count; p++)
		if (board->owner[p] < map->power_count)
			case_write(out, "owner %s %s\n", map->loc[p].code, map->power[board->owner[p]]);
	for (int u = 0; u < board->unit_count; u++) {
		case_write_unit(out, map, "unit", board->unit[u]);
		case_write(out, "\n");
	}
	for (int i = 0; i < board->retreat_count; i++) {
		const struct retreat *retreat = &board->retreat[i];
		case_write_unit(out, map, "retreating", retreat->unit);
		case_write(out, " from %s\n",
		           retreat->barred == LOC_NONE ? "?" : map->loc[retreat->barred].code);
	}
	for (int p = 0; p < map->province_count; p++)
		if (place_set_has(&board->contested, (unsigned)p))
			case_write(out, "closed %s\n", map->loc[p].code);
}
