/* stmt_daide: see stmt_daide.h. */
#include "stmt_daide.h"

#include "db/statements/statement.h"

#include "db/statements/seat/stmt_daide.inc"

bool stmt_daide_begin(struct db *db, int64_t game, const int32_t powers[], int count,
                      const char *names, const char *versions, bool *begun, int16_t passcodes[])
{
	struct db_rows rows;
	int16_t power, passcode;
	*begun = false;
	if (!db_query(db, &daide_begin, VALUES(game, ARRAY(powers, count), names, versions), &rows))
		return false;
	while (db_rows_next(&rows, FIELDS(power, passcode)))
		if (power >= 0 && power < POWERS_MAX) {
			passcodes[power] = passcode;
			*begun = true;
		}
	return db_rows_close(&rows);
}

bool stmt_daide_live(struct db *db, const char *tournament, int64_t games[], int most, int *count)
{
	struct db_rows rows;
	if (!db_query(db, &daide_live, VALUES(tournament, most), &rows))
		return false;
	for (*count = 0; *count < most && db_rows_next(&rows, FIELDS(games[*count])); ++*count)
		;
	return db_rows_close(&rows);
}
