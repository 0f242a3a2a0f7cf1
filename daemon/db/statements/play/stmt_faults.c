/* stmt_faults: see stmt_faults.h. */
#include "stmt_faults.h"

#include "db/statements/statement.h"

STATEMENT(add_fault, "llihhsss", "select farm.fault_add($1, $2, $3, $4, $5, $6, $7, $8)");

bool stmt_send_fault(struct db *db, int64_t worker, const struct written_fault *fault)
{
	const struct claim *claim = fault->claim;
	return db_batch_send(db, &add_fault,
	                     VALUES(claim->game, worker, claim->epoch, fault->power, fault->phase,
	                            fault->kind, fault->words, fault->last_words));
}

bool stmt_prepare_faults(struct db *db)
{
	return db_prepare(db, &add_fault);
}

STATEMENT(
	count_faults, "li",
	"select t.faults = 'aside', array(select count(f.game_id)::int from generate_series(0, 6) p"
	"  left join farm.faults f on f.game_id = $1 and f.power = p and not f.forgiven"
	"  group by p order by p) from farm.tournaments t where t.id = $2");

bool stmt_count_faults(struct db *db, struct claim *claim)
{
	int count;
	return statement_row(db, &count_faults, VALUES(claim->game, claim->tournament),
	                     FIELDS(claim->faults_aside, MANY(claim->faults, count)));
}

STATEMENT(put_bots, "ls", "update farm.workers set bots = string_to_array($2, ',') where id = $1");

bool stmt_put_bots(struct db *db, int64_t worker, const char *names)
{
	return statement_run(db, &put_bots, VALUES(worker, names));
}

STATEMENT(read_botless, "s", "select line from farm.bots_missing(string_to_array($1, ','))");

bool stmt_read_botless(struct db *db, const char *bots, struct db_rows *rows)
{
	return db_query(db, &read_botless, VALUES(bots), rows);
}

bool stmt_next_botless(struct db_rows *rows, const char **line)
{
	return db_rows_next(rows, FIELDS(*line));
}

STATEMENT(read_faults, "l",
          "select left(format('%s %s %s: %s, %s%s', f.phase_name, f.power, f.player, f.kind,"
          "  f.words, '; last words: ' || nullif(f.last_words, '')), 1000)"
          " from farm.faults_told f where f.game = $1 order by f.phase, f.power, f.epoch");

bool stmt_read_faults(struct db *db, int64_t game, struct db_rows *rows)
{
	return db_query(db, &read_faults, VALUES(game), rows);
}

bool stmt_next_fault(struct db_rows *rows, const char **line)
{
	return db_rows_next(rows, FIELDS(*line));
}

STATEMENT(games_left, "bs", "select farm.games_left($1, string_to_array($2, ','))");

bool stmt_games_left(struct db *db, bool people, const char *bots, bool *left)
{
	return statement_row(db, &games_left, VALUES(people, bots), FIELDS(*left));
}

STATEMENT(games_aside, "l", "select at, games, example from farm.games_aside($1)");

bool stmt_games_aside(struct db *db, int64_t since, struct games_aside *aside)
{
	return statement_row(
		db, &games_aside, VALUES(since),
		FIELDS(aside->at, aside->games, BUFFER(aside->example, sizeof aside->example)));
}
