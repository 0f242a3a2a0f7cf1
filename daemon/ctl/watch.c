/* ctl_watch: aresctl watch: one line that follows a tournament; on a terminal it is written over,
 * elsewhere a line is added every so often. */
#include "ctl.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "store/statements.h"

/* Seconds: between lines, where there is no terminal; before it is said that nobody plays. */
enum { LINES_EVERY = 5, PATIENCE = 3 };

static const char usage[] = "usage: aresctl watch [--json] NAME\n\n"
							"Follows a tournament until all its games are played: games done, "
                            "phases a second of the whole farm,\n"
							"the time still to go, points so far. --json: a JSON value a line, as "
                            "tournament status gives it.\n";

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

int ctl_watch(int argc, char **argv)
{
	bool json = false, exists;
	int first, status;
	if (!ctl_options(argc, argv, usage, &json, &first, &status))
		return status;
	if (argc - first != 1)
		return ctl_fail("watch: one tournament's name belongs there; --help says more");
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;
	if (!stmt_tournament_exists(db, argv[first], &exists))
		return ctl_fail_db(db);
	if (exists)
		return watch(db, argv[first], json);
	db_close(db);
	return ctl_fail("no tournament %s; aresctl tournament list lists them", argv[first]);
}
