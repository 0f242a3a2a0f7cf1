/* judge_fold: the positions of a game, replayed from the Judge's reports (judge_mail.h).
 *
 * Each report is replayed by one of our judges. If the mail differs, the difference is reported and
 * the mail is followed. The owners of centres come from the start of the game or from a list of
 * owners; without either, the owners at the map's start are used, and this is reported. Retreats
 * and adjustments need the report before them. */
#ifndef ARESFARM_JUDGE_FOLD_H
#define ARESFARM_JUDGE_FOLD_H

#include "judge_mail.h"
#include "game/resolve.h"

/* A phase from the mails, as the Judge played it. */
struct fold_phase {
	long line;                  /* of its report */
	struct phase_record record; /* by our judge */
	struct place_set contested;
	/* Parallel to record.orders: the marks of the order in the mail; and whether an order was
	 * given. */
	uint8_t marks[PHASE_ORDERS_MAX];
	bool ordered[PHASE_ORDERS_MAX];
	uint8_t from[UNITS_MAX]; /* of a dislodged unit: where its attacker came from, or LOC_NONE */
	struct board next;       /* as the mail has it */
};

struct judge_fold {
	struct game game; /* map and rules; seed and block are not used */
	const struct judge *judge;
	/* Called for each difference and for what is not known; line 0: no particular line. May be
	 * NULL. */
	void (*tell)(void *context, long line, const char *text);
	/* Called for each phase that was played. May be NULL. */
	void (*played)(void *context, const struct fold_phase *phase);
	void *context;
	/* ── the result; zero before the first report ── */
	bool open; /* board is a position */
	bool over;
	bool idle_winter; /* the Judge plays a winter in which no power can build; board is after it */
	struct board board;
	long differences;
	char game_name[MAIL_GAME_SIZE];
};

/* Adds the next report of a game. A preview is ignored. False, with the line of the report or an
 * entry and the fault, if the report does not fit the position; the fold is then unchanged. */
MUST_CHECK bool judge_fold_take(struct judge_fold *fold, const struct mail_report *report,
                                long *line, char error[ERROR_SIZE]);

#endif
