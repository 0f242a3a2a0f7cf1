/* statements_batch: what a worker reads and writes of a game under its claim, by the functions of
 * schema/009_roles.sql. */
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

bool stmt_find_handed(struct db *db, int64_t worker, const struct claim *claim, int16_t phase,
                      struct handed *handed)
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

STATEMENT(
	find_types, "",
	"select 'farm.written_board'::regtype::oid::bigint, 'farm.written_end'::regtype::oid::bigint");
STATEMENT(write_batch, "lbLI(ihHsIihLIhIL)(ihhiHHx)",
          "select farm.batch_write($1, $2, $3, $4, $5, $6)");

/* A board as a row of farm.written_board. */
static void arg_board(struct db_args *args, int32_t place, const struct stored *stored)
{
	const int powers = stored->power_count, forecasters = stored->forecaster_count;
	db_arg_row(args);
	db_arg_int4(args, place);
	db_arg_int2(args, stored->phase);
	db_arg_int2s(args, stored->units, stored->unit_count);
	db_arg_text(args, stored->owners);
	if (!stored->resolved)
		return;
	db_arg_int4s(args, stored->orders, stored->unit_count);
	db_arg_int4(args, stored->resolve_ns);
	db_arg_int2(args, stored->stage);
	db_arg_int8s(args, stored->think_ns, powers);
	db_arg_int4s(args, stored->forecasts, powers);
	db_arg_int2(args, stored->capped);
	if (forecasters == 0)
		return;
	db_arg_int4s(args, stored->forecast_stages, forecasters * STORED_STAGES);
	db_arg_int8s(args, stored->forecast_ns, forecasters);
}

/* The end of a game as a row of farm.written_end. */
static void arg_end(struct db_args *args, int32_t place, const struct stored_end *end,
                    const uint8_t digest[DIGEST_SIZE])
{
	db_arg_row(args);
	db_arg_int4(args, place);
	if (end->winner != POWER_NONE)
		db_arg_int2(args, end->winner);
	else
		db_arg_null(args);
	db_arg_int2(args, end->phase);
	db_arg_int4(args, end->phases);
	db_arg_int2s(args, end->centres, end->power_count);
	db_arg_int2s(args, end->units, end->power_count);
	db_arg_bytes(args, digest, DIGEST_SIZE);
}

bool stmt_send_written(struct db *db, const struct batch_types *types, int64_t worker, bool durable,
                       const struct written games[], int count)
{
	struct db_args args;
	int64_t ids[STMT_CLAIMS_MAX];
	int32_t epochs[STMT_CLAIMS_MAX];
	for (int i = 0; i < count; i++) {
		ids[i] = games[i].claim->game;
		epochs[i] = games[i].claim->epoch;
	}
	db_args_init(&args, &write_batch);
	db_arg_int8(&args, worker);
	db_arg_bool(&args, durable);
	db_arg_int8s(&args, ids, count);
	db_arg_int4s(&args, epochs, count);
	db_arg_rows_begin(&args, types->board);
	for (int i = 0; i < count; i++)
		for (int k = 0; k < games[i].count; k++)
			arg_board(&args, i + 1, &games[i].boards[k]);
	db_arg_rows_end(&args);
	db_arg_rows_begin(&args, types->end);
	for (int i = 0; i < count; i++)
		if (games[i].over)
			arg_end(&args, i + 1, &games[i].end, games[i].digest);
	db_arg_rows_end(&args);
	return db_batch_send(db, &write_batch, &args);
}

STATEMENT(ask_turn, "llihhHsis", "select farm.turn_ask($1, $2, $3, $4, $5, $6, $7, $8, $9)");

bool stmt_send_turn(struct db *db, int64_t worker, const struct claim *claim, uint8_t power,
                    const struct stored *open, int due, const char *legal)
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

bool stmt_send_problems(struct db *db, int64_t worker, const struct claim *claim, uint8_t power,
                        int16_t phase, const char *problems)
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

static bool find_batch_types(struct db *db, struct batch_types *types)
{
	struct db_args args;
	struct db_rows rows;
	db_args_init(&args, &find_types);
	if (!db_query(db, &find_types, &args, &rows))
		return false;
	struct db_reader reader = db_read(db, &rows, 0);
	types->board = (uint32_t)db_read_int8(&reader);
	types->end = (uint32_t)db_read_int8(&reader);
	bool done = db_read_end(&reader);
	db_rows_free(&rows);
	return done;
}

bool stmt_prepare_batch(struct db *db, struct batch_types *types)
{
	static const struct db_statement *const sent[] = {&write_batch, &ask_turn, &wait_game,
	                                                  &put_problems, &turns_over};
	for (size_t i = 0; i < sizeof sent / sizeof *sent; i++)
		if (!db_prepare(db, sent[i]))
			return false;
	return find_batch_types(db, types);
}

STATEMENT_FILE_END;
