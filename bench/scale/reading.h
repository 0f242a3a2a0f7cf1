/* reading: what all workers have done up to a moment, and the cost; and the difference of two
 * moments, printed as one name and number per line. */
#ifndef ARESFARM_BENCH_READING_H
#define ARESFARM_BENCH_READING_H

#include "processes.h"
#include "db/statements/play/stmt_scale.h"
#include "synthetic.h"

/* What is measured while they work. */
struct watch {
	int64_t looks, beats, beat_server;
	struct waits waits; /* sums over all looks */
	int64_t busy_most;
};

/* What was done, and what it took, up to one moment: at by clock_ns, wal in bytes. */
struct reading {
	uint64_t at;
	int64_t wal, server[PROCESS_KINDS];
	struct effort sum;
};

/* The sum of all workers. */
struct effort reading_add_up(const struct effort efforts[], int workers);

/* Prints what came between two readings. The fit and the longest wait have no beginning: they are
 * those of the later one. */
void reading_print(const struct reading *before, const struct reading *after, int workers,
                   const struct watch *watch);

#endif
