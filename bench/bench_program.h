/* bench_program: what programs that measure share: clocks, failures, the memory of a game. */
#ifndef ARESFARM_BENCH_PROGRAM_H
#define ARESFARM_BENCH_PROGRAM_H

#include "match/match.h"

uint64_t bench_clock_ns(void);     /* monotonic */
uint64_t bench_processor_ns(void); /* of this process */

/* Prints why the program cannot continue, and ends it with status 2. */
__attribute__((noreturn)) void bench_fail(const char *why);

/* Allocates the memory of a match's players; the caller frees it. */
void *bench_furnish(struct match *match);

#endif
