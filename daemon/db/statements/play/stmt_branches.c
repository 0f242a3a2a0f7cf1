/* stmt_branches: see stmt_branches.h. */
#include "stmt_branches.h"

#include "db/statements/statement.h"

#include "db/statements/play/stmt_branches.inc"

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
