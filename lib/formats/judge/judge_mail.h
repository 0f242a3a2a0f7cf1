/* judge_mail: reads the e-mail Judge's reports from mails and archives: results of a phase, or a
 * listing of a position. judge_fold makes positions of them.
 *
 * Any text may surround a report. Lines may be quoted ("> ") and end with CR LF; mail programs may
 * have wrapped them. A report begins with its title:
 *
 *     Movement|Retreat|Adjustment results for SEASON of YEAR. (GAME.NUMBER)
 *     Status of the Movement|Retreat|Adjustment phase for SEASON of YEAR. (GAME.NUMBER)
 *     Starting position for SEASON of YEAR.
 *
 * Its acknowledgement of orders begins with "Movement|Retreat|Adjustment orders for" and ends with
 * "Time to deadline". Until the end ("The next phase of", "The game is over") each line that begins
 * with a power and a colon must be understood. All other lines are ignored. Source: the Judge
 * 1.7.6, its source and its output. */
#ifndef ARESFARM_JUDGE_MAIL_H
#define ARESFARM_JUDGE_MAIL_H

#include "board/board.h"
#include "rules/submission.h"

enum {
	MAIL_ENTRIES_MAX = 2 * UNITS_MAX, /* one per unit; in winter also waives */
	MAIL_GAME_SIZE = 32,
	MAIL_LINE_SIZE = 1000, /* of an order whose lines are joined */
};

enum mail_kind { MAIL_MOVES, MAIL_RETREATS, MAIL_ADJUSTMENTS, MAIL_STATUS };

/* The Judge's marks on an order: "(*cut, dislodged*)". */
enum {
	MARK_BOUNCE = 1,
	MARK_CUT = 2,
	MARK_VOID = 4,
	MARK_NO_CONVOY = 8,
	MARK_DISLODGED = 16,
	MARK_DESTROYED = 32
};

/* A line of a report: an order; in a listing, a unit. */
struct mail_entry {
	long line; /* its first line in the text, from 1 */
	uint8_t power;
	/* The unit is order.type and order.from. If a coast is missing, the place is the province:
	 * always in removals, sometimes in supported units. ORDER_HOLD in a listing. */
	struct order order;
	uint8_t marks;
	bool ordered;             /* false: "No Order Processed" */
	bool automatic;           /* a removal by the Judge */
	bool dislodged;           /* in a listing: the unit must retreat */
	struct place_set options; /* of its retreat: locations */
};

/* A sentence about a dislodged unit. */
struct mail_dislodged {
	long line;
	uint8_t type, loc;
	bool destroyed;
	struct place_set options; /* locations */
};

struct mail_report {
	enum mail_kind kind;
	bool preview; /* the Judge acknowledges orders that are not carried out yet */
	bool ended;   /* its end was found: it is not truncated */
	bool over;    /* the game is over */
	bool has_owners;
	int16_t phase, next; /* next: the phase that the report announces; -1: none */
	long line;           /* of the title */
	char game[MAIL_GAME_SIZE];
	int entry_count, dislodged_count;
	struct mail_entry entries[MAIL_ENTRIES_MAX];
	struct mail_dislodged dislodged[RETREATS_MAX];
	uint8_t owner[PROVINCES_MAX]; /* of centres, if has_owners */
};

/* In a new reader map is set and all else is zero. */
struct mail_reader {
	const struct map *map;
	long line; /* the last line read, from 1 */
	char error[ERROR_SIZE];
};

enum mail_event {
	MAIL_READ,      /* a report is complete */
	MAIL_END,       /* there are no more reports */
	MAIL_MALFORMED, /* line reader->line is wrong; reader->error has the fault */
};

/* Reads the next report of *text, which ends at `end`, and moves *text after it. */
enum mail_event judge_mail_read(struct mail_reader *reader, const char **text, const char *end,
                                struct mail_report *report);

#endif
