/* ctl_control: what a user may have done to tournaments and games: aresctl tournament pause and the
 * like, aresctl game. */
#include "ctl.h"

#include <stdio.h>
#include <string.h>

#include "store/statements.h"

/* ── tournaments ── */

static const struct tournament_verb {
	const char *name;
	enum control control;
	int64_t least, most; /* of the number it takes; both 0: it takes none */
	const char *about;
	const char
		*done; /* the games it concerned are printed before; NULL: they are not worth a word */
} tournament_verbs[] = {
	{"pause", CONTROL_PAUSE, 0, 0,
     "NAME\n\nNo more of its games are claimed. Those under way are played.", NULL},
	{"resume", CONTROL_RESUME, 0, 0, "NAME\n\nIts games are claimed again.", NULL},
	{"cancel", CONTROL_CANCEL, 0, 0, "NAME\n\nWhat is not finished is not to be played.",
     "games cancelled"},
	{"drop", CONTROL_DROP, 0, 0, "NAME\n\nThe tournament, its games and boards are gone for good.",
     NULL},
	{"priority", CONTROL_PRIORITY, -100, 100,
     "NAME N\n\nGames of the highest priority, -100 to 100, are claimed first; 0 is normal.", NULL},
	{"weight", CONTROL_WEIGHT, 1, 1000,
     "NAME N\n\nOf tournaments of one priority games are claimed in proportion to their weights, 1 "
     "to 1000; 1 is "
     "normal.",
     NULL},
};

int ctl_control_tournament(int argc, char **argv)
{
	const struct tournament_verb *verb = tournament_verbs;
	while (strcmp(verb->name, argv[0]) != 0)
		verb++;
	const int words = verb->most > 0 ? 2 : 1;
	int first, status;
	int64_t number = 0, games;
	bool exists;
	char usage[256];
	snprintf(usage, sizeof usage, "usage: aresctl tournament %s %s\n", verb->name, verb->about);
	if (!ctl_options(argc, argv, usage, NULL, &first, &status))
		return status;
	if (argc - first != words)
		return ctl_fail("%s: one tournament's name%s belongs there; --help says more", verb->name,
		                words == 2 ? " and a number" : "");
	if (words == 2 && !options_number(argv[first + 1], verb->least, verb->most, &number))
		return ctl_fail("%s %s: a whole number from %lld to %lld belongs there", verb->name,
		                argv[first + 1], (long long)verb->least, (long long)verb->most);
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;
	if (!stmt_tournament_exists(db, argv[first], &exists) ||
	    (exists && !stmt_control(db, verb->control, argv[first], number, &games)))
		return ctl_fail_db(db);
	db_close(db);
	if (!exists)
		return ctl_fail("no tournament %s; aresctl tournament list lists them", argv[first]);
	if (verb->done != NULL)
		printf("%lld %s\n", (long long)games, verb->done);
	return CTL_DONE;
}

/* ── games ── */

static const struct game_verb {
	const char *name;
	enum control control;
	bool why; /* whether it takes a reason */
	const char *about;
} game_verbs[] = {
	{"retry", CONTROL_GAME_RETRY, false,
     "GAME\n\nA game that is quarantined or cancelled is played, from where it was."},
	{"quarantine", CONTROL_GAME_QUARANTINE, true,
     "GAME [REASON]\n\nA game that is not finished is put aside."},
	{"cancel", CONTROL_GAME_CANCEL, false,
     "GAME\n\nA game that is not finished is not to be played."},
};
enum { GAME_VERBS = sizeof game_verbs / sizeof *game_verbs };

static int control_game(const struct game_verb *verb, const char *reference, const char *why)
{
	struct db *db = ctl_connect();
	struct game_head head;
	bool found;
	int64_t games = 0;
	if (db == NULL)
		return CTL_FAILED;
	if (!stmt_find_game(db, reference, &found, &head) ||
	    (found && !stmt_control_game(db, verb->control, head.game, why, &games)))
		return ctl_fail_db(db);
	db_close(db);
	if (!found)
		return ctl_fail("no game %s: a number (games.id) or TOURNAMENT/NUMBER belongs there",
		                reference);
	return games > 0 ? CTL_DONE
	                 : ctl_fail("%s %s: the game is %s", verb->name, reference, head.state);
}

int ctl_game(int argc, char **argv)
{
	const struct game_verb *verb = game_verbs;
	int first, status;
	char usage[256];
	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		puts("usage: aresctl game retry GAME\n"
		     "       aresctl game quarantine GAME [REASON]\n"
		     "       aresctl game cancel GAME\n\n"
		     "GAME is a number (games.id) or TOURNAMENT/NUMBER.");
		return CTL_DONE;
	}
	while (verb < game_verbs + GAME_VERBS && (argc < 2 || strcmp(verb->name, argv[1]) != 0))
		verb++;
	if (verb == game_verbs + GAME_VERBS)
		return ctl_fail("game: retry, quarantine or cancel belongs there, not %s",
		                argc > 1 ? argv[1] : "nothing");
	snprintf(usage, sizeof usage, "usage: aresctl game %s %s\n", verb->name, verb->about);
	if (!ctl_options(argc - 1, argv + 1, usage, NULL, &first, &status))
		return status;
	first++;
	if (argc - first < 1 || argc - first > 1 + verb->why)
		return ctl_fail("%s: GAME%s belongs there; --help says more", verb->name,
		                verb->why ? " and maybe a reason" : "");
	return control_game(verb, argv[first],
	                    argc - first > 1 ? argv[first + 1] : "put aside by hand");
}
