/* stmt_tuning: tunings: tournaments in which the farm searches the settings of a player
 * (schema/functions/tuning.sql). A call returns false when it failed; then db_fault says why. */
#ifndef ARESFARM_STATEMENTS_TUNING_H
#define ARESFARM_STATEMENTS_TUNING_H

#include "players/player.h"
#include "db/statements/statements.h"

enum { STMT_ASKED_SIZE = 1000, STMT_PLAYERS_SIZE = 8 * PLAYER_SPEC_SIZE };

/* A tuning to create. Its tournament has the games of one step, and two players or more: the first
 * two are the two sides. */
struct tuning {
	char asked[STMT_ASKED_SIZE]; /* in short: settings, games, score, gain */
	const char *player, *score;
	int32_t steps, gain;
	/* All settings of the player, in its order. names: separated by tabs. */
	char names[PLAYER_SPEC_SIZE];
	int32_t normals[SETTINGS_MAX], laters[SETTINGS_MAX], starts[SETTINGS_MAX];
	int setting_count;
	/* The tuned settings: their places, from 1, their ranges, and the sizes of the first
	 * perturbations. */
	int32_t tuned[SETTINGS_MAX], lows[SETTINGS_MAX], highs[SETTINGS_MAX], scales[SETTINGS_MAX];
	int tuned_count;
};

/* Creates the tuning of a tournament that was created in this transaction. */
MUST_CHECK bool stmt_make_tuning(struct db *db, const struct tournament *tournament);

/* block: games in a block; played: number of steps. */
struct found_tuning {
	int32_t block, played;
	bool ended; /* there are no more steps */
};
MUST_CHECK bool stmt_find_tuning(struct db *db, const char *name, bool *exists,
                                 struct found_tuning *found);

/* All tunings, or the status of one: lines to print, each with its kind: heading, row, remark;
 * stmt_next_status reads them (stmt_reports.h). The others print JSON. */
MUST_CHECK bool stmt_list_tunings(struct db *db, struct db_rows *lines);
MUST_CHECK bool stmt_read_tuning(struct db *db, const char *name, struct db_rows *lines);
MUST_CHECK bool stmt_print_tunings(struct db *db, const char *name, FILE *out);

/* Creates a tournament of the settings that were found against a rival: "start" or "normal". seed
 * below 0: the one after the tuning's. *made false: both are the same. */
MUST_CHECK bool stmt_verify_tuning(struct db *db, const char *name, const char *rival,
                                   int32_t games, int64_t seed, bool *made,
                                   char labels[STMT_PLAYERS_SIZE]);

/* Creates the next steps of tunings. *ended: how many tunings ended. */
MUST_CHECK bool stmt_advance_tunings(struct db *db, int64_t *ended);

#endif
