/* restore: aresctl restore: puts a backup into the farm, in one transaction. It does not trust the
 * file: archive.h says how it is read, schema/functions/archive.sql how its rows are checked. */
#include <stdio.h>
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
	bool failed;        /* db has a fault, which is not printed yet */
	int64_t line;       /* where in the file; 0: not known */
	size_t used;
	char piece[ARCHIVE_BUFFER_SIZE];
};

/* ── what is read ── */

/* line: in the rows that were sent, or 0. Always false. */
static bool note_fault(struct restore *restore, int64_t line)
{
	restore->failed = true;
	restore->line = line > 0 ? restore->first_line + line - 1 : 0;
	return false;
}

/* The newest change of the schema that this program has. */
static int own_schema(void)
{
	return scripts_version(&scripts_changes.at[scripts_changes.count - 1]);
}

/* Checks that need no rows. */
static bool take_head(void *context, const struct archive_head *head)
{
	struct restore *restore = context;
	bool exists;

	if (head->schema > own_schema())
		return ctl_refuse(
			"%s: the backup is of schema %d, written by aresfarm %s; this aresfarm has schema "
			"%d: use a newer one; nothing is restored",
			restore->in->name, head->schema, head->program, own_schema());

	restore->name = asked.name != NULL ? asked.name : head->tournament;
	if (names_check_new(restore->name) != NULL)
		return ctl_refuse(
			"%s: '%s' is not the name of a tournament: give one by --name; nothing is restored",
			restore->in->name, restore->name);

	if (!stmt_tournament_exists(restore->db, restore->name, &exists))
		return note_fault(restore, 0);
	if (exists)
		ctl_fail("a tournament %s exists already: give another name by --name; nothing is restored",
		         restore->name);

	return !exists && (stmt_restore_open(restore->db) || note_fault(restore, 0));
}

static bool take_part(void *context, const char *name, const char *columns)
{
	struct restore *restore = context;
	restore->first_line = restore->in->line + 1;
	restore->used = 0;
	return stmt_restore_part(restore->db, name, columns) || note_fault(restore, 0);
}

static bool send(struct restore *restore, const char *bytes, size_t size)
{
	int64_t line;
	return copy_in_put(restore->db, bytes, size, &line) || note_fault(restore, line);
}

static bool send_piece(struct restore *restore)
{
	const size_t used = restore->used;
	restore->used = 0;
	return send(restore, restore->piece, used);
}

static bool take_row(void *context, const char *row, size_t size)
{
	struct restore *restore = context;
	if (restore->used + size > sizeof restore->piece && !send_piece(restore))
		return false;
	if (size > sizeof restore->piece)
		return send(restore, row, size);
	memcpy(restore->piece + restore->used, row, size);
	restore->used += size;
	return true;
}

static bool take_part_end(void *context)
{
	struct restore *restore = context;
	int64_t line;
	return send_piece(restore) && (copy_in_close(restore->db, &line) || note_fault(restore, line));
}

/* ── what the program must know ── */

/* Everything else about a user follows from its name. */
static bool put_user(struct restore *restore, const char *name)
{
	char error[ERROR_SIZE], spec[PLAYER_SPEC_SIZE];
	const char *end;
	struct seat seat;
	int32_t user;
	bool exists;

	if (!seat_parse(name, &end, &seat, error))
		return archive_refuse(restore->in, 0, "its users: %s", error);
	if (*end != '\0' || strcmp(seat_print(&seat, spec), name) != 0)
		return archive_refuse(restore->in, 0, "'%s' is not a user as this aresfarm writes them",
		                      name);
	if (!request_role_exists(restore->db, &seat, &exists))
		return note_fault(restore, 0);
	if (!exists)
		return archive_refuse(
			restore->in, 0,
			"the database has no role %s, who has a seat: aresctl role create agent makes it",
			seat.external);

	return request_put_user(restore->db, &seat, &user) || note_fault(restore, 0);
}

static bool put_users(struct restore *restore)
{
	struct db_rows users;
	const char *name;
	bool done = true;
	if (!stmt_read_restored_users(restore->db, &users))
		return note_fault(restore, 0);
	while (done && stmt_next_restored_user(&users, &name))
		done = put_user(restore, name);
	return (db_rows_close(&users) || note_fault(restore, 0)) && done;
}

static bool check_terms(struct restore *restore)
{
	char rules[STMT_NAME_SIZE], judge[STMT_NAME_SIZE];
	if (!stmt_restored_terms(restore->db, rules, judge))
		return note_fault(restore, 0);
	if (rules_find(rules) == NULL)
		return archive_refuse(restore->in, 0, "this aresfarm has no rule set '%s'", rules);
	if (judge_find(judge) == NULL || judge_find(judge)->partial)
		return archive_refuse(restore->in, 0, "this aresfarm has no judge '%s' for whole games",
		                      judge);
	return true;
}

/* ── the tournament ── */

static bool close_all(struct restore *restore, struct restored *restored)
{
	struct db *db = restore->db;

	if (!check_terms(restore) || !put_users(restore))
		return false;
	if (!stmt_restore_close(db, restore->name, restored) ||
	    (restored->made && (!maps_take(db, restored->map) || !stmt_describe_maps(db))))
		return note_fault(restore, 0);

	if (strcmp(restored->digest, restore->in->head.digest) != 0)
		return archive_refuse(restore->in, 0,
		                      "what was played does not have the digest %s of the backup",
		                      restore->in->head.digest);

	if (archive_stopped() != 0)
		return ctl_refuse("%s: interrupted: nothing is restored", restore->in->name);

	return stmt_commit(db) || note_fault(restore, 0);
}

/* Prints the fault of the database, and where in the file it is. */
static int tell_fault(const struct restore *restore)
{
	const struct db_fault *fault = db_fault(restore->db);
	if (archive_stopped() != 0)
		return ctl_fail("%s: interrupted: nothing is restored", restore->in->name);
	if (strcmp(fault->sqlstate, STMT_TAKEN) == 0 &&
	    strstr(fault->message, "tournaments_name") != NULL)
		return ctl_fail("a tournament %s was made just now by somebody else: give another name by "
		                "--name; nothing is restored",
		                restore->name);
	if (restore->line > 0)
		return ctl_fail("%s:%lld: %s; nothing is restored", restore->in->name,
		                (long long)restore->line, fault->message);
	return ctl_fail("%s: %s; nothing is restored", restore->in->name, fault->message);
}

static int say_restored(const struct restore *restore, const struct restored *restored)
{
	const struct archive_head *head = &restore->in->head;
	ctl_say("tournament %s: restored from %s: %lld game%s, %lld boards", restore->name,
	        restore->in->name, (long long)archive_rows(head, "games"),
	        PLURAL(archive_rows(head, "games")), (long long)archive_rows(head, "boards"));
	if (restored->open > 0)
		ctl_say("; %lld game%s still to be played", (long long)restored->open,
		        restored->open == 1 ? " is" : "s are");
	ctl_say("; aresctl verify %s replays it\n", restore->name);
	if (restored->people > 0)
		ctl_say("%lld seat%s new links: aresctl invite\n", (long long)restored->people,
		        restored->people == 1 ? " of a person needs" : "s of people need");
	return CTL_DONE;
}

/* Closing the connection undoes what is not committed. */
static int restore_from(struct archive_in *in, struct db *db)
{
	static struct restore restore;
	struct restored restored;
	restore = (struct restore){.db = db, .in = in};
	const struct archive_taker taker = {take_head, take_part, take_row, take_part_end, &restore};
	if (archive_walk(in, &taker) && close_all(&restore, &restored)) {
		if (!stmt_analyze_restored(db))
			fprintf(stderr,
			        "restore: %s; questions may be slow until autovacuum analyzes the tables\n",
			        db_fault(db)->message);
		return say_restored(&restore, &restored);
	}
	return restore.failed ? tell_fault(&restore) : CTL_FAILED;
}

/* A file that can be read twice is checked as a whole before the first query. */
static bool check_file(struct archive_in *in)
{
	return !infile_is_regular(&in->file) || (archive_walk(in, NULL) && archive_rewind(in));
}

static int restore_file(struct archive_in *in)
{
	if (!check_file(in))
		return CTL_FAILED;
	struct db *db = ctl_connect_owner("restore: only the owner of the farm may make a tournament");
	if (db == NULL)
		return CTL_FAILED;
	const int status = restore_from(in, db);
	db_close(db);

	return status;
}

static int restore(void)
{
	struct archive_in in;
	archive_catch_signals();
	if (!archive_open(&in, asked.file))
		return CTL_FAILED;
	const int status = restore_file(&in);
	archive_leave(&in);
	return status != CTL_DONE && archive_stopped() != 0 ? 128 + archive_stopped() : status;
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
