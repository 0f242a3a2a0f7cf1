/* watch: aresctl watch: follows a tournament. On a terminal it draws a screen over itself;
 * elsewhere it adds lines, which become rarer.
 *
 * What it asks must cost the farm next to nothing. Progress and active workers are read from
 * tallies and partial indexes, which is fast for any number of games. Points need all finished
 * games: the longer that query took, the more rarely it is repeated. */
#include "ctl/parts/ctl.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/terminal/screen.h"
#include "ctl/parts/pace.h"
#include "ctl/watch/watch_view.h"
#include "db/statements/report/stmt_reports.h"

enum { LINES_EVERY = 5, LINE_SIZE = 4096 };

static struct {
	const char *name, *score;
	bool json;
} asked;

/* ── what it asks ── */

/* The phases of a worker, by its number. */
struct worker_pace {
	int64_t id;
	struct pace pace;
};

/* Initialise with a connection, and with the tournament's name in the view. */
struct watch {
	struct db *db;
	const char *score; /* of the points */
	struct view view;
	double begun, points_at, points_took; /* seconds of a clock; how long they took */
	struct progress first;
	struct pace games, phases, farm;
	struct worker_pace pace[VIEW_WORKERS_MAX]; /* of the workers of the view */
};

enum {
	POINTS_TIMES =
		40,          /* points are queried again after this many times the duration of the query */
	FIRST_TIMES = 4, /* the first time, when nothing is planned or read, takes longer */
	PHASES_SECONDS = 8, /* rates of phases are those of this number of last seconds */
	GAMES_SECONDS = 60, /* the same for games, which end in bursts */
	GAMES_LEAST = 5,    /* with fewer games in that time, the rate is that of the whole watch */
	FIRST_SECONDS = 2,  /* before that, no remaining time is shown */
};

/* Seconds of a monotonic clock. */
static double seconds_now(void)
{
	return 1e-9 * (double)clock_ns();
}

/* The rate of the last seconds; of the whole watch, once the tournament is over. */
static double rate_of(const struct watch *watch, const struct pace *pace, int64_t gained)
{
	if (!watch->view.over)
		return pace_rate(pace, PHASES_SECONDS);
	return watch->view.seconds > 0 ? (double)gained / watch->view.seconds : -1;
}

static void compute_rates(struct watch *watch, double at)
{
	struct view *const view = &watch->view;
	const struct progress *const now = &view->progress, *const first = &watch->first;
	const int64_t finished = now->finished - first->finished;

	view->seconds = at - watch->begun;
	view->over = now->open == 0;
	if (now->workers == 0)
		watch->games = (struct pace){.count = 0}; /* a worker that starts then is not slow */
	pace_add(&watch->games, at, now->finished);
	pace_add(&watch->phases, at, now->phases);
	pace_add(&watch->farm, at, now->farm_phases);
	view->phases_rate = rate_of(watch, &watch->phases, now->phases - first->phases);
	view->farm_rate = rate_of(watch, &watch->farm, now->farm_phases - first->farm_phases);

	const double lately = pace_rate(&watch->games, GAMES_SECONDS);
	const bool recent = !view->over && pace_gain(&watch->games, GAMES_SECONDS) >= GAMES_LEAST;
	view->games_rate = -1;
	if (recent)
		view->games_rate = lately;
	else if (view->seconds > 0)
		view->games_rate = (double)finished / view->seconds;

	/* The first games end late, all at once: rates before that mean nothing. */
	const int64_t known = recent ? pace_gain(&watch->games, GAMES_SECONDS) : finished;
	const bool telling = view->seconds > FIRST_SECONDS && known > 0 && known >= now->claimed;
	view->left = telling && view->games_rate > 0 && now->workers > 0 && !now->paused
	                 ? (double)now->open / view->games_rate
	                 : -1;
}

/* Updates the progress. False: the fault of the database says why; so do the functions below. */
static bool ask_progress(struct watch *watch)
{
	const double asked_at = seconds_now();
	bool exists;
	if (!stmt_progress(watch->db, watch->view.name, &exists, &watch->view.progress))
		return false;
	if (!exists)
		ctl_stop("tournament %s is not there any more: it was dropped", watch->view.name);
	if (watch->begun == 0) {
		watch->begun = asked_at;
		watch->first = watch->view.progress;
	}
	compute_rates(watch, asked_at);
	return true;
}

/* Sorts lines by their kind. */
static bool take_held(struct view *view, struct db_rows *rows)
{
	int32_t kind;
	const char *line;

	while (stmt_next_held(rows, &kind, &line)) {
		struct view_held *const held = &view->held[kind];
		if (held->count < VIEW_HELD_MAX)
			snprintf(held->line[held->count++], sizeof held->line[0], "%s", line);
	}

	return db_rows_close(rows);
}

static bool read_players(struct watch *watch)
{
	struct db_rows rows;
	struct watched_player player;
	struct view *const view = &watch->view;

	if (!stmt_read_players(watch->db, view->name, watch->score, &rows))
		return false;
	view->player_count = 0;
	view->players = 0;

	while (view->player_count < VIEW_PLAYERS_MAX && stmt_next_player(&rows, &player)) {
		struct view_player *const to = &view->player[view->player_count++];
		*to = (struct view_player){.points = (double)player.points / 100,
		                           .has_share = player.has_share,
		                           .has_interval = player.has_interval,
		                           .share = player.share / 10.0,
		                           .fair = player.fair / 10.0,
		                           .low = player.low / 10.0,
		                           .high = player.high / 10.0};
		snprintf(to->name, sizeof to->name, "%s", player.name);
		view->players = player.players;
	}

	return db_rows_close(&rows);
}

static bool read_absent(struct watch *watch)
{
	struct db_rows rows;
	watch->view.held[HELD_ABSENT].count = 0;
	return stmt_read_absent(watch->db, watch->view.name, &rows) && take_held(&watch->view, &rows);
}

/* Points and absences: both need all finished games. */
static bool read_results(struct watch *watch)
{
	const bool first = watch->points_at == 0;
	const double begun = seconds_now();

	if (!read_players(watch) || !read_absent(watch))
		return false;
	watch->points_at = seconds_now();
	watch->points_took = (watch->points_at - begun) / (first ? FIRST_TIMES : 1);
	return true;
}

/* Updates points and absences, if they are due. */
static bool ask_points(struct watch *watch)
{
	struct view *const view = &watch->view;
	const double next = watch->points_at + POINTS_TIMES * watch->points_took;
	const bool due = view->over || watch->points_at == 0 || seconds_now() >= next;
	if (due && !read_results(watch))
		return false;
	view->points_age = seconds_now() - watch->points_at;
	return true;
}

/* The pace of a worker: that of before, or a new one. */
static struct worker_pace find_pace(const struct worker_pace before[], int count, int64_t id)
{
	for (int i = 0; i < count; i++)
		if (before[i].id == id)
			return before[i];
	return (struct worker_pace){.id = id};
}

static bool ask_workers(struct watch *watch)
{
	struct db_rows rows;
	struct listed_worker worker;
	static struct worker_pace before[VIEW_WORKERS_MAX];
	struct view *const view = &watch->view;
	const int count = view->worker_count;
	const double at = seconds_now();

	if (!stmt_list_workers(watch->db, &rows))
		return false;
	memcpy(before, watch->pace, sizeof before);
	view->worker_count = 0;
	while (view->worker_count < VIEW_WORKERS_MAX && stmt_next_worker(&rows, &worker)) {
		struct worker_pace *const pace = &watch->pace[view->worker_count];
		struct view_worker *const to = &view->worker[view->worker_count++];
		*pace = find_pace(before, count, worker.id);
		pace_add(&pace->pace, at, worker.phases);
		*to = (struct view_worker){.id = worker.id,
		                           .pid = worker.pid,
		                           .lost = strcmp(worker.state, "lost") == 0,
		                           .heartbeat = worker.heartbeat_age,
		                           .claims = worker.claims,
		                           .rate = pace_rate(&pace->pace, PHASES_SECONDS)};
		snprintf(to->host, sizeof to->host, "%s", worker.host);
	}

	return db_rows_close(&rows);
}

static bool ask_held(struct watch *watch)
{
	struct db_rows rows;
	struct view *const view = &watch->view;

	view->held[HELD_QUARANTINED].count = view->held[HELD_AWAITED].count = 0;
	if (view->progress.quarantined == 0 && view->progress.waiting == 0)
		return true;
	return stmt_read_held(watch->db, view->name, &rows) && take_held(view, &rows);
}

/* Updates the workers, and what delays the tournament. */
static bool ask_others(struct watch *watch)
{
	return ask_workers(watch) && ask_held(watch);
}

/* ── until the end, or until a signal ── */

/* It was suspended: the terminal shows the output of others. */
static volatile sig_atomic_t resumed;

static void resume(int signal)
{
	(void)signal;
	resumed = 1;
}

static void be_woken(int signal)
{
	(void)signal;
}

/* Sleeps until a time, or until a signal. */
static void sleep_until(double at)
{
	const double seconds = at - seconds_now();
	if (ctl_stopped() != 0 || seconds <= 0)
		return;
	const struct timespec nap = {.tv_sec = (time_t)seconds,
	                             .tv_nsec = (long)((seconds - floor(seconds)) * 1e9)};
	nanosleep(&nap, NULL);
}

/* ── on a terminal ── */

/* Replaces what was shown by the present values. */
static void draw(const struct watch *watch)
{
	static struct screen screen;
	static struct screen_shown shown;
	static char bytes[SCREEN_BYTES];
	const int columns = terminal_width();
	if (resumed != 0)
		shown.lines = 0;
	resumed = 0;
	screen_clear(&screen, columns - 1, terminal_height() - 1, terminal_is_utf8());
	view_draw(&watch->view, &screen);
	fwrite(bytes, 1, screen_paint(&screen, &shown, columns, bytes), stdout);
	fflush(stdout);
}

/* After a change of the terminal's size the present values are drawn again at once. */
static bool follow_on_screen(struct watch *watch)
{
	ctl_catch(SIGWINCH, be_woken);
	ctl_catch(SIGCONT, resume);
	while (!ferror(stdout)) {
		const double next = seconds_now() + 1;
		if (!ask_progress(watch) || !ask_others(watch))
			return false;
		draw(watch);
		if (!ask_points(watch))
			return false;
		draw(watch);
		if (watch->view.over)
			break;
		do {
			sleep_until(next);
			draw(watch);
		} while (ctl_stopped() == 0 && seconds_now() < next);
		if (ctl_stopped() != 0)
			return false;
	}

	return true;
}

/* ── elsewhere ── */

/* Seconds until the next line. */
static double line_pause(double watched)
{
	if (asked.json || watched < 60)
		return LINES_EVERY;
	return watched < 3600 ? 30 : 300;
}

static bool print_line(struct watch *watch, bool *attention)
{
	static char line[LINE_SIZE];
	if (!ask_points(watch))
		return false;
	*attention = view_print_line(&watch->view, line, sizeof line);
	printf("%s%s%s\n", *attention ? terminal_ink(INK_WARNING) : "", line,
	       *attention ? terminal_ink(INK_PLAIN) : "");
	return true;
}

/* A line is printed early if something begins to need attention. */
static bool follow_by_lines(struct watch *watch)
{
	bool attention = false;
	double printed = -HUGE_VAL;

	while (!ferror(stdout)) {
		const double now = seconds_now();
		if (!ask_progress(watch))
			return false;
		const struct view *const view = &watch->view;
		const bool early = !attention && view_needs_attention(view) && now >= printed + LINES_EVERY;
		if (view->over || early || now >= printed + line_pause(view->seconds)) {
			if (!(asked.json
			          ? stmt_report(watch->db, REPORT_STATUS_JSON, view->name, asked.score, stdout)
			          : print_line(watch, &attention)))
				return false;
			printed = now;
			fflush(stdout);
		}
		if (view->over)
			break;
		sleep_until(now + 1);
		if (ctl_stopped() != 0)
			return false;
	}

	return true;
}

static int watch_tournament(void)
{
	static struct watch watch;
	bool exists;

	watch.view.name = asked.name;
	watch.score = asked.score;
	watch.db = ctl_connect();
	ctl_catch_signals();
	if (!stmt_find_watched(watch.db, asked.name, &exists, &watch.view.watched))
		return ctl_fail_db(watch.db);
	if (!exists)
		return ctl_fail_tournament(asked.name);

	const bool live = terminal_is_live() && !asked.json;
	if (live ? follow_on_screen(&watch) : follow_by_lines(&watch))
		return CTL_DONE;
	if (ctl_stopped() == 0)
		return ctl_fail_db(watch.db);
	if (live)
		printf("\r\033[K"); /* below the screen the terminal has written ^C */
	return CTL_FAILED;
}

const struct command ctl_watch = {
	.name = "watch",
	.about = "follow a tournament until it is played",
	.text = "Follows a tournament until all its games are played. On a terminal it updates a "
			"screen each second: games done, the remaining time, recent phases per second, "
			"points with intervals, workers, and what needs attention. Elsewhere it prints a "
			"line every five seconds, after a minute every 30 seconds, after an hour every "
			"five minutes.",
	.arguments = PARAMETERS(CTL_TOURNAMENT(asked.name)),
	.options =
		PARAMETERS(OPTION_TEXT("score", "SCORE", &asked.score, "points are by this score",
                               .choice = stmt_scores, .normal = "thesis"),
                   OPTION_FLAG("json", &asked.json,
                               "each line is a JSON value, as tournament status --json prints it")),
	.status =
		"0 all games are over, 2 it cannot be watched, 129, 130 or 143 ended by SIGHUP, SIGINT or "
		"SIGTERM.",
	.run = watch_tournament,
};
