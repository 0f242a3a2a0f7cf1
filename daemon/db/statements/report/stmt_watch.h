/* stmt_watch: the progress of a tournament. A call returns false on failure; db_fault has the
 * reason. stmt_next_... reads rows: see statements.h. */
#ifndef ARESFARM_STATEMENTS_WATCH_H
#define ARESFARM_STATEMENTS_WATCH_H

#include "db/statements/statements.h"

/* It reads tallies, claims and partial indexes, and counts no games: it is fast for any size. */
struct progress {
	int64_t games, finished;
	int64_t open; /* pending, claimed or waiting; plus one until --until has its verdict */
	int64_t pending, claimed, waiting, quarantined, cancelled;
	int64_t phases;      /* of finished games */
	int64_t farm_phases; /* ever played by all workers, of all tournaments */
	int64_t workers;     /* that are alive */
	bool paused;
	char stop[STMT_STOP_SIZE]; /* state of --until; empty: none */
};
MUST_CHECK bool stmt_progress(struct db *db, const char *tournament, bool *exists,
                              struct progress *progress);

/* What it is: "64 games ... " for a title. */
struct watched {
	char rules[STMT_NAME_SIZE];
	char seats[STMT_STATE_SIZE]; /* the players, by labels */
};
MUST_CHECK bool stmt_find_watched(struct db *db, const char *tournament, bool *exists,
                                  struct watched *watched);

/* A player's points so far, by a score: the first hundred players, by points. It reads all finished
 * games, so its time grows with them. */
struct watched_player {
	const char *name;
	int64_t players; /* number of all players */
	int64_t points;  /* in hundredths */
	/* Share of the game, the share that its seats are worth, and the 95 % interval, in tenths of a
	 * percent. They are known once a block of games is complete; the interval only if no single
	 * player has all seats. */
	bool has_share, has_interval;
	int32_t share, fair, low, high;
};
MUST_CHECK bool stmt_read_players(struct db *db, const char *tournament, const char *score,
                                  struct db_rows *rows);
MUST_CHECK bool stmt_next_player(struct db_rows *rows, struct watched_player *player);

/* Lines about what delays a tournament: "game 17: the worker died", of the first quarantined games;
 * "alice (FRA, S1901M, game 3)", of external players whose orders are missing. At most eight of
 * each. */
enum { HELD_QUARANTINED, HELD_AWAITED, HELD_ABSENT, HELD_KINDS };
MUST_CHECK bool stmt_read_held(struct db *db, const char *tournament, struct db_rows *rows);

/* The same for absent players: "anna was absent: trinity ordered in 3 phases". At most eight. It
 * reads all taken orders. */
MUST_CHECK bool stmt_read_absent(struct db *db, const char *tournament, struct db_rows *rows);

MUST_CHECK bool stmt_next_held(struct db_rows *rows, int32_t *kind, const char **line);

#endif
