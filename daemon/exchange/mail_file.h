/* mail_file: files with reports of the e-mail Judge, folded into a position and the phases before
 * it. What is wrong ends the program. */
#ifndef ARESFARM_CTL_MAIL_FILE_H
#define ARESFARM_CTL_MAIL_FILE_H

#include "board/macros.h"
#include "formats/judge/judge_fold.h"

enum { MAIL_FILE_SIZE = 8 << 20 }; /* no archive of a game is this large */

/* What is known of a game. In a new one, map, rules and command are set, and the rest is zero. */
struct mail_game {
	const char *command; /* messages begin with its name */
	const struct map *map;
	const struct rules *rules;
	const char *file; /* being read */
	struct judge_fold fold;
	long reports;
	size_t count, room;
	struct fold_phase *phases; /* the played phases, in order */
};

/* Reads a whole file into memory; "-" is standard input. *text must be freed. */
void mail_file_load(const char *command, const char *file, char **text, size_t *length);

/* Folds the reports in the text of a file. Differences from our judge and unknown content are
 * printed on standard error with the file and the line. */
void mail_file_fold(struct mail_game *game, const char *file, const char *text, size_t length);

/* The name of the file in messages. */
const char *mail_file_name(const char *file);

#endif
