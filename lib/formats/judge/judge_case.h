/* judge_case: writes what the Judge's mails report as cases: a phase with its orders and results,
 * and a position. `aresctl judge` plays the former; `--start` reads the latter. */
#ifndef ARESFARM_JUDGE_CASE_H
#define ARESFARM_JUDGE_CASE_H

#include "formats/cases/case_write.h"
#include "judge_fold.h"

/* Writes a phase as a case with the phase's name. It expects the results in the mail. Only the
 * contested provinces come from our judge, since the Judge does not report them. */
void judge_case_write_phase(struct text *out, const struct map *map,
                            const struct fold_phase *phase);

/* Writes a position as a case with a name and without orders. Judges skip it: its status is
 * doubt. */
void judge_case_write_position(struct text *out, const struct map *map, const char *name,
                               const struct board *board);

#endif
