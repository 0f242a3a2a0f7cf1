/* The screen of aresctl watch, laid out from values: its contents at each size, which never exceed
 * it. Rates and times.
 *
 * SCREENS=N random screens (3,000). SEED draws them. */
#include "ctl/parts/pace.h"
#include "ctl/watch/watch_view.h"
#include "lines.h"
#include "suite.h"

static struct view view;

/* The line that has a text, or -1. */
static int find(const char *text)
{
	for (int line = 0; line < screen.lines; line++)
		if (strstr(line_text(line), text) != NULL)
			return line;
	return -1;
}

static void lay_out(int width, int height, bool utf8)
{
	screen_clear(&screen, width, height, utf8);
	view_draw(&view, &screen);
}

/* A tournament of two players in its middle. */
static void begin(void)
{
	view = (struct view){
		.name = "thesis-1",
		.watched = {.rules = "thesis", .seats = "ares,random"},
		.progress =
			{.games = 128, .finished = 53, .open = 75, .pending = 27, .claimed = 48, .workers = 2},
		.seconds = 20,
		.games_rate = 12.34,
		.phases_rate = 3512,
		.farm_rate = 3600,
		.left = 6,
		.players = 2,
		.player_count = 2,
		.player = {{"ares", 51.2, true, true, 96.5, 50, 91.6, 98.6},
	               {"random", 1.8, true, true, 3.5, 50, 1.4, 8.4}},
		.worker_count = 2,
		.worker = {{1, "build1", 1234, false, 1, 24, 1750}, {2, "build1", 1235, false, 0, 24, -1}},
	};
}

static void has(const char *text)
{
	if (find(text) >= 0)
		return;
	CHECK(false, "no '%s' in", text);
	for (int line = 0; line < screen.lines; line++)
		printf("    %s\n", line_text(line));
}

static void lacks(const char *text)
{
	CHECK(find(text) < 0, "there is '%s': %s", text, line_text(find(text)));
}

TEST(test_whole, "whole screen")
{
	begin();
	lay_out(79, 23, false);
	static const char *const lines[] = {
		"thesis-1: ares,random, by the rules thesis",
		NULL, /* the bar */
		"a few seconds to go, 3512 phases/s, 12 games/s, 3600 phases/s of the whole farm",
		"48 being played, 27 pending",
		"",
		NULL,
		NULL, /* points: below */
		NULL,
		"",
		"2 workers on 1 host        games    phases/s   heartbeat",
		"  build1, process 1234        24        1750     1 s ago",
		"  build1, process 1235        24           ?     0 s ago",
	};
	CU_ASSERT_EQUAL(screen.lines, COUNT(lines));
	for (int i = 0; i < screen.lines && i < COUNT(lines); i++)
		CHECK(lines[i] == NULL || strcmp(line_text(i), lines[i]) == 0, "line %d: %s", i,
		      line_text(i));
	has("53 of 128 games, 41 %");
	has("  ares       51.20    96.5   91.6 to 98.6 ");
	has("  random      1.80     3.5     1.4 to 8.4 ");
	lay_out(79, 23, true);
	has("█");
	has("├");
	has("┊");
}

/* An interval stands where it belongs on the axis, and so does the mark of the fair share. */
TEST(test_intervals, "intervals")
{
	begin();
	view.player[0] = (struct view_player){"a", 1, true, true, 50, 50, 0, 100};
	view.player[1] = (struct view_player){"b", 1, true, false, 25, 50, 0, 0};
	lay_out(150, 23, false);
	const char *text = strchr(line_text(find("  a  ")), '|');
	CU_ASSERT_PTR_NOT_NULL_FATAL(text);
	CU_ASSERT_EQUAL(strlen(text), 100);
	CU_ASSERT_EQUAL(strcspn(text, "o"), 50);
	CU_ASSERT_EQUAL(text[99], '|');
	const char *const other = line_text(find("  b  "));
	CU_ASSERT_EQUAL(strchr(other, ':') - strchr(other, 'o'), 25);
	view.player[0] = (struct view_player){"a", 1, false, false, 0, 0, 0, 0};
	lay_out(79, 23, false);
	has("  a           1.00       ?");
}

TEST(test_attention, "what needs attention")
{
	static const int sizes[][2] = {{79, 23}, {39, 9}, {199, 49}};
	for (int i = 0; i < COUNT(sizes); i++) {
		begin();
		view.progress.workers = view.worker_count = 0;
		lay_out(sizes[i][0], sizes[i][1], true);
		has("no worker is playing: start aresd");
		view.seconds = 1;
		lay_out(sizes[i][0], sizes[i][1], true);
		lacks("no worker");
		begin();
		view.progress.paused = true;
		lay_out(sizes[i][0], sizes[i][1], true);
		has(sizes[i][0] > 50 ? "paused: type aresctl tournament resume thesis-1" : "paused: type ");
		begin();
		view.progress.waiting = 2;
		view.held[HELD_AWAITED].count = 1;
		strcpy(view.held[HELD_AWAITED].line[0], "alice (FRA, S1901M, game 3)");
		lay_out(sizes[i][0], sizes[i][1], true);
		has("2 games awaiting external players:");
		if (sizes[i][0] > 50)
			has("alice (FRA, S1901M, game 3)");
		begin();
		view.held[HELD_ABSENT].count = 1;
		strcpy(view.held[HELD_ABSENT].line[0], "anna was absent: trinity ordered");
		lay_out(sizes[i][0], sizes[i][1], true);
		has("anna was absent: trinity ordered");
		begin();
		view.progress.quarantined = 9;
		view.held[HELD_QUARANTINED].count = 2;
		strcpy(view.held[HELD_QUARANTINED].line[0], "game 17: its worker died three times");
		strcpy(view.held[HELD_QUARANTINED].line[1], "game 18: it cannot be read");
		lay_out(sizes[i][0], sizes[i][1], true);
		has("9 games quarantined");
		if (sizes[i][1] > 20) {
			has("see aresctl tournament status thesis-1");
			has("  game 17: its worker died three times");
			has("  game 18: it cannot be read");
			has("aresctl game retry thesis-1/NUMBER");
		}
	}
}

TEST(test_verdict_and_end, "verdict, and end")
{
	begin();
	strcpy(view.progress.stop, "until 4%: no verdict in 40 games: ares has 96.5 %, from 91 to 98");
	lay_out(39, 23, false);
	has("until 4%: no verdict in 40 games: ares");
	has("  has 96.5 %, from 91 to 98");
	view.progress.finished = 128;
	view.progress.open = view.progress.claimed = view.progress.pending = 0;
	view.over = true;
	lay_out(79, 23, false);
	has("all games are over, 3512 phases/s");
	has("128 of 128 games, 100 %");
	lacks("to go");
	lacks("pending");
}

/* Lists that are too long say how many more there are. */
TEST(test_long_lists, "long lists")
{
	begin();
	view.players = 120;
	view.player_count = VIEW_PLAYERS_MAX;
	for (int i = 0; i < view.player_count; i++) {
		view.player[i] = (struct view_player){.points = i};
		snprintf(view.player[i].name, VIEW_NAME_SIZE, "p%d", i);
	}
	view.worker_count = VIEW_WORKERS_MAX;
	for (int i = 0; i < view.worker_count; i++) {
		view.worker[i] = (struct view_worker){.id = i, .pid = i, .claims = 1, .rate = 10};
		snprintf(view.worker[i].host, VIEW_NAME_SIZE, "host%d", i / 64);
	}
	view.worker[70].lost = true;
	view.worker[70].heartbeat = 77;
	lay_out(79, 60, false);
	has("more players");
	char text[80];
	int shown = 0;
	for (int line = 0; line < screen.lines; line++)
		shown += strncmp(line_text(line), "  p", 3) == 0 && line_text(line)[3] != 'l';
	snprintf(text, sizeof text, "and %d more players", 120 - shown);
	has(text);
	has("256 workers on 4 hosts");
	lay_out(79, 99, false);
	view.players = view.player_count = 3;
	lay_out(79, 30, false);
	has("256 workers on 4 hosts");
	has("  host1: 64 workers           64         640    77 s ago  1 lost");
	lay_out(30, 30, false);
	has("256 workers on 4 hosts");
	lacks("games    phases/s");
	lay_out(79, 14, false);
	has("256 workers on 4 hosts");
	for (int i = 0; i < 4; i++)
		view.worker[i].lost = false;
	view.worker_count = 2;
	view.worker[1].lost = true;
	lay_out(79, 30, false);
	has("0 s ago  lost");
}

/* Whatever there is to say, at any size: a screen keeps within its lines, its bar line comes first
 * of what must be there, and where the terminal has ASCII only, so has the screen. */
TEST(test_any_size, "any size")
{
	struct rng rng = suite_rng(1);
	for (long step = suite_number("SCREENS", 3000); step > 0; step--) {
		begin();
		view.players = view.player_count = (int)rng_below(&rng, 12);
		for (int i = 0; i < view.player_count; i++) {
			struct view_player *const player = &view.player[i];
			*player = (struct view_player){.has_share = rng_below(&rng, 4) > 0, .points = i};
			player->has_interval = player->has_share && rng_below(&rng, 4) > 0;
			player->share = rng_below(&rng, 101);
			player->fair = rng_below(&rng, 101);
			player->low = rng_below(&rng, 101);
			player->high = rng_below(&rng, 101);
			snprintf(player->name, sizeof player->name, "%.*s", (int)rng_below(&rng, 40),
			         "jäger(depth=2,age=10,tries=3,islands=4)");
		}
		view.worker_count = (int)rng_below(&rng, 3);
		view.held[HELD_QUARANTINED].count = (int)rng_below(&rng, 3);
		view.progress.quarantined = view.held[HELD_QUARANTINED].count;
		view.progress.waiting = rng_below(&rng, 2);
		view.progress.workers = rng_below(&rng, 2);
		view.progress.paused = rng_below(&rng, 2) == 0;
		view.points_age = rng_below(&rng, 10);
		snprintf(view.progress.stop, sizeof view.progress.stop, "%.*s", (int)rng_below(&rng, 60),
		         "until 4% of squares: no verdict in 4000 games: ares has");
		const int width = (int)rng_below(&rng, 150), height = (int)rng_below(&rng, 40);
		const bool utf8 = rng_below(&rng, 2) == 0;
		lay_out(width, height, utf8);
		CHECK(screen.lines <= height, "%d lines of %d", screen.lines, height);
		CHECK(height < 1 || width < 24 || find("53 of 128 games, 41 %") >= 0, "%dx%d: no bar",
		      width, height);
		for (int line = 0; line < screen.lines; line++)
			for (const char *at = line_text(line); *at != '\0' && !utf8; at++)
				CHECK((unsigned char)*at < 0x80, "%dx%d: %s", width, height, line_text(line));
	}
}

TEST(test_times, "times")
{
	static const struct {
		double seconds;
		const char *text;
	} rows[] = {
		{0, "a few seconds"},   {7, "a few seconds"},     {8, "about 10 s"},
		{33, "about 35 s"},     {57, "about 55 s"},       {58, "about 1 min"},
		{89, "about 1 min"},    {91, "about 2 min"},      {5399, "about 90 min"},
		{5400, "about 1.5 h"},  {35900, "about 10.0 h"},  {36100, "about 10 h"},
		{172799, "about 48 h"}, {172801, "about 2 days"}, {8.64e7, "about 1000 days"},
	};
	char text[VIEW_NAME_SIZE];
	for (int i = 0; i < COUNT(rows); i++) {
		view_print_time(rows[i].seconds, text);
		CHECK(strcmp(text, rows[i].text) == 0, "%.0f: %s", rows[i].seconds, text);
	}
}

TEST(test_lines, "lines")
{
	char line[2000];
	begin();
	view.points_age = 7;
	CHECK(!view_print_line(&view, line, sizeof line), "needs attention");
	CHECK(strstr(line, " | points 7 s ago: ares 51.20, random 1.80") != NULL, "%s", line);
	view.points_age = 0;
	CHECK(!view_print_line(&view, line, sizeof line), "needs attention");
	CHECK(strcmp(line, "53 of 128 games, 3600 phases/s, a few seconds to go"
	                   " | points: ares 51.20, random 1.80") == 0,
	      "%s", line);
	view.left = 200;
	view.players = 6;
	view.player_count = 5;
	for (int i = 2; i < 5; i++)
		strcpy(view.player[i].name, "x");
	view.progress.quarantined = 1;
	view.progress.cancelled = 2;
	strcpy(view.progress.stop, "until\n4%");
	view.held[HELD_ABSENT].count = 1;
	strcpy(view.held[HELD_ABSENT].line[0], "x was absent");
	CHECK(view_print_line(&view, line, sizeof line), "needs none");
	CHECK(strcmp(line,
	             "53 of 128 games, 1 quarantined, 2 cancelled, 3600 phases/s, about 3 min to go"
	             " | points: ares 51.20, random 1.80, x 0.00, x 0.00, 2 more | x was absent | "
	             "until?4%") == 0,
	      "%s", line);
	CHECK(view_print_line(&view, line, 20) && strlen(line) == 19, "%s", line);
}

TEST(test_pace, "pace")
{
	struct pace pace = {.count = 0};
	CU_ASSERT(pace_rate(&pace, 10) < 0);
	pace_add(&pace, 100, 50);
	CU_ASSERT(pace_rate(&pace, 10) < 0);
	pace_add(&pace, 102, 70);
	CU_ASSERT_EQUAL(pace_rate(&pace, 10), 10);
	CU_ASSERT_EQUAL(pace_gain(&pace, 10), 20);
	for (int i = 0; i < 200; i++)
		pace_add(&pace, 103 + i, 70 + 3 * i);
	CU_ASSERT_EQUAL(pace_rate(&pace, 10), 3);
	CU_ASSERT_EQUAL(pace_gain(&pace, 10), 30);
	pace_add(&pace, 402, 1000); /* one value long after the others */
	CU_ASSERT_EQUAL(pace_gain(&pace, 10), 1000 - 667);
	pace_add(&pace, 403, 5); /* it has begun anew */
	CU_ASSERT(pace_rate(&pace, 10) < 0);
	pace_add(&pace, 404, 6);
	CU_ASSERT_EQUAL(pace_rate(&pace, 10), 1);
}

SUITE("watch")
