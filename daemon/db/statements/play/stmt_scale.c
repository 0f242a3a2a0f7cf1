/* stmt_scale: see stmt_scale.h. */
#define STATEMENT_FILE STATEMENTS_SCALE
#include "db/statements/statement.h"

#include "stmt_scale.h"

STATEMENT(read_wal, "", "select (pg_current_wal_insert_lsn() - '0/0')::bigint");

bool stmt_read_wal(struct db *db, int64_t *bytes)
{
	return statement_row(db, &read_wal, NO_VALUES, FIELDS(*bytes));
}

STATEMENT(read_waits, "",
          "select count(*), count(*) filter (where wait_event_type = 'Lock'),"
          " count(*) filter (where wait_event_type = 'LWLock'),"
          " count(*) filter (where wait_event_type = 'IO')"
          " from pg_stat_activity where application_name = 'aresd worker' and state <> 'idle'");

bool stmt_read_waits(struct db *db, struct waits *waits)
{
	return statement_row(db, &read_waits, NO_VALUES,
	                     FIELDS(waits->busy, waits->locks, waits->latches, waits->disk));
}
