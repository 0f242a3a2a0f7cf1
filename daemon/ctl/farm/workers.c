/* workers: aresctl workers: lists the workers. */
#include "ctl/parts/ctl.h"

#include <stdio.h>
#include <string.h>

#include "base/terminal/terminal.h"
#include "db/statements/play/stmt_faults.h"
#include "db/statements/play/stmt_playing.h"

static struct {
	bool gone, json;
} asked;

static enum terminal_ink ink_of(const char *state)
{
	if (strcmp(state, "lost") == 0)
		return INK_BAD;
	return strcmp(state, "alive") == 0 ? INK_GOOD : INK_FAINT;
}

/* A line for a host, above its workers. */
static void print_host(const struct playing *playing)
{
	printf("%s%s%s: %d worker%s", terminal_ink(INK_BOLD), playing->host, terminal_ink(INK_PLAIN),
	       playing->host_workers, PLURAL(playing->host_workers));
	if (playing->host_threads > 0)
		printf(", %d thread%s", playing->host_threads, PLURAL(playing->host_threads));
	printf(", %s\n", playing->host_versions);
}

static void print_worker(const struct playing *playing)
{
	char age[30], threads[16] = "?";
	snprintf(age, sizeof age, "%lld s", (long long)playing->heartbeat_age);
	if (playing->threads > 0)
		snprintf(threads, sizeof threads, "%d", playing->threads);
	printf("%8lld %7d  %s%-5s%s  %-10s  %9s %7s %6lld %7lld %9lld%s%s\n", (long long)playing->id,
	       playing->pid, terminal_ink(ink_of(playing->state)), playing->state,
	       terminal_ink(INK_PLAIN), playing->since, age, threads, (long long)playing->claims,
	       (long long)playing->games, (long long)playing->phases,
	       playing->plays[0] != '\0' ? "  " : "", playing->plays);
}

static bool print_workers(struct db *db)
{
	struct db_rows rows;
	struct playing playing;
	char host[256] = "";
	bool any = false;

	if (!stmt_list_playing(db, asked.gone, &rows))
		return false;
	while (stmt_next_playing(&rows, &playing)) {
		if (!any)
			printf("%s%8s %7s  %-5s  %-10s  %9s %7s %6s %7s %9s  %s%s\n", terminal_ink(INK_BOLD),
			       "WORKER", "PID", "STATE", "SINCE", "HEARTBEAT", "THREADS", "CLAIMS", "GAMES",
			       "PHASES", "PLAYS", terminal_ink(INK_PLAIN));
		if (!any || strcmp(host, playing.host) != 0)
			print_host(&playing);
		snprintf(host, sizeof host, "%s", playing.host);
		any = true;
		print_worker(&playing);
	}

	if (!db_rows_close(&rows))
		return false;
	if (!any)
		printf(asked.gone ? "no worker has ever played here: start aresd\n"
		                  : "no worker plays: start aresd (--gone lists workers that played)\n");

	return true;
}

/* Prints which tournaments wait for bots that no worker has. */
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

static int list(void)
{
	struct db *db = ctl_connect();
	return ctl_end(db, asked.json ? stmt_print_playing(db, asked.gone, stdout)
	                              : print_workers(db) && print_botless(db));
}

const struct command ctl_workers = {
	.name = "workers",
	.about = "list the workers: which host runs what",
	.text =
		"Lists the workers, host by host. The line of a host says how many workers and threads it "
		"has, and which version of aresd, with the commit. The line of a worker says its process, "
		"since when it plays, how old the last heartbeat is, games claimed now, games and phases "
		"played so far, and what it plays: full/12..40 (16) is 16 games of the tournament full, "
		"the first with number 12, the last with number 40. --json has the number of each game. A "
		"worker is lost when its aresd is no longer connected; other workers soon "
		"continue its games.\n\n"
		"At the end it lists the tournaments whose games wait for a bot that no worker has.",
	.options = PARAMETERS(OPTION_FLAG("gone", &asked.gone, "also workers that have ended"),
                          OPTION_FLAG("json", &asked.json, "print an array of JSON objects")),
	.run = list,
};
