/* Screens that are drawn in place: after any sequence of screens and widths a terminal shows the
 * last one and nothing else. Texts, words, bars.
 *
 * STEPS=N screens (2,000). SEED draws them. */
#include "lines.h"
#include "suite.h"
#include "terminal.h"

static struct screen_shown shown;
static struct terminal terminal;
static char bytes[SCREEN_BYTES];

static void fill(struct rng *rng, int columns, int lines)
{
	screen_clear(&screen, columns, lines, false);
	const int used = (int)rng_below(rng, (uint32_t)lines + 1);
	for (int line = 0; line < used; line++) {
		const int count = (int)rng_below(rng, 6);
		screen_put(&screen, line, 0, INK_PLAIN, "");
		for (int i = 0; i < count; i++)
			screen_print(&screen, line, (int)rng_below(rng, (uint32_t)columns + 4) - 2,
			             (enum terminal_ink)rng_below(rng, INKS), "word%u", rng_below(rng, 100000));
	}
}

static void draw(int columns)
{
	const size_t length = screen_paint(&screen, &shown, columns, bytes);
	CHECK(length <= sizeof bytes, "%zu bytes", length);
	terminal_write(&terminal, bytes, length);
}

/* The first row of the terminal that is not as it must be: below what was there comes the screen,
 * and nothing else. -1: there is none. */
static int find_fault(void)
{
	for (int row = 0; row < TERMINAL_ROWS; row++) {
		const bool ours = row > 0 && row <= screen.lines;
		const char *const text = row == 0 ? "$ watch" : ours ? line_text(row - 1) : "";
		if (strcmp(terminal_row(&terminal, row), text) != 0)
			return row;
	}
	return -1;
}

/* False: a fault was found, and told. */
static bool compare(int step)
{
	const int row = find_fault();
	const bool at_end = terminal.row == 1 + screen.lines && terminal.column == 0;
	const bool known = terminal.faults == 0 && terminal.wrapped == 0;
	CHECK(row < 0, "step %d, row %d: '%s'", step, row, terminal_row(&terminal, row < 0 ? 0 : row));
	CHECK(at_end, "step %d: cursor at %d, %d", step, terminal.row, terminal.column);
	CHECK(known, "step %d: %d faults, %d wrapped", step, terminal.faults, terminal.wrapped);
	return row < 0 && at_end && known;
}

TEST(test_drawn_in_place, "drawn in place")
{
	struct rng rng = suite_rng(1);
	const long count = suite_number("STEPS", 2000);
	int columns = 80;
	terminal_color = "always";
	terminal_open(&terminal, columns);
	terminal_write(&terminal, "$ watch\n", 8);
	bool right = true;
	for (int step = 0; step < count && right; step++) {
		if (rng_below(&rng, 8) == 0) {
			columns = 10 + (int)rng_below(&rng, 290);
			terminal_resize(&terminal, columns);
			terminal.wrapped = 0;
		}
		fill(&rng, columns - 1, 1 + (int)rng_below(&rng, 50));
		draw(columns);
		right = compare(step);
	}
	CHECK(terminal.colors > 0, "no colours");
	terminal_color = "never";
	terminal.colors = 0;
	draw(columns);
	CHECK(terminal.colors == 0, "%d colours", terminal.colors);
}

TEST(test_texts, "texts")
{
	screen_clear(&screen, 12, 3, true);
	CU_ASSERT_EQUAL(screen_put(&screen, 0, 8, INK_PLAIN, "äöü\033[2J"), 15);
	CHECK(strcmp(line_text(0), "        äöü?") == 0, "%s", line_text(0));
	screen_put(&screen, 1, 0, INK_PLAIN,
	           "a\xff"
	           "b\xc2\x9b"
	           "c\n");
	CHECK(strcmp(line_text(1), "a?b??c?") == 0, "%s", line_text(1));
	screen_put_right(&screen, 2, 12, INK_PLAIN, "ü right");
	CHECK(strcmp(line_text(2), "     ü right") == 0, "%s", line_text(2));
	screen_put(&screen, 3, 0, INK_PLAIN, "outside");
	screen_put(&screen, -1, 0, INK_PLAIN, "outside");
	CU_ASSERT_EQUAL(screen.lines, 3);
	screen_clear(&screen, 12, 3, false);
	screen_put(&screen, 0, 0, INK_PLAIN, "jäger");
	CHECK(strcmp(line_text(0), "j?ger") == 0, "%s", line_text(0));
}

TEST(test_words, "words")
{
	static const char text[] = "no verdict in 12 games: ares has half";
	screen_clear(&screen, 16, 4, false);
	CU_ASSERT_EQUAL(screen_put_words(&screen, 0, 0, 2, INK_PLAIN, text), 3);
	CU_ASSERT_EQUAL(screen.lines, 0);
	CU_ASSERT_EQUAL(screen_put_words(&screen, 0, 4, 2, INK_PLAIN, text), 3);
	CHECK(strcmp(line_text(0), "no verdict in 12") == 0, "%s", line_text(0));
	CHECK(strcmp(line_text(1), "  games: ares") == 0, "%s", line_text(1));
	CHECK(strcmp(line_text(2), "  has half") == 0, "%s", line_text(2));
	screen_clear(&screen, 16, 4, false);
	CU_ASSERT_EQUAL(screen_put_words(&screen, 0, 2, 2, INK_PLAIN, text), 3);
	CHECK(strcmp(line_text(1), "  games: are ...") == 0, "%s", line_text(1));
	CU_ASSERT_EQUAL(screen.lines, 2);
	CU_ASSERT_EQUAL(screen_put_words(&screen, 0, 2, 2, INK_PLAIN, " "), 0);
}

TEST(test_bars, "bars")
{
	static const struct {
		double part;
		bool utf8;
		const char *bar;
	} rows[] = {
		{0, false, "----"},      {0.5, false, "##--"},  {1, false, "####"},    {2, false, "####"},
		{-1, false, "----"},     {0.99, false, "###-"}, {0.5, true, "██░░"},   {1, true, "████"},
		{0.53125, true, "██▏░"}, {0.99, true, "███▉"},  {0.001, true, "░░░░"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		screen_clear(&screen, 4, 1, rows[i].utf8);
		screen_put_bar(&screen, 0, 0, 4, rows[i].part);
		CHECK(strcmp(line_text(0), rows[i].bar) == 0, "row %d: %s", i, line_text(0));
	}
}

/* The largest screen with a colour in each cell fits the bytes. */
TEST(test_largest, "largest")
{
	terminal_color = "always";
	screen_clear(&screen, 10000, 10000, true);
	for (int line = 0; line < SCREEN_HEIGHT_MAX; line++)
		for (int i = 0; i < SCREEN_WIDTH_MAX; i++)
			screen_put(&screen, line, i, (enum terminal_ink)((i + line) % INKS), "\U0001d11e");
	memset(&shown, 0, sizeof shown);
	CHECK(screen_paint(&screen, &shown, 10000, bytes) <= sizeof bytes, "too many bytes");
	CU_ASSERT_EQUAL(shown.lines, SCREEN_HEIGHT_MAX);
	terminal_color = "never";
}

SUITE("screen")
