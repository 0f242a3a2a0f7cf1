/* judge_case: what the Judge's mails tell, as cases: a phase with its orders and what became of
 * them, and a position. `aresctl judge` plays the first, `--start` takes the second. */
#ifndef ARESFARM_JUDGE_CASE_H
#define ARESFARM_JUDGE_CASE_H

#include "formats/cases/case_write.h"
#include "judge_fold.h"

/* A phase as a case of the phase's name. It expects what the mail says; only what was contested
 * comes from our judge, as the Judge does not say. */
void judge_case_write_phase(struct case_text *out, const struct map *map,
                            const struct fold_phase *phase);

/* A position as a case of that name, without orders. Judges pass it over: its status is doubt. */
void judge_case_write_position(struct case_text *out, const struct map *map, const char *name,
                               const struct board *board);

#endif
