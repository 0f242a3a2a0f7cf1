/* stmt_tournaments: making and controlling tournaments; runs of test cases. */
#include "db/statements/statement.h"
#include "stmt_tuning.h"

#include "db/statements/play/stmt_tournaments.inc"

/* ── tournaments ── */

/* The values of a tournament, without its users and times. */
#define TOURNAMENT_VALUES(t)                                                                       \
	(t)->name, (t)->map, (t)->rules, (t)->judge, (t)->seed, (t)->games, (t)->round_limit, (t)->seats
#define TIME_VALUES(t) (t)->diplomatic_time, (t)->retreat_time, (t)->adjustment_time

/* A start as three values: all NULL if there is none. */
#define START_VALUES(start)                                                                        \
	((start) != NULL ? VALUE_OF((start)->phase) : NOTHING),                                        \
		((start) != NULL ? ARRAY((start)->units, (start)->unit_count) : NOTHING),                  \
		((start) != NULL ? (start)->owners : (const char *)NULL)

static bool put_terms(struct db *db, const struct tournament *tournament)
{
	return statement_run(db, &set_terms,
	                     VALUES(tournament->name, TIME_VALUES(tournament), tournament->draw_after,
	                            tournament->start_case, START_VALUES(tournament->start),
	                            tournament->hints, tournament->faults, tournament->press,
	                            tournament->press_rounds, tournament->substitute));
}

bool stmt_create_tournament(struct db *db, const struct tournament *tournament)
{
	return statement_run(db, &create_tournament,
	                     VALUES(TOURNAMENT_VALUES(tournament),
	                            ARRAY(tournament->users, tournament->user_count), tournament->block,
	                            ARRAY(tournament->entrants,
	                                  tournament->entrants != NULL ? tournament->user_count : 0),
	                            tournament->players, tournament->team)) &&
	       put_terms(db, tournament);
}

/* Adds to the differences of a tournament that exists. */
static bool compare_parts(struct db *db, const struct tournament *tournament,
                          struct differences *differs)
{
	char text[STMT_DIFFERS_SIZE];
	const size_t length = strlen(differs->others);
	if (!statement_row(
			db, &compare_parts_text,
			VALUES(tournament->name, tournament->until, tournament->score,
	               tournament->tuning != NULL ? tournament->tuning->asked : (const char *)NULL),
			FIELDS(BUFFER(text, sizeof text))))
		return false;
	if (text[0] != '\0')
		snprintf(differs->others + length, sizeof differs->others - length, "%s%s",
		         length > 0 ? ", " : "", text);
	return true;
}

static bool compare_terms(struct db *db, const struct tournament *tournament, bool *exists,
                          struct differences *differs)
{
	return statement_find(db, &compare_tournament,
	                      VALUES(TOURNAMENT_VALUES(tournament), TIME_VALUES(tournament),
	                             tournament->block, tournament->draw_after,
	                             START_VALUES(tournament->start), tournament->team,
	                             tournament->hints, tournament->faults, tournament->press,
	                             tournament->press_rounds, tournament->substitute),
	                      exists,
	                      FIELDS(BUFFER(differs->others, sizeof differs->others),
	                             BUFFER(differs->seats, sizeof differs->seats)));
}

bool stmt_compare_tournament(struct db *db, const struct tournament *tournament, bool *exists,
                             struct differences *differs)
{
	return compare_terms(db, tournament, exists, differs) &&
	       (!*exists || compare_parts(db, tournament, differs));
}

static const struct db_statement *const controls[CONTROLS] = {
	[CONTROL_PAUSE] = &pause_tournament,          [CONTROL_RESUME] = &resume_tournament,
	[CONTROL_CANCEL] = &cancel_tournament,        [CONTROL_DROP] = &drop_tournament,
	[CONTROL_PRIORITY] = &set_priority,           [CONTROL_WEIGHT] = &set_weight,
	[CONTROL_RETRY] = &retry_tournament,          [CONTROL_GAME_RETRY] = &retry_game,
	[CONTROL_GAME_QUARANTINE] = &quarantine_game, [CONTROL_GAME_CANCEL] = &cancel_game,
};

bool stmt_control(struct db *db, enum control control, const char *tournament, int64_t number,
                  int64_t *games)
{
	int64_t swept;
	return statement_row(db, controls[control], VALUES(tournament, number), FIELDS(*games)) &&
	       (control != CONTROL_DROP || statement_row(db, &drop_boards, NO_VALUES, FIELDS(swept)));
}

bool stmt_control_game(struct db *db, enum control control, int64_t game, const char *why,
                       int64_t *games)
{
	return statement_row(db, controls[control], VALUES(game, why), FIELDS(*games));
}
