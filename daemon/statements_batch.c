/* statements_batch: what a worker reads and writes of a game under its claim, by the functions of schema/009_roles.sql. */
#define STATEMENT_FILE STATEMENTS_BATCH
#include "statement.h"

#include <string.h>

/* ── under a claim ── */

/* What a worker's functions begin with. */
static void arg_claim(struct db_args *args, int64_t worker, const struct claim *claim)
{
	db_arg_int8(args, claim->game);
	db_arg_int8(args, worker);
	db_arg_int4(args, claim->epoch);
}

STATEMENT(quarantine, "llis", "select farm.game_put_aside($1, $2, $3, $4)");

bool stmt_quarantine(struct db *db, int64_t worker, const struct claim *claim, const char *reason)
{
	struct db_args args;
	db_args_init(&args, &quarantine);
	arg_claim(&args, worker, claim);
	db_arg_text(&args, reason);
	return statement_run(db, &quarantine, &args);
}

STATEMENT(find_handed, "llih", "select power, text from farm.orders_handed($1, $2, $3, $4)");
_Static_assert(STMT_ORDER_SIZE == 128 && ADJUSTMENTS_MAX == 64, "as farm.orders_handed has them");

bool stmt_find_handed(struct db *db, int64_t worker, const struct claim *claim, int16_t phase, struct handed *handed)
{
	struct db_args args;
	struct db_rows rows;
	db_args_init(&args, &find_handed);
	arg_claim(&args, worker, claim);
	db_arg_int2(&args, phase);
	if (!db_query(db, &find_handed, &args, &rows))
		return false;
	bool done = rows.count <= GIVEN_MAX;
	handed->powers = 0;
	handed->count = 0;
	for (int i = 0; done && i < rows.count; i++) {
		struct db_reader reader = db_read(db, &rows, i);
		int16_t power = db_read_int2(&reader);
		handed->powers |= 1 << power;
		if (!db_read_null(&reader)) {
			handed->power[handed->count] = (uint8_t)power;
			statement_text(&reader, handed->text[handed->count++], STMT_ORDER_SIZE);
		}
		done = db_read_end(&reader);
	}
	db_rows_free(&rows);
	return done;
}

STATEMENT(add_boards, "llibHIHSIIHLIHIIL",
          "select farm.boards_add($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)");

/* Phases as the statement takes them: column by column, with what each phase has so many of in one row. */
enum { ADDED_MOST = 32, ADDED_ENTRIES = 2048, ADDED_POWERS = ADDED_MOST * POWERS_MAX };
struct added {
	int phases, entries, powers, forecasters;
	const char *owners[ADDED_MOST];
	int16_t phase[ADDED_MOST], stage[ADDED_MOST], capped[ADDED_MOST];
	int32_t end[ADDED_MOST], resolve_ns[ADDED_MOST], forecaster_end[ADDED_MOST];
	int16_t units[ADDED_ENTRIES];
	int32_t orders[ADDED_ENTRIES];
	int64_t think_ns[ADDED_POWERS], forecast_ns[ADDED_POWERS];
	int32_t forecasts[ADDED_POWERS], forecast_stages[ADDED_POWERS * STORED_STAGES];
};
_Static_assert(ADDED_ENTRIES >= (int)STORED_MAX, "any phase has room");
_Static_assert(ADDED_ENTRIES *(6 + 8) + ADDED_POWERS * (12 + 8 + 8 * STORED_STAGES + 12) +
                       ADDED_MOST * (3 * 6 + 3 * 8 + 4 + PROVINCES_MAX) + DB_ARGS_MAX * 20 <
                   DB_ARGS_BYTES,
               "as many as there is room for");

/* One more phase; false when it has no room. */
static bool add_phase(struct added *added, const struct stored *stored)
{
	int n = added->phases, entries = stored->unit_count, powers = stored->power_count;
	if (n == ADDED_MOST || added->entries + entries > ADDED_ENTRIES)
		return false;
	memcpy(added->units + added->entries, stored->units, (size_t)entries * sizeof *added->units);
	memcpy(added->orders + added->entries, stored->orders, (size_t)entries * sizeof *added->orders);
	memcpy(added->think_ns + added->powers, stored->think_ns, (size_t)powers * sizeof *added->think_ns);
	memcpy(added->forecasts + added->powers, stored->forecasts, (size_t)powers * sizeof *added->forecasts);
	memcpy(added->forecast_ns + added->forecasters, stored->forecast_ns,
	       (size_t)stored->forecaster_count * sizeof *added->forecast_ns);
	memcpy(added->forecast_stages + added->forecasters * STORED_STAGES, stored->forecast_stages,
	       (size_t)stored->forecaster_count * STORED_STAGES * sizeof *added->forecast_stages);
	added->entries += entries;
	added->powers += powers;
	added->forecasters += stored->forecaster_count;
	added->owners[n] = stored->owners;
	added->phase[n] = stored->phase;
	added->stage[n] = stored->stage;
	added->capped[n] = stored->capped;
	added->resolve_ns[n] = stored->resolve_ns;
	added->end[n] = added->entries;
	added->forecaster_end[n] = added->forecasters;
	added->phases++;
	return true;
}

static bool send_added(struct db *db, int64_t worker, const struct claim *claim, bool durable,
                       const struct added *added)
{
	struct db_args args;
	int phases = added->phases;
	db_args_init(&args, &add_boards);
	arg_claim(&args, worker, claim);
	db_arg_bool(&args, durable);
	db_arg_int2s(&args, added->phase, phases);
	db_arg_int4s(&args, added->end, phases);
	db_arg_int2s(&args, added->units, added->entries);
	db_arg_texts(&args, added->owners, phases);
	db_arg_int4s(&args, added->orders, added->entries);
	db_arg_int4s(&args, added->resolve_ns, phases);
	db_arg_int2s(&args, added->stage, phases);
	db_arg_int8s(&args, added->think_ns, added->powers);
	db_arg_int4s(&args, added->forecasts, added->powers);
	db_arg_int2s(&args, added->capped, phases);
	db_arg_int4s(&args, added->forecaster_end, phases);
	db_arg_int4s(&args, added->forecast_stages, added->forecasters * STORED_STAGES);
	db_arg_int8s(&args, added->forecast_ns, added->forecasters);
	return db_batch_send(db, &add_boards, &args);
}

bool stmt_send_boards(struct db *db, int64_t worker, const struct claim *claim, bool durable,
                      const struct stored phases[], int count)
{
	struct added added;
	int sent = 0;
	do {
		added.phases = added.entries = added.powers = added.forecasters = 0;
		while (sent < count && add_phase(&added, &phases[sent]))
			sent++;
		if (!send_added(db, worker, claim, durable, &added))
			return false;
	} while (sent < count);
	return true;
}

STATEMENT(finish_game, "llihHshiHHx", "select farm.game_finish($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)");

bool stmt_send_finish(struct db *db, int64_t worker, const struct claim *claim, const struct stored *last,
                      const struct stored_end *end, const uint8_t digest[SEAL_SIZE])
{
	struct db_args args;
	db_args_init(&args, &finish_game);
	arg_claim(&args, worker, claim);
	db_arg_int2(&args, end->phase);
	db_arg_int2s(&args, last->units, last->unit_count);
	db_arg_text(&args, last->owners);
	if (end->winner != POWER_NONE)
		db_arg_int2(&args, end->winner);
	else
		db_arg_null(&args);
	db_arg_int4(&args, end->phases);
	db_arg_int2s(&args, end->centres, end->power_count);
	db_arg_int2s(&args, end->units, end->power_count);
	db_arg_bytes(&args, digest, SEAL_SIZE);
	return db_batch_send(db, &finish_game, &args);
}

STATEMENT(ask_turn, "llihhHsis", "select farm.turn_ask($1, $2, $3, $4, $5, $6, $7, $8, $9)");

bool stmt_send_turn(struct db *db, int64_t worker, const struct claim *claim, uint8_t power, const struct stored *open,
                    int due, const char *legal)
{
	struct db_args args;
	db_args_init(&args, &ask_turn);
	arg_claim(&args, worker, claim);
	db_arg_int2(&args, power);
	db_arg_int2(&args, open->phase);
	db_arg_int2s(&args, open->units, open->unit_count);
	db_arg_text(&args, open->owners);
	db_arg_int4(&args, due);
	db_arg_text(&args, legal);
	return db_batch_send(db, &ask_turn, &args);
}

STATEMENT(wait_game, "lli", "select farm.game_wait($1, $2, $3)");

bool stmt_send_wait(struct db *db, int64_t worker, const struct claim *claim)
{
	struct db_args args;
	db_args_init(&args, &wait_game);
	arg_claim(&args, worker, claim);
	return db_batch_send(db, &wait_game, &args);
}

STATEMENT(put_problems, "llihhs", "select farm.orders_played($1, $2, $3, $4, $5, $6)");

bool stmt_send_problems(struct db *db, int64_t worker, const struct claim *claim, uint8_t power, int16_t phase,
                        const char *problems)
{
	struct db_args args;
	db_args_init(&args, &put_problems);
	arg_claim(&args, worker, claim);
	db_arg_int2(&args, power);
	db_arg_int2(&args, phase);
	db_arg_text(&args, problems);
	return db_batch_send(db, &put_problems, &args);
}

STATEMENT(turns_over, "llih", "select farm.turns_over($1, $2, $3, $4)");

bool stmt_send_turns_over(struct db *db, int64_t worker, const struct claim *claim, int16_t phase)
{
	struct db_args args;
	db_args_init(&args, &turns_over);
	arg_claim(&args, worker, claim);
	db_arg_int2(&args, phase);
	return db_batch_send(db, &turns_over, &args);
}

bool stmt_prepare_batch(struct db *db)
{
	static const struct db_statement *const sent[] = {&add_boards, &finish_game,  &ask_turn,
	                                                  &wait_game,  &put_problems, &turns_over};
	for (size_t i = 0; i < sizeof sent / sizeof *sent; i++)
		if (!db_prepare(db, sent[i]))
			return false;
	return true;
}

STATEMENT_FILE_END;
