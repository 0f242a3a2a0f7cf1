/* ctl: what the subcommands of aresctl share. A subcommand gets its own name as argv[0] and returns
 * the exit status: 0 done, 1 done and found wanting, 2 not done, with one line on standard error
 * that says why. */
#ifndef ARESFARM_CTL_H
#define ARESFARM_CTL_H

#include "base/options.h"
#include "store/target.h"

enum { CTL_DONE = 0, CTL_WANTING = 1, CTL_FAILED = 2 };

/* What -d said, or NULL. Set once, by main. */
extern const char *ctl_conninfo;

/* Prints "aresctl: " and the line; returns CTL_FAILED. */
__attribute__((format(printf, 1, 2))) int ctl_fail(const char *format, ...);

/* Connects to an initialised farm. NULL once the reason is printed. */
struct db *ctl_connect(void);

/* Prints db's fault, closes it and returns CTL_FAILED. */
int ctl_fail_db(struct db *db);

/* Reads the options of a subcommand that has --json and --help alone. False when all is said and
 * done, with the status; *json may be NULL where there is nothing to give as JSON. The words left
 * are argv[*first] and on. */
bool ctl_options(int argc, char **argv, const char *usage, bool *json, int *first, int *status);

int ctl_up(int argc, char **argv);
int ctl_down(int argc, char **argv);
int ctl_init(int argc, char **argv);
int ctl_tournament(int argc, char **argv);
int ctl_control_tournament(
	int argc, char **argv); /* argv[0]: pause, resume, cancel, drop, priority or weight */
int ctl_game(int argc, char **argv);
int ctl_experiment(int argc, char **argv);
int ctl_experiment_cases(int argc, char **argv);
int ctl_watch(int argc, char **argv);
int ctl_show(int argc, char **argv);
int ctl_verify(int argc, char **argv);
int ctl_judge(int argc, char **argv);
int ctl_metrics(int argc, char **argv);
int ctl_alive(int argc, char **argv);
int ctl_psql(int argc, char **argv);

#endif
