/* Tests of lib/formats/judge/judge_mail and judge_fold: games of our own, written as the e-mail
 * Judge writes them, are read back. */
#include "judge_reader.h"
#include "judge_writer.h"
#include "suite.h"

enum { PHASES_MAX = 80 };

/* ── games of our own ── */

/* A game: what was played, phase by phase, and the position after the last. */
struct played {
	int count;
	struct phase_record record[PHASES_MAX];
	struct board last;
};

static void play(const char *seats, uint64_t seed, int phases, struct played *played)
{
	static struct match match;
	static struct phase_cost cost;
	char error[ERROR_SIZE];
	struct board start;
	match = (struct match){.map = suite_map(),
	                       .rules = rules_find("standard"),
	                       .judge = judge_find("atlas"),
	                       .seed = seed,
	                       .block = 1,
	                       .round_limit = 200,
	                       .threads = 1};
	for (int p = 0; p < POWERS_MAX; p++)
		SUITE_MUST(seat_parse(seats, NULL, &match.seats[p], error), seats);
	void *room = aligned_alloc(PLAYER_ALIGN, match_room_size(&match) + PLAYER_ALIGN);
	match_furnish(&match, room);
	board_start(suite_map(), &start);
	match_start(&match, &start);
	played->count = 0;
	while ((played->count < phases || writer_is_idle(&match.board)) &&
	       match_verdict(&match).ending == GAME_RUNNING)
		match_play(&match, &played->record[played->count++], &cost);
	played->last = match.board;
	free(room);
}

static const struct board *board_behind(const struct played *played, int i)
{
	return i + 1 < played->count ? &played->record[i + 1].board : &played->last;
}

static char *write_game(const struct played *played, size_t *size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, size);
	for (int i = 0; i < played->count; i++) {
		const struct board *after = board_behind(played, i);
		if (writer_is_idle(&played->record[i].board))
			continue;
		write_report(out, &played->record[i], after,
		             writer_is_idle(after) && i + 1 < played->count ? board_behind(played, i + 1)
		                                                            : after);
	}
	fclose(out);
	return text;
}

/* ── what mail programs do ── */

/* Quotes each line, ends it with CR LF, and cuts it at a blank before a column. */
static char *mangle(const char *text, size_t size, size_t columns, size_t *longer)
{
	char *out = NULL;
	FILE *file = open_memstream(&out, longer);
	for (const char *line = text; line < text + size;) {
		size_t length = strcspn(line, "\n");
		const char *next = line + length + 1;
		while (length > columns) {
			size_t cut = columns;
			while (cut > 0 && line[cut] != ' ')
				cut--;
			if (cut == 0)
				break;
			fprintf(file, "> %.*s\r\n", (int)cut, line);
			line += cut + 1;
			length -= cut + 1;
		}
		fprintf(file, "> %.*s\r\n", (int)length, line);
		line = next;
	}
	fclose(file);
	return out;
}

/* ── reading back ── */

static void compare(void *context, const struct fold_phase *phase)
{
	struct heard *heard = context;
	char name[PHASE_TEXT_SIZE], text[ORDER_TEXT_SIZE], other[ORDER_TEXT_SIZE];
	phase_print(phase->record.board.phase, name);
	if (heard->count >= heard->played->count)
		return;
	const struct phase_record *played = &heard->played->record[heard->count],
							  *read = &phase->record;
	CHECK(board_equal(&read->board, &played->board), "%s: another position", name);
	CHECK(read->orders.count == played->orders.count, "%s: %d orders, %d were played", name,
	      read->orders.count, played->orders.count);
	for (int i = 0; i < read->orders.count && i < played->orders.count; i++) {
		CHECK(order_equal(read->orders.order[i], played->orders.order[i]) &&
		          read->orders.power[i] == played->orders.power[i],
		      "%s: '%s', '%s' was played", name,
		      order_print(suite_map(), read->orders.order[i], text),
		      order_print(suite_map(), played->orders.order[i], other));
		CHECK(read->results[i] == played->results[i], "%s: another result of %s", name, text);
	}
	CHECK(board_equal(&phase->next, board_behind(heard->played, heard->count)),
	      "%s: another position after it", name);
	heard->count++;
}

static void read_back(const struct played *played, const char *text, size_t size)
{
	static struct heard heard;
	char error[2 * ERROR_SIZE];
	struct judge_fold fold = {.tell = hear, .played = compare, .context = &heard};
	heard = (struct heard){.played = played};
	CHECK(read_text(text, size, &fold, error), "%s", error);
	CHECK(heard.count == played->count, "%d phases, %d were played", heard.count, played->count);
	CHECK(fold.differences == 0 && heard.told[0] == '\0', "told: %.1000s", heard.told);
	CHECK(board_equal(&fold.board, &played->last), "another last position");
}

TEST(test_round_trip, "games of our own, written as the Judge does, are read back")
{
	static const struct {
		const char *seats;
		int games, phases;
	} rows[] = {
		{"random", 6, 60}, {"randbot", 4, 60}, {"dumbbot", 4, 70}, {"ares(depth=1,age=2)", 1, 30}};
	static struct played played;
	for (int r = 0; r < COUNT(rows); r++)
		for (int game = 0; game < rows[r].games; game++) {
			size_t size, longer;
			play(rows[r].seats, suite_seed() * 100 + (uint64_t)game, rows[r].phases, &played);
			char *text = write_game(&played, &size);
			read_back(&played, text, size);
			char *mail = mangle(text, size, 68 + (size_t)game * 2, &longer);
			read_back(&played, mail, longer);
			free(mail);
			free(text);
		}
}

SUITE("judge_games")
