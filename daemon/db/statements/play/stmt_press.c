/* stmt_press: see stmt_press.h. */
#include "stmt_press.h"

#include "db/statements/statement.h"

#include "db/statements/play/stmt_press.inc"

bool stmt_digest_messages(struct db *db, int64_t game, uint8_t sha256[DIGEST_SIZE])
{
	uint8_t read[DIGEST_SIZE];
	if (!statement_row(db, &find_digest, VALUES(game), FIELDS(read)))
		return false;
	memcpy(sha256, read, sizeof read);
	return true;
}

bool stmt_read_heard(struct db *db, int64_t worker, const struct claim *claim, int16_t since,
                     struct db_rows *rows)
{
	return db_query(db, &read_heard, VALUES(claim->game, worker, claim->epoch, since), rows);
}

bool stmt_send_said(struct db *db, int64_t worker, const struct said *said)
{
	const struct claim *claim = said->claim;
	return db_batch_send(db, &add_said,
	                     VALUES(claim->game, worker, claim->epoch, said->phase,
	                            ARRAY(said->round, said->count), ARRAY(said->sender, said->count),
	                            ARRAY(said->recipients, said->count), said->texts));
}

bool stmt_prepare_press(struct db *db)
{
	return db_prepare(db, &add_said);
}
