/* judge_fold_parts: what the files of judge_fold share (judge_fold.h). */
#ifndef ARESFARM_JUDGE_FOLD_PARTS_H
#define ARESFARM_JUDGE_FOLD_PARTS_H

#include "judge_fold.h"

enum { FOLD_UNIT_SIZE = MAP_CODE_SIZE + 8 };

/* A report that is being replayed. phase has its board; the rest of phase is written. */
struct folding {
	struct judge_fold *fold;
	const struct mail_report *report;
	struct fold_phase *phase;
	long *line;  /* of an error */
	char *error; /* ERROR_SIZE bytes */
};

/* A movement phase, and the retreats after it if no unit can retreat. */
MUST_CHECK bool fold_moves(struct folding *f);
/* phase->board must be a retreat phase. */
MUST_CHECK bool fold_retreats(struct folding *f);
MUST_CHECK bool fold_adjustments(struct folding *f);

/* Sets the standing units of a report; for a listing, also the dislodged units. */
MUST_CHECK bool fold_set_units(struct folding *f, struct board *board);

/* Ends the season of a board without dislodged units. */
void fold_end_season(const struct game *game, struct board *board);

/* Report a difference, or something that is not known, which does not count as a difference. */
__attribute__((format(printf, 3, 4))) void fold_tell_difference(struct folding *f, long line,
                                                                const char *format, ...);
__attribute__((format(printf, 3, 4))) void fold_tell(struct folding *f, long line,
                                                     const char *format, ...);

/* Writes an error about a line; always returns false. */
__attribute__((format(printf, 3, 4))) bool fold_refuse(struct folding *f, long line,
                                                       const char *format, ...);

/* "RUS F stp/nc"; returns text. */
char *fold_print_unit(const struct map *map, struct unit unit, char text[FOLD_UNIT_SIZE]);

#endif
