/* workers: aresctl workers: who plays. */
#include "ctl.h"

#include <stdio.h>
#include <string.h>

#include "base/terminal.h"
#include "store/statements_faults.h"
#include "store/statements_reports.h"

static struct {
	bool gone, json;
} asked;

static enum terminal_ink ink_of(const char *state)
{
	if (strcmp(state, "lost") == 0)
		return INK_BAD;
	return strcmp(state, "alive") == 0 ? INK_GOOD : INK_FAINT;
}

static void print_worker(const struct listed_worker *worker, int width)
{
	char age[30];
	snprintf(age, sizeof age, "%lld s", (long long)worker->heartbeat_age);
	printf("%6lld  %s%*s %7d  %s%-5s%s  %-10s  %9s %6lld %7lld %9lld\n", (long long)worker->id,
	       worker->host, width - terminal_columns(worker->host), "", worker->pid,
	       terminal_ink(ink_of(worker->state)), worker->state, terminal_ink(INK_PLAIN),
	       worker->since, age, (long long)worker->claims, (long long)worker->games,
	       (long long)worker->phases);
}

static bool print_workers(struct db *db)
{
	struct db_rows rows;
	struct listed_worker worker;
	int width = 0;
	if (!stmt_list_workers(db, asked.gone, &rows))
		return false;
	while (stmt_next_worker(&rows, &worker)) {
		if (width == 0) {
			width = worker.host_most > 4 ? worker.host_most : 4;
			printf("%s%6s  %-*s %7s  %-5s  %-10s  %9s %6s %7s %9s%s\n", terminal_ink(INK_BOLD),
			       "WORKER", width, "HOST", "PID", "STATE", "SINCE", "HEARTBEAT", "CLAIMS", "GAMES",
			       "PHASES", terminal_ink(INK_PLAIN));
		}
		print_worker(&worker, width);
	}
	if (!db_rows_close(&rows))
		return false;
	if (width == 0)
		printf(asked.gone ? "no worker has ever played here: start aresd\n"
		                  : "nobody plays: start aresd (--gone lists who played)\n");
	return true;
}

/* Prints which tournaments wait for bots that nobody has. */
static bool print_botless(struct db *db)
{
	struct db_rows rows;
	const char *line;
	if (!stmt_read_botless(db, "", &rows))
		return false;
	while (stmt_next_botless(&rows, &line))
		printf("%s\n", line);
	return db_rows_close(&rows);
}

static int list(const struct command *command)
{
	struct db *db = ctl_connect();
	(void)command;
	if (db == NULL)
		return CTL_FAILED;
	if (!(asked.json ? stmt_print_workers(db, asked.gone, stdout)
	                 : print_workers(db) && print_botless(db)))
		return ctl_fail_db(db);
	db_close(db);
	return CTL_DONE;
}

const struct command ctl_workers = {
	.name = "workers",
	.about = "list the workers: who plays",
	.text = "Lists the workers of all hosts: host, process, since when, how old the last heartbeat "
			"is, games claimed now, and games and phases played so far. A worker is lost when its "
			"aresd is no longer connected; its games are played by others soon. Below stand the "
            "tournaments whose games wait for "
			"a bot that no worker has.",
	.options =
		(const struct parameter[]){
			{.name = "gone", .about = "also those that are gone", .flag = &asked.gone},
			{.name = "json", .about = "print an array of JSON objects", .flag = &asked.json},
			{0},
		},
	.run = list,
};
