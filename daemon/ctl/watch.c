/* watch: aresctl watch: one line that follows a tournament. On a terminal the line is written over;
 * elsewhere a line is added every LINES_EVERY seconds. */
#include "ctl.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "store/statements.h"

/* Seconds: between lines, where there is no terminal; until a line says that nobody plays. */
enum { LINES_EVERY = 5, PATIENCE = 3 };

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

static void print_time_left(double seconds)
{
	if (seconds < 90)
		printf("%.0f s", seconds);
	else if (seconds < 5400)
		printf("%.0f min", seconds / 60);
	else
		printf("%.1f h", seconds / 3600);
}

/* Rates are those since the watch began. */
static void print_line(const struct progress *begun, const struct progress *now, double elapsed)
{
	int64_t finished = now->finished - begun->finished;
	printf("%lld of %lld games", (long long)now->finished, (long long)now->games);
	if (elapsed > 0 && now->farm_phases > begun->farm_phases)
		printf(", %.0f phases/s", (double)(now->farm_phases - begun->farm_phases) / elapsed);
	if (now->open > 0 && finished > 0) {
		printf(", ");
		print_time_left(elapsed / (double)finished * (double)now->open);
		printf(" to go");
	}
	if (now->open > 0 && now->workers == 0 && elapsed > PATIENCE)
		printf(", no worker is playing: start aresd");
	if (now->points[0] != '\0')
		printf(" | points: %s", now->points);
}

static int watch(struct db *db, const char *name, bool json)
{
	bool terminal = isatty(STDOUT_FILENO) && !json;
	struct progress begun, now;
	double start = seconds_now(), printed = start - LINES_EVERY;
	if (!stmt_progress(db, name, &begun))
		return ctl_fail_db(db);
	for (now = begun;; sleep(1)) {
		if (!stmt_progress(db, name, &now))
			return ctl_fail_db(db);
		double at = seconds_now();
		if (terminal || now.open == 0 || at >= printed + LINES_EVERY) {
			printed = at;
			if (json && !stmt_report(db, REPORT_STATUS, true, name, stdout))
				return ctl_fail_db(db);
			if (!json) {
				print_line(&begun, &now, at - start);
				fputs(terminal && now.open > 0 ? "\033[K\r" : terminal ? "\033[K\n" : "\n", stdout);
			}
			fflush(stdout);
		}
		if (now.open == 0 || ferror(stdout))
			break;
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
	if (!stmt_tournament_exists(db, asked.name, &exists))
		return ctl_fail_db(db);
	return exists ? watch(db, asked.name, asked.json) : ctl_fail_tournament(db, asked.name);
}

const struct command ctl_watch = {
	.name = "watch",
	.about = "follow a tournament until it is played",
	.text = "Follows a tournament until all its games are played: the games done, the phases a "
			"second of the whole farm, the time still to go and the points so far.",
	.arguments = (const struct parameter[]){CTL_TOURNAMENT(asked.name), {0}},
	.options =
		(const struct parameter[]){
			{.name = "json",
             .about = "each line is a JSON value, as tournament status --json prints it",
             .flag = &asked.json},
			{0},
		},
	.run = watch_tournament,
};
