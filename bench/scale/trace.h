/* trace: games that are played before a measurement, so that no player has to think during it.
 *
 * They are the first games of the tournament itself, phase by phase as a worker stores them. A
 * synthetic worker writes one of them under each claim. So boards, sizes and digests are those of
 * real play, and aresctl verify finds nothing wrong. */
#ifndef ARESFARM_BENCH_TRACE_H
#define ARESFARM_BENCH_TRACE_H

#include "db/statements/statements.h"

enum { TRACES = 64, TRACE_ERROR_SIZE = 300 };

struct trace {
	int count; /* phases */
	struct stored *phases;
	struct board last; /* the final position */
	struct game_verdict verdict;
};

struct traces {
	int count;
	struct terms terms; /* of the first game */
	struct map map;
	struct trace trace[TRACES];
};

/* Plays the first games of a tournament, TRACES at the most. False, with one line in error. Its
 * memory is not freed before the program ends. */
MUST_CHECK bool traces_record(struct traces *traces, struct db *db, const char *tournament,
                              char error[TRACE_ERROR_SIZE]);

/* The trace for a game with these terms, by its number; NULL: its terms differ from those of the
 * traces. */
const struct trace *traces_find(const struct traces *traces, const struct terms *terms);

#endif
