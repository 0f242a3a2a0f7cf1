/* stmt_summaries: see stmt_summaries.h. */
#include "stmt_summaries.h"

#include "db/statements/statement.h"

#include "db/statements/play/stmt_summaries.inc"

/* ── rows ── */

void summary_add_row(struct wire_args *args, int32_t place, const struct summary *summary)
{
	const int moves = summary->moves, powers = summary->power_count, years = summary->years;
	wire_row(args,
	         VALUES(place, ARRAY(summary->resolve_ns, moves), ARRAY(summary->stages, moves),
	                ARRAY(summary->order_counts, moves), ARRAY(summary->decisions, powers),
	                ARRAY(summary->think_ns, powers), ARRAY(summary->longest_ns, powers),
	                ARRAY(summary->foresaw, powers), ARRAY(summary->foresaw_ns, powers),
	                ARRAY(summary->forecasts, powers), ARRAY(summary->concluded[0], powers),
	                ARRAY(summary->concluded[1], powers), ARRAY(summary->concluded[2], powers),
	                ARRAY(summary->concluded[3], powers), ARRAY(summary->forecast_ns, powers),
	                ARRAY(summary->capped, powers), ARRAY(summary->alive, years),
	                BYTES(summary->centres, years * powers),
	                ARRAY(summary->events, SUMMARY_EVENTS)));
}

bool stmt_find_summary(struct db *db, int32_t tournament, int64_t game, bool *found,
                       struct summary *summary)
{
	int centres, events;
	if (!statement_find(db, &find_summary, VALUES(tournament, game), found,
	                    FIELDS(MANY(summary->resolve_ns, summary->moves),
	                           MANY(summary->stages, summary->moves),
	                           MANY(summary->order_counts, summary->moves),
	                           MANY(summary->decisions, summary->power_count),
	                           MANY(summary->think_ns, summary->power_count),
	                           MANY(summary->longest_ns, summary->power_count),
	                           MANY(summary->foresaw, summary->power_count),
	                           MANY(summary->foresaw_ns, summary->power_count),
	                           MANY(summary->forecasts, summary->power_count),
	                           MANY(summary->concluded[0], summary->power_count),
	                           MANY(summary->concluded[1], summary->power_count),
	                           MANY(summary->concluded[2], summary->power_count),
	                           MANY(summary->concluded[3], summary->power_count),
	                           MANY(summary->forecast_ns, summary->power_count),
	                           MANY(summary->capped, summary->power_count),
	                           MANY(summary->alive, summary->years),
	                           MANY(summary->centres, centres), MANY(summary->events, events))))
		return false;
	return !*found ||
	       (centres == summary->power_count * summary->years && events == SUMMARY_EVENTS) ||
	       db_refuse(db, "game %lld: its row of summaries has arrays of other lengths",
	                 (long long)game);
}

/* ── games without ── */

bool stmt_put_summaries(struct db *db, const int64_t games[], const struct summary summaries[],
                        int count)
{
	struct wire_args args;
	uint32_t type;
	if (!statement_row(db, &summary_type, NO_VALUES, FIELDS(type)) ||
	    !db_prepare(db, &put_summaries) || !db_batch_begin(db))
		return false;
	wire_open(&args, put_summaries.types);
	wire_add(&args, VALUES(ARRAY(games, count)));
	wire_rows_begin(&args, type);
	for (int i = 0; i < count; i++)
		summary_add_row(&args, i + 1, &summaries[i]);
	wire_rows_end(&args);
	return db_batch_send_args(db, &put_summaries, &args) && db_batch_end(db) && db_batch_wait(db);
}
