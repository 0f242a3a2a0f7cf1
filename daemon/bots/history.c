/* history: see history.h. */
#include "history.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

void history_put_phase(const struct map *map, const struct phase_record *record, FILE *out)
{
	char phase[PHASE_TEXT_SIZE], order[ORDER_TEXT_SIZE];

	fprintf(out, "{\"phase\":\"%s\",\"orders\":[", phase_print(record->board.phase, phase));
	for (int i = 0; i < record->orders.count; i++)
		fprintf(out, "%s{\"power\":\"%s\",\"order\":\"%s\",\"result\":\"%s\"}", i > 0 ? "," : "",
		        map->power[record->orders.power[i]],
		        order_print(map, record->orders.order[i], order), result_names[record->results[i]]);
	fputs("]}", out);
}

static void add_text(struct history *history, const char *text, size_t size)
{
	if (history->size + size > history->room) {
		history->room = 2 * (history->size + size);
		history->text = heap_grow(history->text, history->room, 1);
	}

	memcpy(history->text + history->size, text, size);
	history->size += size;
}

void history_add(struct history *history, const struct map *map, const struct phase_record *record)
{
	char *text;
	size_t size;
	FILE *out = heap_open_text(&text, &size);

	if (history->size == 0)
		history->first = record->board;
	else
		fputc(',', out);
	history_put_phase(map, record, out);
	heap_close_text(out);

	add_text(history, text, size);
	free(text);
}

void history_clear(struct history *history)
{
	history->size = 0;
}

void history_close(struct history *history)
{
	free(history->text);
	*history = (struct history){0};
}

void history_copy(const struct history *history, struct history *copy)
{
	copy->first = history->first;
	if (history->size > 0)
		add_text(copy, history->text, history->size);
}
