/* stmt_web: what the web server reads, with the rights of the group role farm_web. A call returns
 * false on failure; db_fault has the reason. Texts are valid until the rows are closed
 * (statements.h). */
#ifndef ARESFARM_STATEMENTS_WEB_H
#define ARESFARM_STATEMENTS_WEB_H

#include "db/statements/statements.h"

enum { STMT_SHEET = 100, STMT_HOME = 50, STMT_PHASES_MOST = 4096 };

/* From here on the session has only the rights of farm_web, is read-only, and has short timeouts.
 * False also for a role that is not a member. */
MUST_CHECK bool stmt_web_bind(struct db *db);

/* Whether the database answers. */
MUST_CHECK bool stmt_web_is_there(struct db *db);

/* A tournament. Games by state; phases: of finished games. */
struct web_tournament {
	char name[STMT_NAME_SIZE], rules[STMT_NAME_SIZE], map[STMT_NAME_SIZE];
	char stop[STMT_STOP_SIZE]; /* state of --until; empty: none */
	int32_t games;
	int64_t finished, claimed, pending, waiting, quarantined, cancelled, phases;
	bool paused;
};
MUST_CHECK bool stmt_web_tournament(struct db *db, const char *name, bool *found,
                                    struct web_tournament *tournament);

/* A tournament of a list. people: external players have seats in it. over: all games were played or
 * given up. state: "3 being played, 17 cancelled", "all played". */
struct web_listed {
	const char *name, *state, *rules, *players;
	int32_t games;
	int64_t finished, game; /* game: the only one (games.id); 0: there are several */
	bool people, over;
};
MUST_CHECK bool stmt_web_count(struct db *db, int64_t *count);
/* At most STMT_HOME tournaments after the first `skip`: those that continue with people, then
 * others that continue, then those that are over; newest first in each group. */
MUST_CHECK bool stmt_web_home(struct db *db, int32_t skip, struct db_rows *rows);
MUST_CHECK bool stmt_web_next_listed(struct db_rows *rows, struct web_listed *listed);

/* A player of a tournament: its share of the points, the expected share, and the 95 % interval, in
 * tenths of a per cent. told false: no block is complete, and they are unknown; certain: there is
 * no interval. */
struct web_standing {
	const char *player, *points;
	int64_t seats, wins, draws, survivals, eliminations;
	bool told, certain;
	int32_t share, expected, low, high;
};
MUST_CHECK bool stmt_web_standings(struct db *db, const char *tournament, const char *score,
                                   struct db_rows *rows);
MUST_CHECK bool stmt_web_next_standing(struct db_rows *rows, struct web_standing *standing);

/* What readers of the standings must know: a line each. */
MUST_CHECK bool stmt_web_remarks(struct db *db, const char *tournament, struct db_rows *rows);
MUST_CHECK bool stmt_web_next_remark(struct db_rows *rows, const char **said);

/* A game of a list. phase: the last one that was played, "" for none. winner: the power that
 * has won alone and its player, "ITA: trinity", or "". */
struct web_game {
	int64_t game;
	int32_t tournament, number;
	const char *name, *state, *ending, *winner, *phase;
};
/* At most STMT_SHEET games of a tournament after the first `skip`. */
MUST_CHECK bool stmt_web_games(struct db *db, const char *tournament, int32_t skip,
                               struct db_rows *rows);
/* At most `most` games with played phases: those in play or waiting, then the latest finished. */
MUST_CHECK bool stmt_web_wall(struct db *db, int32_t most, struct db_rows *rows);
MUST_CHECK bool stmt_web_next_game(struct db_rows *rows, struct web_game *game);

/* A game: head->state is "finished", "finished: solo FRA", "claimed" and the like, without the
 * reason of a failure. */
MUST_CHECK bool stmt_web_game(struct db *db, int64_t game, bool *found, struct game_head *head);
/* What a game waits for: *found: it waits for people or programs outside the farm. phase: "F1901M".
 * deadline: "2026-11-24 10:00 UTC", and the same for programs; empty: none. left: the time until
 * then: "3 h 20 min". */
struct web_wait {
	char phase[STMT_NAME_SIZE], deadline[STMT_NAME_SIZE], exact[STMT_NAME_SIZE],
		left[STMT_NAME_SIZE];
};
MUST_CHECK bool stmt_web_wait(struct db *db, int64_t game, bool *found, struct web_wait *wait);
/* The position that the game begins with. *chosen: it is in stored; otherwise it is the map's. */
MUST_CHECK bool stmt_web_start(struct db *db, const struct game_head *head, bool *chosen,
                               struct stored *stored);
/* The phases that are stored, in their order. */
MUST_CHECK bool stmt_web_phases(struct db *db, const struct game_head *head,
                                int16_t phases[STMT_PHASES_MOST], int *count);

#endif
