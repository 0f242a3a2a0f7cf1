/* tune: which settings of a player a tuning searches, as a user says it. */
#ifndef ARESFARM_CTL_TUNE_H
#define ARESFARM_CTL_TUNE_H

#include "players/player.h"
#include "db/statements/play/stmt_tuning.h"

enum { TUNE_ERROR_SIZE = 2 * ERROR_SIZE };

/* Reads settings separated by spaces: "near=0..100/10 open": the range, and the first perturbation.
 * A name by itself is the setting's whole range; without a perturbation it is a tenth of the range.
 * start: the player as the search begins; its settings must be in their ranges. Fills in the
 * settings of the tuning. False: error says what is wrong and what would be right. */
MUST_CHECK bool tune_read(const char *text, const struct seat *start, struct tuning *tuning,
                          char error[TUNE_ERROR_SIZE]);

/* Writes what is searched, in full and in the order of the player's settings: "open=0..1000/100
 * near=0..100/10". */
char *tune_print(const struct tuning *tuning, const struct player *player,
                 char text[STMT_ASKED_SIZE]);

#endif
