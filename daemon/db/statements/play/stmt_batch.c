/* stmt_batch: what a worker reads and writes of a game under its claim, by the functions of
 * schema/functions/{batches,turns}.sql. */
#include "db/statements/statements_rows.h"

#include "stmt_summaries.h"

#include "db/statements/play/stmt_batch.inc"

/* ── under a claim ── */

/* The first parameters of each function. */
#define CLAIM_VALUES(claim, worker) (claim)->game, (worker), (claim)->epoch

_Static_assert(ADJUSTMENTS_MAX == 64, "as farm.orders_submitted has them");

bool stmt_find_submitted(struct db *db, int64_t worker, const struct claim *claim, int16_t phase,
                         struct submitted *submitted)
{
	struct db_rows rows;
	int16_t power;
	bool given = false, stand_in = false;
	submitted->powers = submitted->away = 0;
	submitted->count = 0;
	submitted->agreed = false;
	submitted->shared = 0;
	if (!db_query(db, &find_submitted, VALUES(CLAIM_VALUES(claim, worker), phase), &rows))
		return false;
	while (submitted->count < GIVEN_MAX &&
	       db_rows_next(&rows, FIELDS(power, OPTIONAL(given, submitted->order[submitted->count]),
	                                  stand_in))) {
		submitted->powers |= 1 << power;
		submitted->away |= stand_in << power;
		submitted->power[submitted->count] = (uint8_t)power;
		submitted->count += given;
	}
	return db_rows_close(&rows) &&
	       (submitted->powers != 0 ||
	        statement_row(db, &find_agreed, VALUES(CLAIM_VALUES(claim, worker), phase),
	                      FIELDS(OPTIONAL(submitted->agreed, submitted->shared))));
}

bool stmt_find_votes(struct db *db, int64_t worker, const struct claim *claim, int16_t phase,
                     power_set survivors, struct votes *votes)
{
	struct db_rows rows;
	int16_t power, shared;
	bool voted = false;
	if (!db_query(db, &find_votes, VALUES(CLAIM_VALUES(claim, worker), phase), &rows))
		return false;
	while (db_rows_next(&rows, FIELDS(power, OPTIONAL(voted, shared))))
		if (voted)
			votes_add(votes, survivors, (uint8_t)power, (power_set)shared);
		else
			power_set_add(&votes->excused, power);
	return db_rows_close(&rows);
}

/* A board as a row of farm.written_board. */
void board_add_row(struct wire_args *args, int32_t place, const struct stored *stored)
{
	const int powers = stored->power_count, forecasters = stored->forecaster_count;
	wire_row(args, VALUES(place, stored->phase, ARRAY(stored->units, stored->unit_count),
	                      stored->owners));
	if (!stored->resolved)
		return;
	wire_add(args, VALUES(ARRAY(stored->orders, stored->unit_count), stored->resolve_ns,
	                      stored->stage, ARRAY(stored->think_ns, powers),
	                      ARRAY(stored->forecasts, powers), stored->capped));
	if (forecasters == 0)
		return;
	wire_add(args, VALUES(ARRAY(stored->forecast_stages, forecasters * STORED_STAGES),
	                      ARRAY(stored->forecast_ns, forecasters)));
}

/* The end of a game as a row of farm.written_end. */
void end_add_row(struct wire_args *args, int32_t place, const struct stored_end *end,
                 const uint8_t digest[DIGEST_SIZE])
{
	wire_row(args, VALUES(place, end->winner != POWER_NONE ? VALUE_OF(end->winner) : NOTHING,
	                      end->phase, end->phases, ARRAY(end->centres, end->power_count),
	                      ARRAY(end->units, end->power_count), BYTES(digest, DIGEST_SIZE)));
}

bool stmt_send_written(struct db *db, const struct batch_types *types, int64_t worker, bool durable,
                       const struct written games[], int count)
{
	struct wire_args args;
	int64_t ids[STMT_CLAIMS_MAX];
	int32_t epochs[STMT_CLAIMS_MAX];
	for (int i = 0; i < count; i++) {
		ids[i] = games[i].claim->game;
		epochs[i] = games[i].claim->epoch;
	}
	wire_open(&args, write_batch.types);
	wire_add(&args, VALUES(worker, durable, ARRAY(ids, count), ARRAY(epochs, count)));
	wire_rows_begin(&args, types->board);
	for (int i = 0; i < count; i++)
		for (int k = 0; k < games[i].count; k++)
			board_add_row(&args, i + 1, &games[i].boards[k]);
	wire_rows_end(&args);
	wire_rows_begin(&args, types->end);
	for (int i = 0; i < count; i++)
		if (games[i].over)
			end_add_row(&args, i + 1, &games[i].end, games[i].digest);
	wire_rows_end(&args);
	wire_rows_begin(&args, types->summary);
	for (int i = 0; i < count; i++)
		if (games[i].over)
			summary_add_row(&args, i + 1, games[i].claim->summary);
	wire_rows_end(&args);
	return db_batch_send_args(db, &write_batch, &args);
}

bool stmt_prepare_batch(struct db *db, struct batch_types *types)
{
	static const struct db_statement *const sent[] = {
		&write_batch, &send_turn, &send_wait, &send_problems, &send_turns_over, &send_agreed,
	};
	for (size_t i = 0; i < sizeof sent / sizeof *sent; i++)
		if (!db_prepare(db, sent[i]))
			return false;
	return statement_row(
		db, &find_types, NO_VALUES,
		FIELDS(types->board, types->end, types->summary, types->value, types->lookup));
}
