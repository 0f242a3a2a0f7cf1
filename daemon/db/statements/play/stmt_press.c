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

bool stmt_prepare_press(struct db *db)
{
	return db_prepare(db, &send_said);
}
