/* judge_fold_parts: what the files of judge_fold share (judge_fold.h). */
#ifndef ARESFARM_JUDGE_FOLD_PARTS_H
#define ARESFARM_JUDGE_FOLD_PARTS_H

#include "judge_fold.h"

enum { FOLD_UNIT_SIZE = MAP_CODE_SIZE + 8 };

/* A report that is being folded. phase has its board; the rest is written. */
struct folding {
	struct judge_fold *fold;
	const struct mail_report *report;
	struct fold_phase *phase;
	long *line;  /* of an error */
	char *error; /* MAIL_ERROR_SIZE bytes */
};

/* A movement phase, with the retreats after it where no unit has a place to go to. */
MUST_CHECK bool fold_moves(struct folding *f);
/* phase->board awaits them. */
MUST_CHECK bool fold_retreats(struct folding *f);
MUST_CHECK bool fold_adjustments(struct folding *f);

/* The standing units of a report; and, of a listing, those that must retreat. */
MUST_CHECK bool fold_set_units(struct folding *f, struct board *board);

/* Ends the season of a board that awaits no retreats. */
void fold_end_season(const struct game *game, struct board *board);

/* Tells a difference; or what is not known, which is none. */
__attribute__((format(printf, 3, 4))) void fold_tell_difference(struct folding *f, long line,
                                                                const char *format, ...);
__attribute__((format(printf, 3, 4))) void fold_tell(struct folding *f, long line,
                                                     const char *format, ...);

/* Writes an error about a line; always false. */
__attribute__((format(printf, 3, 4))) bool fold_refuse(struct folding *f, long line,
                                                       const char *format, ...);

/* "RUS F stp/nc"; returns text. */
char *fold_print_unit(const struct map *map, struct unit unit, char text[FOLD_UNIT_SIZE]);

#endif
