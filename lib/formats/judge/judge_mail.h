/* judge_mail: the e-mail Judge's reports, as mails and archives have them: results of a phase, or a
 * listing of a position. Text in, reports out; judge_fold makes positions of them.
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
 * with a power and a colon must be understood. All other lines are passed over. Source: the
 * Judge 1.7.6, read and run.
 */
#ifndef ARESFARM_JUDGE_MAIL_H
#define ARESFARM_JUDGE_MAIL_H

#include "board/board.h"
#include "rules/submission.h"

enum {
	MAIL_ENTRIES_MAX = 2 * UNITS_MAX, /* a unit has one; in winter waives may come beside */
	MAIL_GAME_SIZE = 32,
	MAIL_LINE_SIZE = 1000, /* of an order, once it is joined */
	MAIL_ERROR_SIZE = 200
};

enum mail_kind { MAIL_MOVES, MAIL_RETREATS, MAIL_ADJUSTMENTS, MAIL_STATUS };

/* What the Judge marks an order with: "(*cut, dislodged*)". */
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
	/* The unit is order.type and order.from. A place that needs a coast and names none is the
	 * province: so it is with removals, and may be with supported units. ORDER_HOLD in a
	 * listing. */
	struct order order;
	uint8_t marks;
	bool ordered;             /* false: "No Order Processed" */
	bool automatic;           /* a removal by the Judge */
	bool dislodged;           /* in a listing: the unit must retreat */
	struct place_set options; /* where to: locations */
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
	bool preview; /* orders that were not carried out yet: the Judge acknowledges them */
	bool ended;   /* its end was there: it is not cut */
	bool over;    /* the game is */
	bool has_owners;
	int16_t phase, next; /* next: the phase that it announces; -1: none */
	long line;           /* of its title */
	char game[MAIL_GAME_SIZE];
	int entry_count, dislodged_count;
	struct mail_entry entries[MAIL_ENTRIES_MAX];
	struct mail_dislodged dislodged[RETREATS_MAX];
	uint8_t owner[PROVINCES_MAX]; /* of centres, where has_owners */
};

/* A new reader has its map set, and all else zero. */
struct mail_reader {
	const struct map *map;
	long line; /* the last one read, from 1 */
	char error[MAIL_ERROR_SIZE];
};

enum mail_event {
	MAIL_READ,      /* a report is complete */
	MAIL_END,       /* there is no other one */
	MAIL_MALFORMED, /* the line reader->line is wrong, as reader->error says */
};

/* Reads the next report of *text, which ends at `end`, and moves *text after it. */
enum mail_event judge_mail_read(struct mail_reader *reader, const char **text, const char *end,
                                struct mail_report *report);

#endif
