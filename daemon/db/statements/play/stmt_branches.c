/* stmt_branches: see stmt_branches.h. */
#include "stmt_branches.h"

#include "db/statements/statement.h"

#include "db/statements/play/stmt_branches.inc"

bool stmt_find_origin(struct db *db, int64_t game, struct branch_origin *origin)
{
	int entrants;
	return statement_row(
		db, &find_origin, VALUES(game),
		FIELDS(origin->rules, origin->map, origin->press, MANY(origin->users, origin->power_count),
	           MANY(origin->entrants, entrants), origin->outside, origin->secret, origin->depth));
}

bool stmt_make_branch(struct db *db, const struct branch_request *request)
{
	int32_t tournament;
	return statement_row(db, &make_branch,
	                     VALUES(request->name, request->game, request->phase, request->times,
	                            request->seed, ARRAY(request->users, request->user_count),
	                            ARRAY(request->entrants, request->user_count), request->said,
	                            request->powers, ARRAY(request->order_arm, request->order_count),
	                            ARRAY(request->order_power, request->order_count),
	                            ARRAY(request->order, request->order_count), request->by_chance,
	                            ARRAY(request->senders, request->arm_count),
	                            ARRAY(request->recipients, request->arm_count), request->texts),
	                     FIELDS(tournament));
}

bool stmt_find_branch(struct db *db, int32_t tournament, int32_t number, struct branch *branch)
{
	bool found;
	int powers, seeds, blocks;
	*branch = (struct branch){0};
	return statement_find(db, &find_branch, VALUES(tournament, number), &found,
	                      FIELDS(branch->phase, MANY(branch->power, powers),
	                             MANY(branch->order, branch->order_count),
	                             MANY(branch->before, branch->past_count),
	                             MANY(branch->seed, seeds), MANY(branch->block, blocks)));
}
