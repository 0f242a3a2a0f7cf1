/* watch: aresctl watch: follows a tournament. On a terminal it draws a screen over itself;
 * elsewhere it adds lines, which become rarer. */
#include "ctl/parts/ctl.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "base/terminal/screen.h"
#include "db/statements/report/stmt_reports.h"
#include "ctl/watch/watch_ask.h"

enum { LINES_EVERY = 5, LINE_SIZE = 4096 };

static struct {
	const char *name, *score;
	bool json;
} asked;

/* ── until the end, or until a signal ── */

static volatile sig_atomic_t stopped; /* the signal that ends the watch, or 0 */
static volatile sig_atomic_t
	resumed; /* it was suspended: the terminal shows the output of others */

static void stop(int signal)
{
	stopped = signal;
}

static void resume(int signal)
{
	(void)signal;
	resumed = 1;
}

static void be_woken(int signal)
{
	(void)signal;
}

/* A signal that was ignored stays ignored: shells start background jobs so. */
static void catch (int signal, void (*handler)(int))
{
	struct sigaction was, now = {.sa_handler = handler};
	if (sigaction(signal, NULL, &was) == 0 && was.sa_handler != SIG_IGN)
		sigaction(signal, &now, NULL);
}

static bool go_on(void *context, int64_t waited_ms)
{
	(void)context;
	(void)waited_ms;
	return stopped == 0;
}

/* The exit status that a shell reports for a program that a signal has ended. */
static int end_by_signal(struct db *db, bool live)
{
	db_close(db);
	if (live)
		printf("\r\033[K"); /* below the screen the terminal has written ^C */
	return 128 + (int)stopped;
}

/* Sleeps until a time, or until a signal. */
static void sleep_until(double at)
{
	const double seconds = at - watch_seconds_now();
	if (stopped != 0 || seconds <= 0)
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
	catch (SIGWINCH, be_woken);
	catch (SIGCONT, resume);
	while (!ferror(stdout)) {
		const double next = watch_seconds_now() + 1;
		if (!watch_ask_progress(watch) || !watch_ask_others(watch))
			return false;
		draw(watch);
		if (!watch_ask_points(watch))
			return false;
		draw(watch);
		if (watch->view.over)
			break;
		do {
			sleep_until(next);
			draw(watch);
		} while (stopped == 0 && watch_seconds_now() < next);
		if (stopped != 0)
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
	if (!watch_ask_points(watch))
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
		const double now = watch_seconds_now();
		if (!watch_ask_progress(watch))
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
		if (stopped != 0)
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
	if (watch.db == NULL)
		return CTL_FAILED;
	db_set_patience(go_on, NULL);
	catch (SIGINT, stop);
	catch (SIGTERM, stop);
	if (!stmt_find_watched(watch.db, asked.name, &exists, &watch.view.watched))
		return ctl_fail_db(watch.db);
	if (!exists)
		return ctl_fail_tournament(watch.db, asked.name);

	const bool live = terminal_is_live() && !asked.json;
	if (!(live ? follow_on_screen(&watch) : follow_by_lines(&watch)))
		return stopped != 0 ? end_by_signal(watch.db, live) : ctl_fail_db(watch.db);
	db_close(watch.db);
	return CTL_DONE;
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
		"0 all games are over, 2 it cannot be watched, 130 or 143 ended by SIGINT or SIGTERM.",
	.run = watch_tournament,
};
