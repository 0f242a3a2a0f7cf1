/* restore: aresctl restore: puts a backup into the farm, in one transaction. It does not trust the
 * file: archive.h says how it is read, schema/functions/archive.sql how its rows are checked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exchange/archive.h"
#include "ctl/parts/ctl.h"
#include "game/game.h"
#include "judges/judge.h"
#include "ctl/parts/names.h"
#include "ctl/parts/tournament_request.h"
#include "db/schema/map_store.h"
#include "db/schema/scripts.h"
#include "db/statements/keep/stmt_archive.h"
#include "db/statements/keep/stmt_schema.h"

static struct {
	const char *file, *name;
} asked;

/* A restore under way. Rows go to the server in pieces. */
struct restore {
	struct db *db;
	const struct archive_in *in;
	const char *name;   /* of the new tournament */
	int64_t first_line; /* of the rows of the current part, in the file */
	size_t used;
	char piece[ARCHIVE_BUFFER_SIZE];
};

/* ── what is read ── */

/* Prints the fault of the database, and where in the file it is, and ends the program. line: in the
 * rows that were sent, or 0: not known. */
_Noreturn static void stop(const struct restore *restore, int64_t line)
{
	const struct db_fault *fault = db_fault(restore->db);

	if (ctl_stopped() != 0)
		ctl_stop("%s: interrupted: nothing is restored", restore->in->name);
	if (strcmp(fault->sqlstate, STMT_TAKEN) == 0 &&
	    strstr(fault->message, "tournaments_name") != NULL)
		ctl_stop("a tournament %s was made just now by somebody else: give another name by "
		         "--name; nothing is restored",
		         restore->name);
	archive_refuse(restore->in, line > 0 ? restore->first_line + line - 1 : 0, "%s",
	               fault->message);
}

/* The newest change of the schema that this program has. */
static int own_schema(void)
{
	return scripts_version(&scripts_changes.at[scripts_changes.count - 1]);
}

/* Checks that need no rows. */
static void take_head(void *context, const struct archive_head *head)
{
	struct restore *restore = context;
	bool exists;

	if (head->schema > own_schema())
		ctl_stop("%s: the backup is of schema %d, written by aresfarm %s; this aresfarm has schema "
		         "%d: use a newer one; nothing is restored",
		         restore->in->name, head->schema, head->program, own_schema());

	restore->name = asked.name != NULL ? asked.name : head->tournament;
	if (names_check_new(restore->name) != NULL)
		ctl_stop(
			"%s: '%s' is not the name of a tournament: give one by --name; nothing is restored",
			restore->in->name, restore->name);

	if (!stmt_tournament_exists(restore->db, restore->name, &exists))
		stop(restore, 0);
	if (exists)
		ctl_stop("a tournament %s exists already: give another name by --name; nothing is restored",
		         restore->name);
	if (!stmt_restore_open(restore->db))
		stop(restore, 0);
}

static void take_part(void *context, const char *name, const char *columns)
{
	struct restore *restore = context;
	restore->first_line = restore->in->line + 1;
	restore->used = 0;
	if (!stmt_restore_part(restore->db, name, columns))
		stop(restore, 0);
}

static void send(struct restore *restore, const char *bytes, size_t size)
{
	int64_t line;
	if (!copy_in_put(restore->db, bytes, size, &line))
		stop(restore, line);
}

static void send_piece(struct restore *restore)
{
	send(restore, restore->piece, restore->used);
	restore->used = 0;
}

static void take_row(void *context, const char *row, size_t size)
{
	struct restore *restore = context;
	if (restore->used + size > sizeof restore->piece)
		send_piece(restore);
	if (size > sizeof restore->piece) {
		send(restore, row, size);
		return;
	}
	memcpy(restore->piece + restore->used, row, size);
	restore->used += size;
}

static void take_part_end(void *context)
{
	struct restore *restore = context;
	int64_t line;
	send_piece(restore);
	if (!copy_in_close(restore->db, &line))
		stop(restore, line);
}

/* ── what the program must know ── */

/* Everything else about a user follows from its name. */
static void put_user(struct restore *restore, const char *name)
{
	char error[ERROR_SIZE], spec[PLAYER_SPEC_SIZE];
	const char *end;
	struct seat seat;
	int32_t user;
	bool exists;

	if (!seat_parse(name, &end, &seat, error))
		archive_refuse(restore->in, 0, "its users: %s", error);
	if (*end != '\0' || strcmp(seat_print(&seat, spec), name) != 0)
		archive_refuse(restore->in, 0, "'%s' is not a user as this aresfarm writes them", name);

	if (!request_role_exists(restore->db, &seat, &exists))
		stop(restore, 0);
	if (!exists)
		archive_refuse(
			restore->in, 0,
			"the database has no role %s, who has a seat: aresctl role create agent makes it",
			seat.external);
	if (!request_put_user(restore->db, &seat, &user))
		stop(restore, 0);
}

static void put_users(struct restore *restore)
{
	struct db_rows users;
	const char *name;

	if (!stmt_read_restored_users(restore->db, &users))
		stop(restore, 0);
	while (stmt_next_restored_user(&users, &name))
		put_user(restore, name);
	if (!db_rows_close(&users))
		stop(restore, 0);
}

static void check_terms(struct restore *restore)
{
	char rules[STMT_NAME_SIZE], judge[STMT_NAME_SIZE];

	if (!stmt_restored_terms(restore->db, rules, judge))
		stop(restore, 0);
	if (rules_find(rules) == NULL)
		archive_refuse(restore->in, 0, "this aresfarm has no rule set '%s'", rules);
	if (judge_find(judge) == NULL || judge_find(judge)->partial)
		archive_refuse(restore->in, 0, "this aresfarm has no judge '%s' for whole games", judge);
}

/* ── the tournament ── */

static void close_all(struct restore *restore, struct restored *restored)
{
	struct db *db = restore->db;

	check_terms(restore);
	put_users(restore);
	if (!stmt_restore_close(db, restore->name, restored) ||
	    (restored->made && (!maps_take(db, restored->map) || !stmt_describe_maps(db))))
		stop(restore, 0);
	if (strcmp(restored->digest, restore->in->head.digest) != 0)
		archive_refuse(restore->in, 0, "what was played does not have the digest %s of the backup",
		               restore->in->head.digest);
	if (ctl_stopped() != 0 || !stmt_commit(db))
		stop(restore, 0);
}

static int say_restored(const struct restore *restore, const struct restored *restored)
{
	const struct archive_head *head = &restore->in->head;
	ctl_say("tournament %s: restored from %s: %lld game%s, %lld boards", restore->name,
	        restore->in->name, (long long)archive_rows(head, "games"),
	        PLURAL(archive_rows(head, "games")), (long long)archive_rows(head, "boards"));
	if (restored->open > 0)
		ctl_say("; %lld game%s still to be played", (long long)restored->open,
		        PLURAL(restored->open));
	ctl_say("; aresctl verify %s replays it\n", restore->name);
	if (restored->people > 0)
		ctl_say("%lld seat%s of people without a link: aresctl invite\n",
		        (long long)restored->people, PLURAL(restored->people));
	return CTL_DONE;
}

static struct archive_in in;

/* At the end of the program, wherever it ends. */
static void close_file(void)
{
	infile_close(&in.file);
}

/* A file that can be read twice is checked as a whole before the first query. If anything fails,
 * the end of the connection undoes what is not committed. */
static int restore(void)
{
	static struct restore restore;
	struct restored restored;
	const struct archive_taker taker = {take_head, take_part, take_row, take_part_end, &restore};

	ctl_catch_signals();
	atexit(close_file);
	archive_open(&in, asked.file);
	if (infile_is_regular(&in.file)) {
		archive_walk(&in, NULL);
		archive_rewind(&in);
	}
	restore.in = &in;
	restore.db = ctl_connect_owner("restore: only the owner of the farm may make a tournament");
	archive_walk(&in, &taker);
	close_all(&restore, &restored);
	if (!stmt_analyze_restored(restore.db))
		fprintf(stderr, "restore: %s; questions may be slow until autovacuum analyzes the tables\n",
		        db_fault(restore.db)->message);
	return say_restored(&restore, &restored);
}

const struct command ctl_restore = {
	.name = "restore",
	.about = "put a tournament from a file into the farm",
	.text = "Restores a tournament that aresctl backup has written, into the farm that it comes "
			"from or another one. It gets new numbers. Games that were not over continue, and end "
			"as they would have without this. Deadlines move by the time since the backup. People "
			"need new links to their seats.\n\n"
			"It is one transaction. A file that is truncated, changed, of a newer schema or not a "
			"valid tournament is refused, with a message that says where and why. The games must "
			"have the digest that is in the backup. This shows that the file is unchanged, not who "
			"wrote it; aresctl verify replays the games.\n\n"
			"  aresctl restore /vault/first.backup --name first-again",
	.arguments = PARAMETERS(ARGUMENT("FILE", &asked.file, "the backup; - is standard input",
                                     .files = "*.backup", .required = true)),
	.options =
		PARAMETERS(OPTION_TEXT("name", "NEW", &asked.name, "what the tournament is called",
                               .check = names_check_new, .otherwise = "the name that it had")),
	.run = restore,
};
