/* stmt_saved: see stmt_saved.h. */
#include "stmt_saved.h"

#include "db/statements/statements_rows.h"
#include "db/statements/play/stmt_summaries.h"

#include "db/statements/keep/stmt_saved.inc"

/* ── writing ── */

struct recorded_oids {
	uint32_t board, end, summary, orders;
};

static void add_rows(struct wire_args *args, const struct recorded_oids *oids,
                     const struct recording *game)
{
	wire_rows_begin(args, oids->board);
	for (int i = 0; i < game->board_count; i++)
		board_add_row(args, 1, &game->boards[i]);
	wire_rows_end(args);
	wire_rows_begin(args, oids->end);
	if (game->over)
		end_add_row(args, 1, &game->end, game->digest);
	wire_rows_end(args);
	wire_rows_begin(args, oids->summary);
	if (game->over)
		summary_add_row(args, 1, game->summary);
	wire_rows_end(args);
	wire_rows_begin(args, oids->orders);
	for (int i = 0; i < game->order_count; i++) {
		const struct recorded_orders *orders = &game->orders[i];
		wire_row(args, VALUES(orders->power, orders->phase, orders->orders, orders->problems));
	}
	wire_rows_end(args);
}

bool stmt_record_game(struct db *db, const struct recording *game)
{
	const struct terms *terms = game->terms;
	struct recorded_oids oids;
	struct wire_args args;
	if (!statement_row(db, &recorded_types, NO_VALUES,
	                   FIELDS(oids.board, oids.end, oids.summary, oids.orders)) ||
	    !db_prepare(db, &record_game) || !db_batch_begin(db))
		return false;
	wire_open(&args, record_game.types);
	wire_add(&args, VALUES(game->tournament, game->number, ARRAY(game->users, game->power_count)));
	add_rows(&args, &oids, game);
	wire_add(&args,
	         VALUES(game->source, game->id, game->map, game->rules, game->note, game->written_at,
	                terms->agreed ? VALUE_OF(terms->agreed_in) : NOTHING,
	                terms->started ? VALUE_OF(terms->start_phase) : NOTHING,
	                terms->started ? ARRAY(terms->start_units, terms->start_unit_count) : NOTHING,
	                terms->started ? terms->start_owners : (const char *)NULL, game->messages,
	                game->names));
	return db_batch_send_args(db, &record_game, &args) && db_batch_end(db) && db_batch_wait(db);
}

_Static_assert(POWER_NONE == 7, "who wins a draw");
