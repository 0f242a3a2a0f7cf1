/* summary: what questions about whole tournaments need to know of a game: its row of the table
 * summaries (schema/tables/summaries.sql). It is a fold over the game's rows of boards, in the
 * order of their phases, the final position last. A worker folds while it plays and stores the
 * summary with the finished game. To resume or verify a game, fold the stored rows first.
 *
 * Invariant: all of it follows from the rows. Except for the times it is the same after any
 * history. The rows are not trusted: any content gives some summary. No I/O. */
#ifndef ARESFARM_SUMMARY_H
#define ARESFARM_SUMMARY_H

#include "stored.h"

/* A game has at most 10000 rounds. Further rows are ignored. */
enum { SUMMARY_MOVES_MAX = 10000, SUMMARY_YEARS_MAX = 5001 };

/* What is counted in a game, in the order of the column events. */
enum summary_event {
	EVENT_BOUNCED,    /* moves that bounced */
	EVENT_CUT,        /* supports that were cut */
	EVENT_VOID,       /* supports and convoys that match no order given */
	EVENT_DISLODGED,  /* units */
	EVENT_CONVOYED,   /* orders to convoy that were followed */
	EVENT_RETREATED,  /* retreats that were followed */
	EVENT_BUILT,      /* builds that were followed; not those drawn by chance */
	EVENT_REMOVED,    /* the same for removals */
	EVENT_LEADS,      /* changes of the leading power from year to year */
	EVENT_STANDSTILL, /* years in the longest run without a change of centres */
	SUMMARY_EVENTS
};

struct summary {
	/* by movement phase, in order */
	int moves;
	int32_t resolve_ns[SUMMARY_MOVES_MAX];
	int16_t stages[SUMMARY_MOVES_MAX], order_counts[SUMMARY_MOVES_MAX];
	/* by power; a decision is a movement phase in which the power has a unit */
	int power_count;
	int32_t decisions[POWERS_MAX];
	int64_t think_ns[POWERS_MAX], longest_ns[POWERS_MAX];
	/* the same for decisions with forecasts; concluded: forecasts, by stage as in stored.h */
	int32_t foresaw[POWERS_MAX], capped[POWERS_MAX];
	int64_t foresaw_ns[POWERS_MAX], forecasts[POWERS_MAX], forecast_ns[POWERS_MAX];
	int64_t concluded[STORED_STAGES][POWERS_MAX];
	/* of the first phase of each year, without the final position */
	int years;
	int16_t alive[SUMMARY_YEARS_MAX];                /* powers with a unit, as bits */
	uint8_t centres[SUMMARY_YEARS_MAX * POWERS_MAX]; /* power_count numbers per year */
	int32_t events[SUMMARY_EVENTS];
	/* of the current year of the fold; not stored */
	int year, leader, still;
	char owners[PROVINCES_MAX + 1];
};

void summary_open(struct summary *summary, const struct map *map);
void summary_phase(struct summary *summary, const struct map *map, const struct stored *stored);

/* The first column in which two summaries differ, or NULL. */
const char *summary_compare(const struct summary *a, const struct summary *b);

#endif
