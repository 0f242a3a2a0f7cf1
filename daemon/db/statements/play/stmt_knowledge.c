/* stmt_knowledge: see stmt_knowledge.h. The functions are those of
 * schema/functions/knowledge.sql. */
#include "stmt_knowledge.h"
#include "db/statements/statement.h"

#include "db/statements/play/stmt_knowledge.inc"

bool stmt_give_knowledge(struct db *db, const struct batch_types *types,
                         const struct known_value values[], int value_count,
                         const struct known_lookup lookups[], int lookup_count)
{
	struct wire_args args;
	if (!db_prepare(db, &give_knowledge) || !db_batch_begin(db))
		return false;
	wire_open(&args, give_knowledge.types);
	wire_rows_begin(&args, types->value);
	for (const struct known_value *v = values; v < values + value_count; v++)
		wire_row(&args, VALUES(v->map, v->kind, BYTES(v->key, v->key_size),
		                       BYTES(v->value, v->value_size), v->uses));
	wire_rows_end(&args);
	wire_rows_begin(&args, types->lookup);
	for (const struct known_lookup *l = lookups; l < lookups + lookup_count; l++)
		wire_row(&args, VALUES(l->tournament, l->kind, l->phase, l->asked, l->known));
	wire_rows_end(&args);
	return db_batch_send_args(db, &give_knowledge, &args) && db_batch_end(db) && db_batch_wait(db);
}

/* ── for people ── */

bool stmt_bound_knowledge(struct db *db, int64_t *values)
{
	return statement_row(db, &bound_knowledge, VALUES(STMT_KNOWLEDGE_MOST), FIELDS(*values));
}
