/* stmt_daide: see stmt_daide.h. */
#include "stmt_daide.h"

#include "db/statements/statement.h"

#include "db/statements/seat/stmt_daide.inc"

bool stmt_daide_lobby(struct db *db, const char *tournament, struct daide_table tables[],
                      int *count)
{
	struct db_rows rows;
	if (!db_query(db, &daide_lobby, VALUES(tournament), &rows))
		return false;
	for (*count = 0; *count < DAIDE_TABLES_MAX; ++*count) {
		struct daide_table *table = &tables[*count];
		if (!db_rows_next(&rows, FIELDS(table->game, table->number, table->seats, table->name,
		                                table->map, table->rules)))
			break;
	}
	return db_rows_close(&rows);
}

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

bool stmt_daide_game(struct db *db, int64_t game, bool *found, struct daide_game *terms)
{
	memset(terms, 0, sizeof *terms);
	return statement_find(
		db, &daide_game, VALUES(game), found,
		FIELDS(terms->tournament, terms->number, terms->map, terms->rules, terms->players,
	           terms->move_s, terms->retreat_s, terms->build_s,
	           OPTIONAL(terms->started, terms->start_phase),
	           OPTIONAL(terms->started, MANY(terms->start_units, terms->start_unit_count)),
	           OPTIONAL(terms->started, terms->start_owners), terms->press));
}

bool stmt_daide_seats(struct db *db, int64_t game, struct daide_seat seats[POWERS_MAX], int *count)
{
	struct db_rows rows;
	if (!db_query(db, &daide_seats, VALUES(game), &rows))
		return false;
	for (*count = 0; *count < POWERS_MAX; ++*count) {
		struct daide_seat *seat = &seats[*count];
		if (!db_rows_next(&rows,
		                  FIELDS(seat->power, seat->passcode, seat->name, seat->version,
		                         seat->asked, seat->final, MANY(seat->orders, seat->order_count))))
			break;
	}
	return db_rows_close(&rows);
}

bool stmt_daide_next_phase(struct db_rows *rows, struct stored *stored)
{
	int orders = 0;
	memset(stored, 0, sizeof *stored);
	return db_rows_next(rows, FIELDS(stored->phase, MANY(stored->units, stored->unit_count),
	                                 stored->owners,
	                                 OPTIONAL(stored->resolved, MANY(stored->orders, orders))));
}

bool stmt_daide_letters(struct db *db, int64_t game, int16_t since,
                        const int64_t told_us[POWERS_MAX], struct db_rows *rows)
{
	return db_query(db, &daide_letters, VALUES(game, since, ARRAY(told_us, POWERS_MAX)), rows);
}
