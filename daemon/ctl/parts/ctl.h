/* ctl: what the subcommands of aresctl share. A subcommand is a row for options.h and a function
 * that runs it. The function returns the exit status: 0: done; 1: done, and something was found
 * wrong; 2: failed, and one line on standard error says why. */
#ifndef ARESFARM_CTL_H
#define ARESFARM_CTL_H

#include "base/options/options.h"
#include "board/map.h"
#include "db/target.h"

struct game_head;

enum { CTL_DONE = 0, CTL_WANTING = 1, CTL_FAILED = 2 };

/* The value of -d, or NULL. */
extern const char *ctl_conninfo;

/* The command that runs. */
extern const struct command *ctl_command;

/* Prints "aresctl: " and the line; returns CTL_FAILED. */
__attribute__((format(printf, 1, 2))) int ctl_fail(const char *format, ...);

/* Ends the program; ctl_stop prints a line first, as ctl_fail. */
_Noreturn void ctl_exit(int status);
#define ctl_stop(...) ctl_exit(ctl_fail(__VA_ARGS__))

/* Reports on standard output what was done, unless --quiet is given. */
__attribute__((format(printf, 1, 2))) void ctl_say(const char *format, ...);

/* What to print before item `count` of a list, counted from 0, as JSON or with a separator; and
 * what to print after a list of `count` items. */
void ctl_print_between(bool json, int count, const char *separator);
void ctl_print_end(bool json, int count);

/* From now on SIGINT, SIGTERM and SIGHUP do not end the program, but interrupt waits for the
 * database, so that unfinished output can be removed. A command that then fails has the exit status
 * that a shell reports for a program that the signal has ended. */
void ctl_catch_signals(void);

/* The signal that was received; 0: none. */
int ctl_stopped(void);

/* A signal that was ignored stays ignored: shells start background jobs so. */
void ctl_catch(int signal, void (*handler)(int));

/* Connects to the server. Its database need not have a farm. The connection is closed when the
 * program ends, or by ctl_close. If it cannot connect, it prints the reason and ends the program;
 * so do the others. */
struct db *ctl_open(void);
void ctl_close(struct db *db);

/* Connects to an initialised farm. A statement gives up a lock after ten seconds. */
struct db *ctl_connect(void);

/* The same, also for external players, who may only use the schema api; *agent says whether this is
 * one. */
struct db *ctl_connect_any(bool *agent);

/* The same for the owner of the farm. what: what only the owner may do, for the message: "prune:
 * only the owner of the farm may drop tournaments". */
struct db *ctl_connect_owner(const char *what);

/* The same, and finds a game, or a tournament. */
struct db *ctl_connect_game(const char *reference, struct game_head *head);
struct db *ctl_connect_tournament(const char *name);

/* Prints db's fault, and who holds a lock that it waited for in vain. Returns CTL_FAILED. */
int ctl_fail_db(struct db *db);

/* Returns CTL_DONE if it is done, else fails as ctl_fail_db. */
int ctl_end(struct db *db, bool done);

/* These print that the object does not exist, and return CTL_FAILED. */
int ctl_fail_tournament(const char *name);
int ctl_fail_game(const char *reference);

/* Builds a map: the program's own, or one of the database. If there is none of that name, ends the
 * program. */
void ctl_build_map(const char *name, struct map *map);

/* Asks a question on the terminal. Any answer except yes means no: it prints that nothing was done,
 * `refused`, and ends the program; without a terminal with a hint to give --yes. */
void ctl_ask(const char *question, const char *refused);

/* The same question: whether to drop "KIND NAME" with what it has. */
void ctl_ask_drop(const char *kind, const char *name, const char *with);

/* Drops a tournament, called KIND in messages; asks first unless yes. Returns the exit status. */
int ctl_drop(const char *kind, const char *name, bool yes);

/* The option that keeps it from asking. */
#define CTL_YES(variable)                                                                          \
	{                                                                                              \
		.name = "yes", .letter = 'y', .about = "do not ask", .flag = &(variable)                   \
	}

/* The argument that names a tournament. */
#define CTL_NAMES "tournament list --names"
#define CTL_TOURNAMENT(variable)                                                                   \
	ARGUMENT("TOURNAMENT", &(variable), "the tournament's name", .asks = CTL_NAMES,                \
	         .required = true)

/* The argument that names a game. */
#define CTL_GAME(variable)                                                                         \
	ARGUMENT("GAME", &(variable),                                                                  \
	         "the game: TOURNAMENT/NUMBER, or its number in the farm (games.id)",                  \
	         .required = true)

extern const struct command ctl_up, ctl_down, ctl_init, ctl_role, ctl_tournament,
	ctl_tournament_create, ctl_tournament_list, ctl_tournament_status, ctl_tournament_digest,
	ctl_game, ctl_game_create, ctl_invite, ctl_experiment, ctl_experiment_openings,
	ctl_experiment_grid, ctl_experiment_matrix, ctl_experiment_population,
	ctl_experiment_tournament, ctl_experiment_cases, ctl_watch, ctl_show, ctl_animate, ctl_verify,
	ctl_judge, ctl_alive, ctl_metrics, ctl_connection, ctl_psql, ctl_players, ctl_judges, ctl_rules,
	ctl_maps, ctl_map, ctl_map_import, ctl_workers, ctl_knowledge, ctl_rate, ctl_report, ctl_query,
	ctl_tune, ctl_tune_create, ctl_export, ctl_import, ctl_backup, ctl_restore, ctl_prune,
	ctl_suggest, ctl_bot, ctl_bot_check, ctl_bot_play, ctl_branch, ctl_plan;

#endif
