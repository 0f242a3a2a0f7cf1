/* stmt_plan: the data of a pilot tournament for planning a larger one. */
#ifndef ARESFARM_STATEMENTS_PLAN_H
#define ARESFARM_STATEMENTS_PLAN_H

#include "stmt_rows.h"

/* Why a pilot and its control cannot be used; "": they can. control "": none. Their games must have
 * the same terms and seats, except for the player's. */
enum { STMT_PLAN_SIZE = 512 };
MUST_CHECK bool stmt_check_plan(struct db *db, const char *tournament, const char *control,
                                const char *player, char why[STMT_PLAN_SIZE]);

struct plan_player {
	const char *label;
};
struct plan_players {
	STMT_ROWS(struct plan_player);
};
MUST_CHECK bool stmt_read_plan_players(struct db *db, const char *tournament,
                                       struct plan_players *labels);

/* A complete block (whole), or a game. silent: NAN without a control. */
struct plan_row {
	double outcome, par, silent;
};
struct plan_rows {
	STMT_ROWS(struct plan_row);
};
MUST_CHECK bool stmt_read_plan(struct db *db, const char *tournament, const char *score,
                               const char *player, const char *opponent, const char *control,
                               bool whole, struct plan_rows *rows);

/* games: finished ones. dollars: per game. block: games in a block. */
MUST_CHECK bool stmt_find_price(struct db *db, const char *tournament, int32_t *games,
                                double *dollars, int32_t *block);

#endif
