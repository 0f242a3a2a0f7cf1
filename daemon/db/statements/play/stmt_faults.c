/* stmt_faults: see stmt_faults.h. */
#include "stmt_faults.h"

#include "db/statements/statement.h"

#include "db/statements/play/stmt_faults.inc"

bool stmt_prepare_faults(struct db *db)
{
	return db_prepare(db, &send_fault) && db_prepare(db, &send_cost);
}

bool stmt_count_faults(struct db *db, struct claim *claim)
{
	int count;
	return statement_row(db, &count_faults, VALUES(claim->game, claim->tournament),
	                     FIELDS(claim->faults_aside, MANY(claim->faults, count)));
}
