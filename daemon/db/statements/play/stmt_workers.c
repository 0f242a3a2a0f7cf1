/* stmt_workers: workers, their claims and their supervisors. */
#include <assert.h>

#include "db/statements/statement.h"

#include "db/statements/play/stmt_workers.inc"

/* ── workers ── */

/* Names the term that could not be read: it is still empty. */
static const char *find_flaw(const struct terms *terms)
{
	if (terms->rules[0] == '\0')
		return "the name of its rules is too long";
	if (terms->judge[0] == '\0')
		return "the name of its judge is too long";
	if (terms->seats[0] == '\0')
		return "it has no seats, or their settings are too long";
	return "its terms cannot be read";
}

/* A game with unreadable terms is still a claim. False with bad set if not even its number can be
 * read. */
static bool next_claim(struct db_rows *rows, struct claim *claim)
{
	*claim = (struct claim){.stored = -1};
	if (db_rows_next(
			rows, FIELDS(claim->game, claim->epoch, claim->tournament, TERMS_PLACES(claim->terms))))
		return true;
	if (!rows->bad || claim->game == 0 || claim->epoch == 0 || claim->tournament == 0)
		return false;
	claim->flaw = find_flaw(&claim->terms);
	rows->bad = false;
	return true;
}

bool stmt_claim_games(struct db *db, int64_t worker, int most, const char *bots,
                      struct claim claims[STMT_CLAIMS_MAX], int *count)
{
	struct db_rows rows;
	assert(most <= STMT_CLAIMS_MAX);
	if (!db_query(db, &claim_games, VALUES(worker, most, bots), &rows))
		return false;
	for (*count = 0; *count < most && next_claim(&rows, &claims[*count]); ++*count)
		;
	return db_rows_close(&rows);
}

bool stmt_resume_games(struct db *db, int64_t worker, const struct claim claims[], int count,
                       int32_t boards[STMT_HELD_MAX])
{
	struct db_rows rows;
	int64_t games[STMT_HELD_MAX], game;
	int32_t epochs[STMT_HELD_MAX], stored;
	int asked = 0;
	for (int i = 0; i < count; i++) {
		boards[i] = -1;
		if (!claims[i].done) {
			games[asked] = claims[i].game;
			epochs[asked++] = claims[i].epoch;
		}
	}
	if (!db_query(db, &resume_games, VALUES(worker, ARRAY(games, asked), ARRAY(epochs, asked)),
	              &rows))
		return false;
	while (db_rows_next(&rows, FIELDS(game, stored)))
		for (int i = 0; i < count; i++)
			if (claims[i].game == game)
				boards[i] = stored;
	return db_rows_close(&rows);
}

/* ── the supervisor ── */

bool stmt_attach_supervisor(struct db *db, int32_t *supervisor)
{
	return statement_row(db, &attach_supervisor, VALUES(*supervisor), FIELDS(*supervisor));
}
