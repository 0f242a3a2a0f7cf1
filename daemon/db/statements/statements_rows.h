/* statements_rows: rows of the types farm.written_board and farm.written_end, which more than one
 * statement writes. place: of the game among those in the batch, from 1. */
#ifndef ARESFARM_STATEMENTS_ROWS_H
#define ARESFARM_STATEMENTS_ROWS_H

#include "statement.h"

void board_add_row(struct wire_args *args, int32_t place, const struct stored *stored);
void end_add_row(struct wire_args *args, int32_t place, const struct stored_end *end,
                 const uint8_t digest[DIGEST_SIZE]);

#endif
