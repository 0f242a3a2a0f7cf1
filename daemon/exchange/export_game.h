/* export_game: a game to be exported: every phase with its orders and results, and the position
 * after them. */
#ifndef ARESFARM_CTL_EXPORT_GAME_H
#define ARESFARM_CTL_EXPORT_GAME_H

#include "formats/saved/saved_write.h"
#include "db/statements/keep/stmt_saved.h"

enum { EXPORT_ERROR_SIZE = 400 };

struct export_game {
	struct exported head;
	const struct map *map;
	const struct rules *rules;
	int count, room; /* phases that were played */
	struct phase_record *records;
	bool over; /* `last` is its end; else it is still to be played */
	struct board last;
	struct game_verdict verdict; /* of last, if it is over */
	int order_count, order_room;
	struct saved_void *orders;    /* that were disregarded */
	struct json_object *messages; /* with a list for each phase with messages; NULL: none */
};

/* Reads the game of a head. The map is static here, and valid until another one is loaded. False:
 * db has a fault, or error, if not empty, is the reason why the game cannot be exported. */
MUST_CHECK bool export_game_read(struct db *db, const struct exported *head,
                                 struct export_game *game, char error[EXPORT_ERROR_SIZE]);
void export_game_close(struct export_game *game);

/* The messages of a phase as a list of JSON, maybe an empty one. */
const char *export_find_messages(const struct export_game *game, const char *phase);

/* Adds the phases of retreats and adjustments to a game whose rules have none (thesis): dislodged
 * units disband, and random builds and removals become orders. Movement phases stay unchanged.
 * False: the stored results of a phase cannot follow from its orders. */
MUST_CHECK bool export_ordered(struct export_game *game);

/* Removes orders that are not legal from a movement phase, such as a move by convoy that no fleets
 * can complete: their units hold. *record changes only if the new phase leads to the same
 * position. */
void export_tidy(const struct export_game *game, struct phase_record *record);

/* Writes a game as a line of JSON, in the format of saved games of the package `diplomacy`. False,
 * with the reason in error, if the format cannot represent it; partial output may have been
 * written. */
MUST_CHECK bool export_saved(const struct export_game *game, FILE *out,
                             char error[EXPORT_ERROR_SIZE]);

/* Tables of comma-separated values, in files of a folder. */
struct export_csv;

/* NULL after an error was printed. close: false after an error was printed; keep false removes the
 * output. write: false with a fault in db. */
struct export_csv *export_csv_open(const char *folder);
MUST_CHECK bool export_csv_write(struct export_csv *csv, struct db *db,
                                 const struct export_game *game);
MUST_CHECK bool export_csv_close(struct export_csv *csv, bool keep);

#endif
