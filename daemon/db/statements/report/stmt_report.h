/* stmt_report: what a report of a tournament is made of: questions whose answers are sheets
 * of texts. A call returns false when it failed; then db_fault says why. */
#ifndef ARESFARM_STATEMENTS_REPORT_H
#define ARESFARM_STATEMENTS_REPORT_H

#include "db/pg/db.h"
#include "db/pg/sheet.h"

/* A question, and the columns of its answer. Numbers are as PostgreSQL prints them. Shares are in
 * %. low, high: the ends of a 95 % interval. */
enum report_question {
	/* one row: finished, open, quarantined, cancelled, blocks (complete), left_out, players,
	 * powers, block, team, games, rules, map, made (now), waiting */
	REPORT_FACTS,
	/* setting (1: it belongs to what was asked for, 0: to what became of it), what, value */
	REPORT_TERMS,
	/* player, settings in full, seats, games */
	REPORT_PLAYERS,
	/* player, games, blocks, seats, points, per_seat, share, fair, low, high, p, wins, draws,
	 * survivals, eliminations; the best first */
	REPORT_STANDINGS,
	/* player, opponent, games, difference, fair, low, high, p, verdict; of complete blocks */
	REPORT_COMPARISONS,
	/* player, rating, low, high, games, seats, wins, error: by stmt_try_ratings only */
	REPORT_RATINGS,
	/* player, opponent, games, share, fair, low, high: by stmt_try_ratings only */
	REPORT_HEADS,
	/* what --until came to, in words */
	REPORT_STOP,
	/* of ("player" or "power"), name, year, share, low, high, fair */
	REPORT_YEARS,
	/* power, games, share, fair, low, high, wins, draws, survivals, eliminations, centres */
	REPORT_POWERS,
	/* power, player, games, share, low, high */
	REPORT_POWERS_OF,
	/* sharing, powers, draws, years (median) */
	REPORT_SHARED,
	/* years (from 1), solos, draws */
	REPORT_LENGTHS,
	/* what, value, low, high, digits, n: means over games, with the block as the unit */
	REPORT_MEASURES,
	/* power, orders, games, total, share, low, high, kinds; the most frequent of each power */
	REPORT_OPENINGS,
	/* stage, boards, percent, mean ns, median ns, mean orders, ns an order; the last: any stage */
	REPORT_RESOLUTION,
	/* from_ns, to_ns ("": no end), conditioning, substitution, supposition, paradox: boards */
	REPORT_HISTOGRAM,
	/* player, decisions, p10, p50, p90, p99, most (ns), games looked at, games in all */
	REPORT_THINKING,
	/* player, decisions, forecasts, conditioning, substitution, supposition, paradox (%), ns a
	 * forecast, % of thinking, capped % */
	REPORT_FORECASTS,
	/* number, game, thinking ns, judging ns, phases, how it ended; the slowest first */
	REPORT_SLOW,
	/* number, game, what is strange about it, in words */
	REPORT_STRANGE,
	/* number, game, state, reason */
	REPORT_ASIDE,
	/* the seed, as a row of REPORT_TERMS */
	REPORT_SEED,
	/* one row: the digest of the games' digests; that of the tournament, if all is
	 * played and it is not large */
	REPORT_DIGEST,
	REPORT_QUESTIONS
};

/* The tournament's id; *found: there is one of that name. */
__attribute__((warn_unused_result)) bool stmt_find_report(struct db *db, const char *tournament,
                                                          bool *found, int32_t *id);

/* Begins a transaction that sees the farm as it is now, until it is closed or the connection is. */
__attribute__((warn_unused_result)) bool stmt_open_report(struct db *db);

/* Ends it, also after a fault. */
__attribute__((warn_unused_result)) bool stmt_close_report(struct db *db);

/* Asks a question about a tournament. The sheet must be empty. */
__attribute__((warn_unused_result)) bool stmt_ask_report(struct db *db,
                                                         enum report_question question, int32_t id,
                                                         const char *tournament,
                                                         struct sheet *sheet);

/* The ratings and heads, REPORT_RATINGS and REPORT_HEADS. Where there is nothing to rate they have
 * no rows, and the transaction continues. *refusal is the reason then, else "". */
__attribute__((warn_unused_result)) bool stmt_try_ratings(struct db *db, const char *tournament,
                                                          struct sheet *ratings,
                                                          struct sheet *heads,
                                                          char refusal[DB_MESSAGE_SIZE]);

/* What each player of both tournaments has in the second more than in the first: player, share,
 * share in the second, difference, low, high, p, blocks, how ("paired" or "apart"). They are paired
 * by block where both have the same seed and seats. Else nothing is answered. */
__attribute__((warn_unused_result)) bool stmt_pair_reports(struct db *db, int32_t one,
                                                           int32_t other, struct sheet *sheet);

#endif
