/* import: aresctl import: recorded games become games of a tournament. It is one transaction:
 * anything that cannot be read undoes all of it. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"
#include "exchange/import_njudge.h"
#include "exchange/import_play.h"
#include "ctl/parts/names.h"
#include "ctl/parts/tournament_request.h"
#include "exchange/saved_file.h"
#include "db/statements/keep/stmt_saved.h"

enum { ROUND_LIMIT = REQUEST_ROUNDS_MOST };

#define SEAT  "recorded=@"
#define LABEL "recorded"

static struct {
	struct words files;
	const char *name, *rules, *judge, *map;
	bool json, njudge, all;
} asked;

/* What is under way. */
struct import {
	struct db *db;
	struct map map;
	char map_name[SAVED_NAME_SIZE]; /* empty: no game has been read yet */
	char name[STMT_NAME_SIZE];      /* of the tournament */
	int32_t tournament;             /* 0: not made yet */
	int32_t users[POWERS_MAX];
	char source[STMT_NAME_SIZE + 32]; /* "games.jsonl:17" */
	const char *id;                   /* of the game in hand */
	int games, endings[IMPORT_PARTED + 1], won, phases, given, differences, differing, passed;
	long long messages, lost; /* of players; lost: not kept */
};

/* ── the tournament ── */

/* --name, or the name from the first file. */
static void find_name(struct import *import)
{
	if (asked.name != NULL)
		snprintf(import->name, sizeof import->name, "%s", asked.name);
	else
		names_from_file(asked.files.at[0], import->name);
	if (names_check_new(import->name) != NULL)
		ctl_stop("import: %s gives the tournament no name: say --name NAME", asked.files.at[0]);
}

/* The database refused something. */
_Noreturn static void stop(const struct import *import)
{
	const struct db_fault *fault = db_fault(import->db);
	ctl_stop("import: %s: %s; nothing is imported", import->source,
	         strcmp(fault->sqlstate, STMT_TAKEN) == 0
	             ? "the tournament exists already: choose another --name"
	             : fault->message);
}

/* Makes the tournament when the first game was read. */
static void open_tournament(struct import *import)
{
	char seats[POWERS_MAX * sizeof SEAT] = "";
	for (int p = 0; p < import->map.power_count; p++)
		sprintf(seats + strlen(seats), "%s" SEAT, p > 0 ? "," : "");
	if (!stmt_put_user(import->db, SEAT, LABEL, NULL, "{}", NULL, &import->users[0]))
		stop(import);
	for (int p = 1; p < import->map.power_count; p++)
		import->users[p] = import->users[0];
	if (!stmt_open_recording(import->db,
	                         &(struct tournament){.name = import->name,
	                                              .map = import->map_name,
	                                              .rules = asked.rules,
	                                              .judge = asked.judge,
	                                              .seats = seats,
	                                              .players = LABEL,
	                                              .round_limit = ROUND_LIMIT},
	                         &import->tournament))
		stop(import);
}

/* All games must have the map of the first. */
static void open_map(struct import *import, const char *saved)
{
	const char *name = asked.map != NULL ? asked.map : saved;
	int32_t id;
	if (import->map_name[0] != '\0')
		return;
	if (!stmt_find_map(import->db, name, &id) ||
	    (id != 0 && !stmt_load_map(import->db, id, &import->map)))
		stop(import);
	if (id != 0)
		snprintf(import->map_name, sizeof import->map_name, "%s", name);
}

/* ── a game ── */

static void tell(void *context, const char *phase, const char *text)
{
	const struct import *import = context;
	char id[6 * SAVED_ID_SIZE + 3], quoted[6 * IMPORT_TOLD_SIZE + 3];
	if (asked.json)
		printf("{\"source\":\"%s\",\"game\":%s,\"phase\":\"%s\",\"difference\":%s}\n",
		       import->source, json_print_string(import->id, id, sizeof id), phase,
		       json_print_string(text, quoted, sizeof quoted));
	else
		printf("%s %.40s%s%s: %s\n", import->source, import->id, import->id[0] != '\0' ? " " : "",
		       phase, text);
}

static void pass_over(struct import *import, const char *why)
{
	import->passed++;
	fprintf(stderr, "%s: skipped: %s\n", import->source, why);
}

static void make_digest(const struct import *import, struct import_play *play,
                        struct summary *summary, uint8_t sha256[DIGEST_SIZE])
{
	struct digest digest;
	digest_open(&digest, &play->terms);
	summary_open(summary, &import->map);
	for (int i = 0; i < play->board_count; i++) {
		digest_phase(&digest, &play->boards[i]);
		summary_phase(summary, &import->map, &play->boards[i]);
	}
	digest_close(&digest, &play->end, sha256);
}

/* Stores a game. */
static void put(struct import *import, struct import_play *play)
{
	static struct summary summary;
	char *messages = import_messages(play->saved.phases), names[POWERS_MAX * 16] = "";
	struct recording game = {
		.tournament = import->tournament,
		.number = play->terms.number,
		.users = import->users,
		.power_count = import->map.power_count,
		.boards = play->boards,
		.board_count = play->board_count,
		.orders = play->orders,
		.order_count = play->order_count,
		.over = play->ending == IMPORT_OVER,
		.end = play->end,
		.summary = &summary,
		.source = import->source,
		.id = play->saved.id,
		.map = play->saved.map_name,
		.rules = play->saved.rules,
		.note = play->note,
		.written_at = play->saved.written_at,
		.terms = &play->terms,
		.messages = messages,
		.names = names,
	};
	for (uint8_t p = 0; p < import->map.power_count; p++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", p > 0 ? "\n" : "",
		         saved_power_name(&import->map, p));
	if (game.over)
		make_digest(import, play, &summary, game.digest);
	import->lost += messages == NULL ? play->saved.messages : 0;
	if (!stmt_record_game(import->db, &game))
		stop(import);
	free(messages);
}

static void count(struct import *import, const struct import_play *play)
{
	import->endings[play->ending]++;
	import->won += play->ending == IMPORT_OVER && play->end.winner != POWER_NONE;
	import->phases += play->phases;
	import->given += play->given;
	import->differences += play->differences;
	import->differing += play->differences > 0;
	import->messages += play->saved.messages;
}

static struct terms terms_of(const struct import *import)
{
	struct terms terms = {
		.number = import->games + 1, .round_limit = ROUND_LIMIT, .block = 1, .seed = 0};
	snprintf(terms.rules, sizeof terms.rules, "%s", asked.rules);
	snprintf(terms.judge, sizeof terms.judge, "%s", asked.judge);
	for (int p = 0; p < import->map.power_count; p++)
		strcat(terms.seats, p > 0 ? "\n@" : "@");
	return terms;
}

/* Replays and stores a game that is read. */
static void take_game(struct import *import, struct import_play *play)
{
	char error[SAVED_ERROR_SIZE];
	open_map(import, play->saved.map_name);
	const char *wanted = asked.map != NULL ? asked.map : play->saved.map_name;
	if (strcmp(import->map_name, wanted) != 0) {
		snprintf(error, sizeof error,
		         import->map_name[0] == '\0' ? "the farm has no map %s"
		                                     : "its map %s is not that of the first game",
		         wanted);
		pass_over(import, error);
		return;
	}
	play->saved.map = &import->map;
	play->terms = terms_of(import);
	if (!import_play(play, error)) {
		pass_over(import, error);
		return;
	}
	if (import->tournament == 0)
		open_tournament(import);
	put(import, play);
	import->games++;
	count(import, play);
}

/* Where the game in hand is, as a text that JSON takes. */
static void find_source(struct import *import, const struct saved_file *file)
{
	snprintf(import->source, sizeof import->source, "%.60s:%ld",
	         strcmp(file->name, "-") == 0 ? "standard input" : basename(file->name), file->line);
	utf8_clean_line(import->source);
	for (char *c = import->source; *c != '\0'; c++)
		if (*c == '"' || *c == '\\')
			*c = '?';
}

/* An object of a file. */
static void take_object(struct import *import, const struct saved_file *file)
{
	struct import_play play = {.rules = rules_find(asked.rules),
	                           .judge = judge_find(asked.judge),
	                           .tell = tell,
	                           .context = import};
	char error[SAVED_ERROR_SIZE];
	struct json_fault fault;
	find_source(import, file);
	struct json_object *object = json_read(file->bytes, file->size, &fault);
	if (object == NULL)
		ctl_stop("import: %s: byte %zu of the game: %s; nothing is imported", import->source,
		         fault.at, fault.why);
	import->id = play.saved.id;
	if (!saved_read_game(object, &play.saved, error))
		pass_over(import, error);
	else
		take_game(import, &play);
	import_play_close(&play);
	json_close(object);
}

/* ── the files ── */

static void read_file(struct import *import, const char *name)
{
	struct saved_file file;
	saved_file_open(&file, name);
	while (saved_file_next(&file))
		take_object(import, &file);
	saved_file_close(&file);
}

static void say_json(const struct import *import)
{
	printf("{\"tournament\":\"%s\",\"games\":%d,\"phases\":%d,\"won\":%d,\"drawn\":%d,"
	       "\"not_over\":%d,\"parted\":%d,\"differences\":%d,\"differing\":%d,\"passed_over\":%d,"
	       "\"messages\":%lld}\n",
	       import->name, import->games, import->phases, import->won,
	       import->endings[IMPORT_OVER] - import->won, import->endings[IMPORT_OPEN],
	       import->endings[IMPORT_PARTED], import->differences, import->differing, import->passed,
	       import->messages);
}

static void say(const struct import *import)
{
	ctl_say("tournament %s: %d game%s, %d phase%s: %d won, %d drawn, %d not over", import->name,
	        import->games, PLURAL(import->games), import->phases, PLURAL(import->phases),
	        import->won, import->endings[IMPORT_OVER] - import->won, import->endings[IMPORT_OPEN]);
	if (import->endings[IMPORT_PARTED] > 0)
		ctl_say(", %d kept as far as the file and the farm agree", import->endings[IMPORT_PARTED]);
	if (import->differences > 0)
		ctl_say("; %d difference%s in %d", import->differences, PLURAL(import->differences),
		        import->differing);
	if (import->passed > 0)
		ctl_say("; %d skipped", import->passed);
	if (import->lost > 0)
		ctl_say("; %lld message%s not kept", import->lost, PLURAL(import->lost));
	ctl_say("\n");
}

static int run(void)
{
	static struct import import;
	bool exists;
	if (asked.njudge && (asked.name != NULL || asked.json))
		return ctl_fail(
			"import: --%s is not for --njudge, which prints cases and makes no tournament",
			asked.name != NULL ? "name" : "json");
	if (asked.njudge)
		return import_njudge(&asked.files, asked.map != NULL ? asked.map : REQUEST_MAP, asked.rules,
		                     asked.all);
	if (asked.all)
		return ctl_fail("import: --all is for --njudge: say both, or neither");
	if (asked.map != NULL)
		ctl_build_map(asked.map, &import.map);
	find_name(&import);
	import.db = ctl_connect();
	if (!stmt_tournament_exists(import.db, import.name, &exists) || !stmt_begin(import.db))
		return ctl_fail_db(import.db);
	if (exists)
		return ctl_fail("import: a tournament %s exists already: choose another --name",
		                import.name);
	for (int i = 0; i < asked.files.count; i++)
		read_file(&import, asked.files.at[i]);
	if (import.games == 0)
		return ctl_fail("import: there is no game that can be imported");
	if (!stmt_close_recording(import.db, import.tournament) || !stmt_commit(import.db))
		return ctl_fail_db(import.db);
	if (asked.json)
		say_json(&import);
	else
		say(&import);
	return import.differences + import.passed > 0 ? CTL_WANTING : CTL_DONE;
}

const struct command ctl_import = {
	.name = "import",
	.about = "make games of recorded ones; read mails of the Judge",
	.text = "Reads saved games of the Python package diplomacy: JSON, one object per game, usually "
			"on a line of its own. FILE may be - for standard input, or end in .zst. The games "
			"become games of a new tournament: with boards, results, digests, standings, "
			"replays.\n\n"
			"The judge replays each phase from its orders. It prints each difference between the "
			"file and the judge, with the option of the rules that explains it, if there is one. "
			"If the next position differs, the game is kept up to that phase and cancelled. A game "
			"that is not over in the file is cancelled, too; aresctl game retry continues it.\n\n"
			"If a file is broken, nothing is imported. A game that is on another map or cannot be "
			"read is skipped, with a message.\n\n"
			"  aresctl import games.jsonl.zst --name recorded\n\n"
			"With --njudge it reads the reports of one game of the e-mail Judge, ignores all other "
			"text, and makes no game: it prints the last phase with its orders, and the position "
			"after it, as cases. It needs no database. Differences between the mails and our judge "
			"go to standard error; the mails are followed.\n\n"
			"  aresctl import --njudge north.mail >north.cases",
	.arguments = PARAMETERS(ARGUMENTS("FILE", &asked.files,
                                      "files of saved games, or mails; - is standard input",
                                      .files = "*", .required = true)),
	.options = PARAMETERS(
		OPTION_TEXT("name", "NAME", &asked.name, "the new tournament's name",
                    .check = names_check_new, .otherwise = "the first file's, without its endings"),
		OPTION_TEXT("rules", "RULES", &asked.rules,
                    "the rule set: one with retreats and adjustments",
                    .choice = names_recorded_rules, .normal = "standard"),
		REQUEST_BY_JUDGE(asked),
		REQUEST_ON_MAP(asked, "the map that the games are on, whatever the file calls it",
                       .otherwise = "the one that the file names; of mails: standard"),
		OPTION_FLAG("njudge", &asked.njudge, "read reports of the e-mail Judge, and print cases"),
		OPTION_FLAG("all", &asked.all, "with --njudge: print every phase, not only the last"),
		OPTION_FLAG("json", &asked.json, "each difference is a line with a JSON object")),
	.status = "0 done, 1 done, but something differs or was skipped, 2 nothing is imported.",
	.run = run,
};
