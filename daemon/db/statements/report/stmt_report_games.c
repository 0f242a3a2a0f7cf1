/* stmt_report_games: single games that are worth a look: the slowest, the strangest, those
 * put aside. */
#include "db/statements/statement.h"
#include "stmt_report_parts.h"

#include "db/statements/report/stmt_report_games.inc"

/* How a game ended, in words. Of g: the game; m: its map. */

/* A game is strange for a reason that has a number: of each reason the game that has most of it.
 * Where nothing is strange, as a standstill of a year or a draw of two, the reason does not count.
 * centres has a byte for each power and year. */

const struct report_query report_games[] = {
	{REPORT_SLOW, 6, &slow},
	{REPORT_STRANGE, 3, &strange},
	{REPORT_ASIDE, 4, &aside},
	{REPORT_QUESTIONS, 0, NULL},
};
