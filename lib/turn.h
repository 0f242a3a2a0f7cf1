/* turn: what a power has to decide on a board, for somebody who is to be asked: how many orders are
 * due, and every order that may be given. What a player of the farm is called for and has no choice
 * in is no turn. */
#ifndef ARESFARM_TURN_H
#define ARESFARM_TURN_H

#include "law.h"
#include "order.h"
#include "board.h"

/* Orders due: one a unit in a movement phase, one a dislodged unit in a retreat phase, in winter
 * one for each unit to build or remove. 0 where there is nothing to decide: no such unit, none that
 * may go anywhere but off the board, or all are to go. */
int turn_count_due(const struct map *map, const struct board *board, uint8_t power);

/* Writes every order the power may be given in this phase, a line each, in the notation of
 * order_print and a fixed sequence; at most `size` bytes, the last of them 0. Returns how many
 * bytes all of them need. */
size_t turn_print(struct variant variant, const struct board *board, uint8_t power, char *text,
                  size_t size);

#endif
