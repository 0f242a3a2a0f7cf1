/* mail_file: files with reports of the e-mail Judge, folded into a position and the phases before
 * it. Where a function here returns false, the reason is printed. */
#ifndef ARESFARM_CTL_MAIL_FILE_H
#define ARESFARM_CTL_MAIL_FILE_H

#include "board/must_check.h"
#include "formats/judge/judge_fold.h"

enum { MAIL_FILE_SIZE = 8 << 20 }; /* no archive of a game needs as many bytes */

/* What is known of a game. A new one has its map, rules and command set, and all else zero. */
struct mail_game {
	const char *command; /* the messages begin with its name */
	const struct map *map;
	const struct rules *rules;
	const char *file; /* the one that is read */
	struct judge_fold fold;
	long reports;
	size_t count, room;
	struct fold_phase *phases; /* those that were played, in their sequence */
};

/* Reads a whole file into memory; "-" is standard input. *text must be freed. */
MUST_CHECK bool mail_file_load(const char *command, const char *file, char **text, size_t *length);

/* Folds the reports of a text that was read from a file. What differs from our judge, and what is
 * not known, is printed on standard error with the file and the line. */
MUST_CHECK bool mail_file_fold(struct mail_game *game, const char *file, const char *text,
                               size_t length);

/* The file as messages call it. */
const char *mail_file_name(const char *file);

void mail_game_free(struct mail_game *game);

#endif
