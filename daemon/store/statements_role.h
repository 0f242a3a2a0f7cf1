/* statements_role: what statements_seat.h does for somebody who has logged in by his role, in the
 * session of that role: by the functions of schema api instead of schema web. door->game and
 * door->power say which seat; the rest is as there. Only statements_seat.c calls these. */
#ifndef ARESFARM_STATEMENTS_ROLE_H
#define ARESFARM_STATEMENTS_ROLE_H

#include "statements_seat.h"

__attribute__((warn_unused_result)) bool
stmt_role_pulse(struct db *db, const struct seat_door *door, char pulse[STMT_PULSE_SIZE]);
__attribute__((warn_unused_result)) bool stmt_role_state(struct db *db,
                                                         const struct seat_door *door, char **text);
__attribute__((warn_unused_result)) bool
stmt_role_submit(struct db *db, const struct seat_door *door, struct seat_orders *orders);
__attribute__((warn_unused_result)) bool stmt_role_reopen(struct db *db,
                                                          const struct seat_door *door,
                                                          const char *phase,
                                                          char problem[STMT_PROBLEM_SIZE]);
__attribute__((warn_unused_result)) bool
stmt_role_board(struct db *db, const struct seat_door *door, struct seat_board *board);

#endif
