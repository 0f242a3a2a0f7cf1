/* names: the names that options and arguments may have for a value, as options.h wants them. */
#ifndef ARESFARM_CTL_NAMES_H
#define ARESFARM_CTL_NAMES_H

#include "base/options/options.h"
#include "db/statements/statements.h"

options_names names_maps, names_rules, names_players;

/* All judges; and those that decide every order. A game can only be played with one of these. */
options_names names_judges, names_whole_judges;

/* The rule sets by which people play, with retreats and adjustments. */
options_names names_recorded_rules;

/* The powers of the standard map. */
options_names names_powers;

/* A name that the tables tournaments and case_runs take. */
options_check names_check_new;

/* The name that a file of saved games gives a tournament: without folder and endings; characters
 * that a name cannot have become "-". It may still be invalid: names_check_new. */
void names_from_file(const char *file, char name[STMT_NAME_SIZE]);

options_check names_check_phase;

/* What ratings can be based on: the scores, and places. */
options_names names_rated, names_faults, names_press;

/* A rule of --until: "2%" or "sprt(2%)". */
options_check names_check_until;

/* The kinds of login roles; and a name that a login role can have, so that --seats can name it. */
options_names names_role_kinds;
options_check names_check_role;

#endif
