/* watch: aresctl watch: one line that follows a tournament. On a terminal the line is written over;
 * elsewhere a line is added every LINES_EVERY seconds. */
#include "ctl.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/terminal.h"
#include "base/utf8.h"
#include "store/statements_reports.h"

/* Seconds: between lines, where there is no terminal; until a line says that nobody plays. */
enum { LINES_EVERY = 5, PATIENCE = 3 };
enum { LINE_SIZE = STMT_POINTS_SIZE + STMT_STOP_SIZE + 300 };

static struct {
	const char *name;
	bool json;
} asked;

static double seconds_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ── the line ── */

struct line {
	char text[LINE_SIZE];
};

__attribute__((format(printf, 2, 3))) static void add(struct line *line, const char *format, ...)
{
	const size_t length = strlen(line->text);
	va_list args;
	va_start(args, format);
	vsnprintf(line->text + length, sizeof line->text - length, format, args);
	va_end(args);
}

static void add_time_left(struct line *line, double seconds)
{
	if (seconds < 90)
		add(line, ", %.0f s to go", seconds);
	else if (seconds < 5400)
		add(line, ", %.0f min to go", seconds / 60);
	else
		add(line, ", %.1f h to go", seconds / 3600);
}

/* Rates are those since the watch began. Returns whether the line needs attention. */
static bool make_line(struct line *line, const struct progress *begun, const struct progress *now,
                      double elapsed)
{
	const int64_t finished = now->finished - begun->finished;
	const bool idle = now->open > 0 && now->workers == 0 && elapsed > PATIENCE;
	line->text[0] = '\0';
	add(line, "%lld of %lld games", (long long)now->finished, (long long)now->games);
	if (now->quarantined > 0)
		add(line, ", %lld quarantined", (long long)now->quarantined);
	if (now->cancelled > 0)
		add(line, ", %lld cancelled", (long long)now->cancelled);
	if (elapsed > 0 && now->farm_phases > begun->farm_phases)
		add(line, ", %.0f phases/s", (double)(now->farm_phases - begun->farm_phases) / elapsed);
	if (now->open > 0 && finished > 0)
		add_time_left(line, elapsed / (double)finished * (double)now->open);
	if (idle)
		add(line, ", no worker is playing: start aresd");
	if (now->points[0] != '\0')
		add(line, " | points: %s", now->points);
	if (now->stop[0] != '\0')
		add(line, " | %s", now->stop);
	utf8_clean_line(line->text);
	return idle || now->quarantined > 0;
}

/* On a terminal, the next line is written over one that is not the last. No line reaches the last
 * column: there a terminal would begin a new line. */
static void print_line(struct line *line, bool attention, bool live, bool last)
{
	if (live)
		terminal_cut(line->text, terminal_width() > 8 ? terminal_width() - 1 : 8);
	printf("%s%s%s%s%s", attention ? terminal_ink(INK_WARNING) : "", line->text,
	       attention ? terminal_ink(INK_PLAIN) : "", live ? "\033[K" : "",
	       live && !last ? "\r" : "\n");
}

/* ── until the end, or until a signal ── */

static volatile sig_atomic_t stopped; /* the signal that ends the watch, or 0 */

static void stop(int signal)
{
	stopped = signal;
}

/* A signal that was ignored stays so: that is how a shell starts a job in the background. */
static void catch (int signal)
{
	struct sigaction was, now = {.sa_handler = stop};
	if (sigaction(signal, NULL, &was) == 0 && was.sa_handler != SIG_IGN)
		sigaction(signal, &now, NULL);
}

static bool go_on(void *context, int64_t waited_ms)
{
	(void)context;
	(void)waited_ms;
	return stopped == 0;
}

/* What a shell makes of a program that a signal has ended. A line that is written over is not left
 * to the prompt. */
static int end_by_signal(struct db *db, bool written_over)
{
	db_close(db);
	if (written_over)
		putchar('\n');
	return 128 + (int)stopped;
}

static int watch(struct db *db, const char *name, bool json)
{
	const bool live = terminal_is_live() && !json;
	bool written_over = false;
	struct progress begun, now;
	struct line line;
	double start = seconds_now(), printed = start - LINES_EVERY;
	for (bool first = true;; first = false) {
		if (!stmt_progress(db, name, &now))
			return stopped != 0 ? end_by_signal(db, written_over) : ctl_fail_db(db);
		if (first)
			begun = now;
		double at = seconds_now();
		const bool last = now.open == 0;
		if (live || last || at >= printed + LINES_EVERY) {
			printed = at;
			if (json && !stmt_report(db, REPORT_STATUS_JSON, name, "thesis", stdout))
				return stopped != 0 ? end_by_signal(db, false) : ctl_fail_db(db);
			if (!json)
				print_line(&line, make_line(&line, &begun, &now, at - start), live, last);
			written_over = live && !last;
			fflush(stdout);
		}
		if (last || ferror(stdout))
			break;
		if (stopped == 0)
			sleep(1);
		if (stopped != 0)
			return end_by_signal(db, written_over);
	}
	db_close(db);
	return CTL_DONE;
}

static int watch_tournament(const struct command *command)
{
	bool exists;
	struct db *db = ctl_connect();
	(void)command;
	if (db == NULL)
		return CTL_FAILED;
	db_set_patience(go_on, NULL);
	catch (SIGINT);
	catch (SIGTERM);
	if (!stmt_tournament_exists(db, asked.name, &exists))
		return ctl_fail_db(db);
	return exists ? watch(db, asked.name, asked.json) : ctl_fail_tournament(db, asked.name);
}

const struct command ctl_watch = {
	.name = "watch",
	.about = "follow a tournament until it is played",
	.text = "Follows a tournament until all its games are played: the games done, the phases a "
			"second of the whole farm, the time still to go and the points so far. On a terminal "
			"one line is written over; elsewhere there is a line every five seconds.",
	.arguments = (const struct parameter[]){CTL_TOURNAMENT(asked.name), {0}},
	.options =
		(const struct parameter[]){
			{.name = "json",
             .about = "each line is a JSON value, as tournament status --json prints it",
             .flag = &asked.json},
			{0},
		},
	.status =
		"0 all games are over, 2 it cannot be watched, 130 or 143 ended by SIGINT or SIGTERM.",
	.run = watch_tournament,
};
