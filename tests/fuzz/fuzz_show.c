/* fuzz_show: prints stored rows, draws them and audits them. The rows are those of a real game, and
 * one that is empty. The bytes change some of it. Whatever a row holds, it is printed as text and
 * as a picture that is XML, or refused. */
#include "../unit/picture/xml.h"
#include "fuzz.h"
#include "picture/picture.h"
#include "db/record/audit.h"
#include "db/record/stored_print.h"

#include <string.h>

enum { ROWS_MAX = 24, PATCH_SIZE = 3, ENTRY_SIZE = 7 };

/* A game as far as it was played: its rows, and an audit that has seen all rows before. The last
 * row is one of a game that is over in that phase. */
static struct {
	struct stored row[ROWS_MAX];
	struct audit audit[ROWS_MAX];
	int count;
} played;

static void play_game(void)
{
	struct terms terms = {.map = 1, .number = 1, .block = 1, .round_limit = 8, .rules = "standard"};
	struct match match = {.map = fuzz_map(),
	                      .rules = rules_find("standard"),
	                      .judge = judges[0],
	                      .block = 1,
	                      .round_limit = terms.round_limit,
	                      .threads = 1};
	struct phase_record record;
	struct phase_cost cost;
	struct audit audit;
	char error[ERROR_SIZE];
	board_start(match.map, &match.board);
	for (int p = 0; p < match.map->power_count; p++)
		MUST(seat_parse("random", NULL, &match.seats[p], error));
	audit_open(&audit, &terms, &match, false);
	for (bool over = false; !over && played.count < ROWS_MAX; played.count++) {
		struct stored *row = &played.row[played.count];
		over = match_verdict(&match).ending != GAME_RUNNING;
		if (over) {
			stored_pack_final(match.map, &match.board, row);
		} else {
			match_play(&match, &record, &cost);
			stored_pack(match.map, &record, &cost, row);
		}
		played.audit[played.count] = audit;
		MUST(audit_phase(&audit, row));
	}
}

/* What the decoder of rows lets through: counts within their arrays, a text that ends. */
static void keep_decodable(struct stored *row)
{
	row->unit_count = (int)((unsigned)row->unit_count % (STORED_MAX + 1));
	row->power_count = (int)((unsigned)row->power_count % (POWERS_MAX + 1));
	row->forecaster_count = (int)((unsigned)row->forecaster_count % (POWERS_MAX + 1));
	row->owners[PROVINCES_MAX] = '\0';
}

/* Overwrites single bytes of the row: a place and a value. */
static void patch_bytes(struct stored *row, const uint8_t *bytes, size_t size)
{
	uint8_t copy[sizeof *row];
	memcpy(copy, row, sizeof copy);
	for (; size >= PATCH_SIZE; bytes += PATCH_SIZE, size -= PATCH_SIZE)
		copy[(size_t)(bytes[0] << 8 | bytes[1]) % sizeof copy] = bytes[2];
	copy[offsetof(struct stored, resolved)] &= 1;
	memcpy(row, copy, sizeof copy);
}

/* Overwrites entries of the row: a place, a unit and its order. */
static void patch_entries(struct stored *row, const uint8_t *bytes, size_t size)
{
	for (; size >= ENTRY_SIZE; bytes += ENTRY_SIZE, size -= ENTRY_SIZE) {
		const int i = bytes[0] % STORED_MAX;
		if (i >= row->unit_count)
			row->unit_count = i + 1;
		memcpy(&row->units[i], bytes + 1, sizeof row->units[i]);
		memcpy(&row->orders[i], bytes + 3, sizeof row->orders[i]);
	}
}

static void check_text(const char *text)
{
	for (; *text != '\0'; text++)
		MUST((*text >= ' ' && *text <= '~') || *text == '\n');
}

static void print_row(const struct stored *stored)
{
	struct stored_row row;
	char *text = NULL, phase[PHASE_TEXT_SIZE];
	size_t size;
	check_text(phase_print(stored->phase, phase));
	if (!stored_unpack(fuzz_map(), stored, &row.board, &row.orders, row.outcomes))
		return;
	FILE *out = open_memstream(&text, &size);
	MUST(out != NULL);
	stored_print(out, fuzz_map(), &row, "ares\nrandom\n\nlast");
	fclose(out);
	check_text(text);
	free(text);
}

static void draw_row(const struct stored *stored)
{
	static struct picture_map picture;
	static struct phase_record record;
	static char text[8 * PICTURE_SIZE];
	if (picture.map == NULL)
		picture_open(&picture, fuzz_map());
	if (!stored_unpack_record(fuzz_map(), stored, &record))
		return;
	const size_t size = picture_write(&picture, &record, "a game", text, sizeof text);
	MUST(size <= sizeof text && xml_find_fault(text, size) == NULL);
}

static void audit_row(struct audit audit, const struct stored *stored, const uint8_t *bytes,
                      size_t size)
{
	struct stored_end end = {.phase = -1};
	if (audit_phase(&audit, stored)) {
		memcpy(&end, bytes, size < sizeof end ? size : sizeof end);
		end.power_count = (int)((unsigned)end.power_count % (POWERS_MAX + 1));
		MUST(audit_end(&audit, &end, NULL) || audit.text[0] != '\0');
	} else {
		MUST(audit.text[0] != '\0');
	}
	check_text(audit.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct stored row;
	if (played.count == 0)
		play_game();
	if (size < 2)
		return 0;
	const int i = bytes[0] % (played.count + 1);
	if (i < played.count)
		row = played.row[i];
	else
		row = (struct stored){.resolved = true};
	(bytes[1] & 1 ? patch_bytes : patch_entries)(&row, bytes + 2, size - 2);
	keep_decodable(&row);
	print_row(&row);
	draw_row(&row);
	audit_row(played.audit[i % played.count], &row, bytes + 2, size - 2);
	return 0;
}
