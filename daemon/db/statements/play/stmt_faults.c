/* stmt_faults: see stmt_faults.h. */
#include "stmt_faults.h"

#include "db/statements/statement.h"

#include "db/statements/play/stmt_faults.inc"

bool stmt_send_fault(struct db *db, int64_t worker, const struct written_fault *fault)
{
	const struct claim *claim = fault->claim;
	return db_batch_send(db, &add_fault,
	                     VALUES(claim->game, worker, claim->epoch, fault->power, fault->phase,
	                            fault->kind, fault->words, fault->last_words));
}

bool stmt_send_cost(struct db *db, int64_t worker, const struct written_cost *cost)
{
	const struct claim *claim = cost->claim;
	return db_batch_send(db, &add_cost,
	                     VALUES(claim->game, worker, claim->epoch, cost->power, cost->phase,
	                            cost->model, cost->tokens_in, cost->tokens_out, cost->nanodollars));
}

bool stmt_prepare_faults(struct db *db)
{
	return db_prepare(db, &add_fault) && db_prepare(db, &add_cost);
}

bool stmt_count_faults(struct db *db, struct claim *claim)
{
	int count;
	return statement_row(db, &count_faults, VALUES(claim->game, claim->tournament),
	                     FIELDS(claim->faults_aside, MANY(claim->faults, count)));
}
