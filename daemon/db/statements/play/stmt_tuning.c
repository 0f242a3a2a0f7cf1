/* stmt_tuning: see stmt_tuning.h. */
#include "stmt_tuning.h"

#include "db/statements/statement.h"

#include "db/statements/play/stmt_tuning.inc"

bool stmt_put_tuning(struct db *db, const struct tournament *tournament)
{
	const struct tuning *tuning = tournament->tuning;
	return tuning == NULL ||
	       statement_run(db, &make_tuning,
	                     VALUES(tournament->name, tuning->asked, tuning->player, tuning->score,
	                            tuning->steps, tuning->gain,
	                            ARRAY(tournament->users, tournament->user_count),
	                            ARRAY(tournament->entrants, tournament->user_count), tuning->names,
	                            ARRAY(tuning->normals, tuning->setting_count),
	                            ARRAY(tuning->laters, tuning->setting_count),
	                            ARRAY(tuning->starts, tuning->setting_count),
	                            ARRAY(tuning->tuned, tuning->tuned_count),
	                            ARRAY(tuning->lows, tuning->tuned_count),
	                            ARRAY(tuning->highs, tuning->tuned_count),
	                            ARRAY(tuning->scales, tuning->tuned_count)));
}
