/* replay_phase: a phase in a replay: its orders in words, its shapes, and what the script needs.
 * See replay_parts.h. */
#include "replay_parts.h"

#include <assert.h>
#include <string.h>

#include "picture/ink.h"
#include "game/why.h"
#include "pages/replay/replay_phase.inc"

enum {
	/* bytes of the ways of a phase: a unit or a dislodged one has at most two points of two numbers
	 */
	REPLAY_WAYS_SIZE = (PHASE_ORDERS_MAX + RETREATS_MAX) * 64,
	REPLAY_POWERS_SIZE = 1024, /* bytes of the codes, colours and signs of POWERS_MAX powers */
};

/* ── orders ── */

/* The powers' orders stand together, in the sequence of the powers; those of no power come last. */
static bool is_of(const struct phase_record *record, int n, int power, int power_count)
{
	return power < power_count ? record->orders.power[n] == power
	                           : record->orders.power[n] >= power_count;
}

static void write_order(struct page *page, const struct replay_game *game,
                        const struct phase_record *record, const struct why *why, int n)
{
	static const char *const classes[FATES] = {
		[FATE_STOPPED] = "stopped",
		[FATE_CUT] = "cut",
		[FATE_VOID] = "void",
		[FATE_FAILED] = "failed",
	};
	const enum result result = record->results[n];
	const char *const class = classes[scene_fate(result)];
	char text[ORDER_TEXT_SIZE], reason[WHY_SIZE] = "";

	open_order(page, n);
	if (class != NULL)
		put_fate(page, class);
	put_order(page, order_print(&game->map, record->orders.order[n], text),
	          result < RESULTS ? result_names[result] : "?");
	if (why != NULL && *why_write(why, n, reason) != '\0')
		put_reason(page, reason);
	close_order(page);
}

static void write_orders(struct page *page, const struct replay_game *game,
                         const struct phase_record *record)
{
	const int power_count = game->map.power_count;
	char label[STMT_SEATS_SIZE];
	struct why why;
	const bool reasons =
		game->rules != NULL && why_open(&why, rules_variant(game->rules, &game->map), record);

	for (int p = 0; p <= power_count; p++) {
		bool any = false;
		for (int n = 0; n < record->orders.count; n++) {
			if (!is_of(record, n, p, power_count))
				continue;
			if (!any)
				open_power(page, p < power_count ? game->map.power[p] : "?",
				           replay_line(game->head.seats, p, label, sizeof label));
			any = true;
			write_order(page, game, record, reasons ? &why : NULL, n);
		}
		if (any)
			close_power(page);
	}
}

/* ── the whole phase in short ── */

/* As they are once the phase is over, where the next board is known. */
static void write_counts(struct page *page, const struct replay_game *game, int n)
{
	const struct board *board = &game->phases[n + 1 < game->count ? n + 1 : n].record.board;
	int centres[POWERS_MAX], units[POWERS_MAX];
	board_count_centres(&game->map, board, centres);
	board_count_units(board, units);

	open_counts(page);
	for (int p = 0; p < game->map.power_count; p++)
		put_count(page, p > 0 ? ", " : "", game->map.power[p], centres[p]);
	close_counts(page);
}

static void write_unit(struct page *page, const struct map *map, struct unit unit)
{
	page_text(page, unit.power < map->power_count ? map->power[unit.power] : "?");
	fprintf(page->out, " %s ", unit.type == FLEET ? "F" : "A");
	page_text(page, map->loc[unit.loc].code);
}

static void write_dislodged(struct page *page, const struct map *map,
                            const struct phase_record *record)
{
	const struct board *board = &record->board;
	const char *before = ". Dislodged: ";
	for (int u = 0; u < board->unit_count && phase_is_movement(board->phase); u++)
		if (unit_set_has(record->dislodged, u)) {
			fputs(before, page->out);
			write_unit(page, map, board->unit[u]);
			before = ", ";
		}
}

/* Powers that lack units, and have no home centre to build them in. */
static void write_no_sites(struct page *page, const struct map *map, const struct board *board)
{
	int centres[POWERS_MAX], units[POWERS_MAX];
	uint8_t sites[PROVINCES_MAX];
	board_count_centres(map, board, centres);
	board_count_units(board, units);
	for (int p = 0; p < map->power_count; p++)
		if (centres[p] > units[p] && build_sites(map, board, (uint8_t)p, sites) == 0) {
			fputs(". ", page->out);
			page_text(page, map->power[p]);
			fprintf(page->out, " cannot build: %d centres, %d units, no home centre free",
			        centres[p], units[p]);
		}
}

static void write_summary(struct page *page, const struct replay_game *game,
                          const struct phase_record *record)
{
	int counts[RESULTS] = {0};
	const char *before = ": ";
	const int orders = record->orders.count;

	open_sum(page);
	if (orders > 0)
		fprintf(page->out, "%d order%s", orders, PLURAL(orders));
	else if (record != &replay_last(game)->record)
		fputs("Nothing was ordered", page->out);
	else
		fputs(game->terms.finished ? "The game is over" : "This phase is not over", page->out);

	for (int n = 0; n < orders; n++)
		if (record->results[n] < RESULTS)
			counts[record->results[n]]++;
	for (int r = 0; r < RESULTS; r++)
		if (counts[r] > 0) {
			fprintf(page->out, "%s%d %s", before, counts[r],
			        r == RESULT_SUCCEEDS && counts[r] > 1 ? "succeed" : result_names[r]);
			before = ", ";
		}
	write_dislodged(page, &game->map, record);
	if (phase_is_winter(record->board.phase) && orders > 0)
		write_no_sites(page, &game->map, &record->board);
	close_sum(page);
}

static void write_faults(struct page *page, const struct replay_game *game, int16_t phase)
{
	char since[PHASE_TEXT_SIZE];
	for (int i = 0; i < game->fault_count; i++) {
		const struct replay_fault *fault = &game->faults[i];
		if (fault->kind[0] != '\0' && fault->phase == phase)
			put_fault(page, fault->power, fault->kind);
		else if (fault->kind[0] == '\0' && fault->phase <= phase)
			put_disorder(page, fault->power, phase_print(fault->phase, since));
	}
}

void replay_write_words(struct page *page, const struct replay_game *game, int n)
{
	const struct phase_record *record = &game->phases[n].record;
	char name[PICTURE_PHASE_SIZE];
	put_name(page, picture_name_phase(record->board.phase, name));
	write_summary(page, game, record);
	write_counts(page, game, n);
	write_faults(page, game, record->board.phase);
	write_orders(page, game, record);
	replay_write_messages(page, game, record->board.phase);
}

void replay_write_shapes(struct page *page, struct replay_game *game, int n)
{
	const struct phase_record *record = &game->phases[n].record;
	const size_t size = picture_write_shapes(&game->picture, record, NULL, 0);
	char *const room = replay_room(game, size);
	(void)!picture_write_shapes(&game->picture, record, room, size);
	page_markup_bytes(page, room, size);
}

void replay_write_phase(struct page *page, struct replay_game *game, int n)
{
	char id[PHASE_TEXT_SIZE];
	open_article(page, phase_print(game->phases[n].record.board.phase, id));
	replay_write_words(page, game, n);
	open_shapes(page);
	replay_write_shapes(page, game, n);
	close_article(page);
}

/* ── for the script ── */

void replay_write_ways(struct page *page, const struct replay_game *game, int n)
{
	const struct phase_record *record = &game->phases[n].record;
	const struct board *next = n + 1 < game->count ? &game->phases[n + 1].record.board : NULL;
	char text[REPLAY_WAYS_SIZE];
	struct ink ink = {.text = text, .size = sizeof text};

	picture_ink_ways(&game->picture, record, next, &ink);
	assert(ink.length <= sizeof text);
	fwrite(text, 1, ink.length, page->out);
}

void replay_write_owners(struct page *page, const struct replay_game *game, int n)
{
	const struct board *board = &game->phases[n].record.board;
	for (int p = 0; p < game->map.province_count; p++)
		putc('0' + (board->owner[p] < POWERS_MAX ? board->owner[p] : POWER_NONE), page->out);
}

static void write_places_of_times(struct page *page, const struct replay_game *game, int n)
{
	fputs("[", page->out);
	for (int p = 0; p < game->map.power_count; p++)
		fprintf(page->out, "%s%d", p > 0 ? "," : "",
		        replay_time_x(game, game->phases[n].think_ns[p]));
	fputs("]", page->out);
}

static void write_names(struct page *page, const struct replay_game *game)
{
	char text[REPLAY_POWERS_SIZE];
	struct ink ink = {.text = text, .size = sizeof text};

	picture_ink_powers(&game->map, &ink);
	assert(ink.length <= sizeof text);
	fprintf(page->out, "{%.*s,\"provinces\":[", (int)ink.length, text);
	for (int p = 0; p < game->map.province_count; p++) {
		fputs(p > 0 ? "," : "", page->out);
		page_json(page, game->map.loc[p].name);
	}
	fputs("],\n\"phases\":[", page->out);
}

void replay_write_data(struct page *page, const struct replay_game *game)
{
	open_data(page);
	write_names(page, game);
	for (int n = 0; n < game->count; n++) {
		fprintf(page->out, "%s\n{\"owners\":\"", n > 0 ? "," : "");
		replay_write_owners(page, game, n);
		fprintf(page->out, "\",\"x\":%d,\"times\":", replay_curve_x(game, n));
		write_places_of_times(page, game, n);
		fputs(",\"ways\":", page->out);
		replay_write_ways(page, game, n);
		fputs("}", page->out);
	}
	fputs("]}", page->out);
	close_data(page);
}
