/* judge_fold: the positions of a game, folded from the Judge's reports (judge_mail.h).
 *
 * Each report is played again by a judge of ours. Where the mail says otherwise, the difference is
 * told, and the mail is right: the game is the Judge's. Who owns what is known from the start of
 * the game or from a list of owners; else the owners of the map's start are taken, and it is told.
 * Retreats and adjustments need the report before them. */
#ifndef ARESFARM_JUDGE_FOLD_H
#define ARESFARM_JUDGE_FOLD_H

#include "judge_mail.h"
#include "game/resolve.h"

/* A phase that the mails tell, as the Judge played it. */
struct fold_phase {
	long line;                  /* of its report */
	struct phase_record record; /* by our judge */
	struct place_set contested;
	/* Parallel to record.orders: what the mail says of the order; and whether it was one. */
	uint8_t marks[PHASE_ORDERS_MAX];
	bool ordered[PHASE_ORDERS_MAX];
	uint8_t from[UNITS_MAX]; /* of a dislodged unit: where its attacker came from; LOC_NONE */
	struct board next;       /* as the mail has it */
};

struct judge_fold {
	struct game game; /* map and rules; seed and block are not used */
	const struct judge *judge;
	/* Told of each difference, and of what is not known; line 0: it concerns no line. NULL: nobody
	 * is told. */
	void (*tell)(void *context, long line, const char *text);
	/* Gets each phase that was played; NULL: nobody does. */
	void (*played)(void *context, const struct fold_phase *phase);
	void *context;
	/* ── what comes of it; zero before the first report ── */
	bool open; /* board is a position */
	bool over;
	bool idle_winter; /* the Judge plays a winter in which nobody can build; board is after it */
	struct board board;
	long differences;
	char game_name[MAIL_GAME_SIZE];
};

/* Adds the next report of a game. A preview is passed over. False, with the report's line or
 * that of an entry, and what is wrong: no position has such a report; the fold stays as it was. */
MUST_CHECK bool judge_fold_take(struct judge_fold *fold, const struct mail_report *report,
                                long *line, char error[MAIL_ERROR_SIZE]);

#endif
