/* stmt_rate: the ratings of players, and what they gained from one another. A call returns false
 * when it failed; then db_fault says why. Sheets that are filled must be empty. */
#ifndef ARESFARM_STATEMENTS_RATE_H
#define ARESFARM_STATEMENTS_RATE_H

#include "db/pg/sheet.h"
#include "db/statements/statements.h"

/* How strong the players of tournaments are (names with tabs between), by a score or "places":
 * player, rating, low, high, games, seats, wins, error; the best first. anchor: the player whose
 * rating is 0; NULL: the mean is. It fails where there is nothing to rate. */
__attribute__((warn_unused_result)) bool stmt_rate(struct db *db, const char *tournaments,
                                                   const char *score, const char *anchor,
                                                   struct sheet *ratings);

/* Keeps ratings against the mean in farm.ratings, in place of older ones; where the role may not
 * write, nothing is kept. */
__attribute__((warn_unused_result)) bool stmt_store_ratings(struct db *db, const char *tournaments,
                                                            const char *score,
                                                            const struct sheet *ratings);

/* The tournaments that are rated: name, rule set, how many games count and why others do not, games
 * that repeat those of an earlier tournament. */
__attribute__((warn_unused_result)) bool stmt_read_rated(struct db *db, const char *tournaments,
                                                         struct sheet *sheet);

/* What each player gained from each other: player, opponent, games, share, fair, low, high. */
__attribute__((warn_unused_result)) bool stmt_read_heads(struct db *db, const char *tournaments,
                                                         const char *score, struct sheet *sheet);

/* player, fair, thesis, squares, daide, solos: rounded for people. */
__attribute__((warn_unused_result)) bool stmt_read_scores(struct db *db, const char *tournaments,
                                                          struct sheet *sheet);

/* Prints "scores": [...], "heads": [...]. */
__attribute__((warn_unused_result)) bool stmt_print_tables(struct db *db, const char *tournaments,
                                                           const char *score, FILE *out);

#endif
