/* stmt_rate: the ratings of players, and their gains against each other. A call returns false on
 * failure; db_fault has the reason. Rows to be filled must be empty; call stmt_clear_rows also
 * after a fault. */
#ifndef ARESFARM_STATEMENTS_RATE_H
#define ARESFARM_STATEMENTS_RATE_H

#include <stdio.h>

#include "stmt_rows.h"

/* The rating of a player on Elo's scale. low, high: the 95 % interval; may be infinite. error: the
 * standard error. The rest describes its rated games. */
struct rated_player {
	const char *player;
	double rating, low, high, error;
	double games, seats, wins; /* whole numbers */
};
struct rated_players {
	STMT_ROWS(struct rated_player);
	int games; /* of all players together */
};

/* A player's gain against another: its share of what both gained, in %, the fair share, and the 95
 * % interval. NAN: they gained nothing. */
struct rated_head {
	const char *player, *opponent;
	double share, fair, low, high;
};
struct rated_heads {
	STMT_ROWS(struct rated_head);
};

/* What a player gained by each score, rounded for people. */
struct rated_score {
	const char *player, *fair, *thesis, *squares, *daide, *solos;
};
struct rated_scores {
	STMT_ROWS(struct rated_score);
};

/* A rated tournament. counted: how many games count, and why others do not. repeated: games that
 * repeat games of an earlier tournament. */
struct rated_tournament {
	const char *name, *rules, *counted;
	int32_t repeated;
};
struct rated_tournaments {
	STMT_ROWS(struct rated_tournament);
};

/* The ratings of the players of tournaments (names separated by tabs), by a score or "places", best
 * first. anchor: the player with rating 0; NULL: the mean is 0. It fails if there is nothing to
 * rate. */
MUST_CHECK bool stmt_rate(struct db *db, const char *tournaments, const char *score,
                          const char *anchor, struct rated_players *ratings);

/* Stores ratings against the mean in farm.ratings and replaces older ones; if the role may not
 * write, nothing is stored. */
MUST_CHECK bool stmt_store_ratings(struct db *db, const char *tournaments, const char *score,
                                   const struct rated_players *ratings);

MUST_CHECK bool stmt_read_rated(struct db *db, const char *tournaments,
                                struct rated_tournaments *rated);
MUST_CHECK bool stmt_read_heads(struct db *db, const char *tournaments, const char *score,
                                struct rated_heads *heads);

/* NULL: they never met, or gained nothing. */
const struct rated_head *stmt_find_head(const struct rated_heads *heads, const char *player,
                                        const char *opponent);

MUST_CHECK bool stmt_read_scores(struct db *db, const char *tournaments,
                                 struct rated_scores *scores);

/* Prints "scores": [...], "heads": [...]. */
MUST_CHECK bool stmt_print_tables(struct db *db, const char *tournaments, const char *score,
                                  FILE *out);

#endif
