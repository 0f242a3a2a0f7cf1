/* backup: aresctl backup: a tournament in a file. See archive.h for the file, backup.h for its
 * other callers. */
#include "backup.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/version.h"
#include "ctl/parts/ctl.h"
#include "ctl/parts/names.h"
#include "db/statements/keep/stmt_archive.h"
#include "db/statements/report/stmt_reports.h"

static struct {
	const char *tournament, *output;
	bool all;
} asked;

static bool take_row(void *out, const char *row, size_t size)
{
	return archive_put(out, row, size);
}

/* Fills in how many rows each part has. */
static bool count_parts(struct db *db, int32_t tournament, struct archive_head *head)
{
	struct archive_part part;
	struct db_rows parts;
	bool done = true;
	if (!stmt_read_parts(db, tournament, &parts))
		return false;
	while (done && stmt_next_part(&parts, &part)) {
		struct archive_count *count = &head->part[head->part_count++];
		snprintf(count->name, sizeof count->name, "%s", part.name);
		done = stmt_count_part(db, &part, &count->rows);
	}
	return db_rows_close(&parts) && done;
}

/* Writes a part. False: out->failed, or db's fault. */
static bool put_part(struct db *db, const struct archive_part *part, int64_t counted,
                     struct archive_out *out)
{
	int64_t rows;
	if (!archive_print(out, "part %s %s\n", part->name, part->columns) ||
	    !stmt_copy_part(db, part, take_row, out, &rows))
		return false;
	if (rows != counted)
		return db_refuse(db, "%s: %lld rows came, not the %lld that were counted", part->name,
		                 (long long)rows, (long long)counted);
	return archive_put(out, "\\.\n", 3);
}

static bool put_parts(struct db *db, int32_t tournament, const struct archive_head *head,
                      struct archive_out *out)
{
	struct archive_part part;
	struct db_rows parts;
	bool done = true;
	if (!stmt_read_parts(db, tournament, &parts))
		return false;
	for (int i = 0; done && stmt_next_part(&parts, &part); i++)
		done = put_part(db, &part, head->part[i].rows, out);
	return db_rows_close(&parts) && done;
}

static int fail(struct db *db, const struct archive_out *out)
{
	if (!out->failed && ctl_stopped() == 0)
		return ctl_fail_db(db);
	archive_fail_write(out);
	return CTL_FAILED;
}

static int write_all(struct db *db, const char *tournament, struct archive_out *out)
{
	struct archived archived;
	struct archive_head head = {.program = ARESFARM_VERSION};
	bool found;

	if (!stmt_archive_open(db, tournament, &found, &archived))
		return fail(db, out);
	if (!found)
		return ctl_fail_tournament(tournament);
	head.schema = archived.schema;
	snprintf(head.taken, sizeof head.taken, "%s", archived.taken);
	snprintf(head.tournament, sizeof head.tournament, "%s", tournament);
	snprintf(head.digest, sizeof head.digest, "%s", archived.digest);
	if (!count_parts(db, archived.tournament, &head))
		return fail(db, out);
	if (!archive_put_head(out, &head) || !put_parts(db, archived.tournament, &head, out) ||
	    !stmt_commit(db))
		return fail(db, out);
	if (!archive_finish(out))
		return CTL_FAILED;
	if (strcmp(out->path, "-") != 0)
		ctl_say("tournament %s: backed up to %s: %lld game%s, %lld boards, %.1f MB, sha256 %s\n",
		        tournament, out->path, (long long)archive_rows(&head, "games"),
		        PLURAL(archive_rows(&head, "games")), (long long)archive_rows(&head, "boards"),
		        (double)out->bytes / 1e6, out->sha256);

	return CTL_DONE;
}

int backup_write(const char *tournament, const char *path)
{
	static struct db *db; /* one connection for all files */
	struct archive_out out;
	if (db == NULL)
		db = ctl_connect_owner("backup: only the owner of the farm may read all of it");
	const int status = archive_create(&out, path) ? write_all(db, tournament, &out) : CTL_FAILED;
	archive_close(&out);
	return ctl_stopped() != 0 ? CTL_FAILED : status;
}

/* ── all tournaments ── */

/* Each in its own file. Stops at the first failure. */
static int backup_all(const char *folder)
{
	struct listed_tournament listed;
	struct db_rows rows;
	struct db *db = ctl_connect();
	int status = CTL_DONE;

	if (!stmt_list_tournaments(db, NULL, LISTED_ALL, &rows))
		return ctl_fail_db(db);
	if (mkdir(folder, 0700) != 0 && errno != EEXIST)
		return ctl_fail("cannot make the folder %s: %s", folder, strerror(errno));
	while (status == CTL_DONE && stmt_next_listed(&rows, &listed)) {
		char path[PATH_MAX];
		const int size = snprintf(path, sizeof path, "%s/%s.backup", folder, listed.name);
		if (size >= (int)sizeof path)
			return ctl_fail("backup: the path %s is too long", folder);
		status = backup_write(listed.name, path);
	}
	if (!db_rows_close(&rows))
		return ctl_fail_db(db);
	if (status == CTL_DONE)
		ctl_say("%d tournament%s in %s; to put one back: aresctl restore FILE\n", rows.count,
		        PLURAL(rows.count), folder);
	return status;
}

/* ── the command ── */

static int backup(void)
{
	char path[STMT_NAME_SIZE + 8];

	if (asked.all == (asked.tournament != NULL))
		return ctl_fail("backup: name a tournament, or give --all");
	if (asked.all) {
		ctl_catch_signals();
		return backup_all(asked.output != NULL ? asked.output : "backups");
	}
	snprintf(path, sizeof path, "%.63s.backup", asked.tournament);
	if (asked.output == NULL && names_check_new(asked.tournament) != NULL)
		return ctl_fail("no tournament %s; aresctl tournament list lists them", asked.tournament);
	const char *output = asked.output != NULL ? asked.output : path;
	if (strcmp(output, "-") != 0)
		ctl_catch_signals();
	return backup_write(asked.tournament, output);
}

const struct command ctl_backup = {
	.name = "backup",
	.about = "write a tournament, or all of them, to files",
	.text = "Writes all of a tournament to one file: its terms, games, seats, boards and orders, "
			"its map, and what it is known by. aresctl restore puts it into this farm or another "
			"one. Links, passwords and what players share are not in it.\n\n"
			"The file is a consistent snapshot. Workers may continue: a game in play is backed up "
			"as far as it was played, and continues after a restore. The last line of the file is "
			"the sha256 of all before it. The file gets its name only when it is complete. If "
			"anything fails, there is no such file, or still the previous one, and the exit status "
			"is not 0.\n\n"
			"With --all each tournament is written to a file of a folder.\n\n"
			"  aresctl backup first --output /vault/first.backup\n"
			"  aresctl backup --all --output /vault",
	.arguments = PARAMETERS(
		ARGUMENT("TOURNAMENT", &asked.tournament, "the tournament's name", .asks = CTL_NAMES)),
	.options =
		PARAMETERS(OPTION_TEXT("output", "FILE", &asked.output,
                               "the file; - is standard output; with --all the folder",
                               .letter = 'o', .otherwise = "TOURNAMENT.backup; with --all backups"),
                   OPTION_FLAG("all", &asked.all, "all tournaments, a file for each")),
	.run = backup,
};
