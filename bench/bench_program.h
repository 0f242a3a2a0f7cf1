/* bench_program: what programs that measure or learn share: clocks, failures, memory, and games. */
#ifndef ARESFARM_BENCH_PROGRAM_H
#define ARESFARM_BENCH_PROGRAM_H

#include "match/match.h"

uint64_t bench_clock_ns(void);     /* monotonic */
uint64_t bench_processor_ns(void); /* of this process */

/* Prints why the program cannot continue, and ends it with status 2. */
__attribute__((noreturn)) void bench_fail(const char *why);

/* Zeros; the caller frees them. */
void *bench_allocate(size_t count, size_t size);

/* A map of the program: "standard". */
void bench_open_map(const char *name, struct map *map);

/* Reads the seat of a power, as in --seats. */
void bench_seat(const char *spec, struct seat *seat);

/* Allocates the memory of a match's players, and begins it with the first board of its map. The
 * caller frees the memory. */
void *bench_start(struct match *match);

#endif
