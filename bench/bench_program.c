/* bench_program: see bench_program.h. */
#include "bench_program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t read_clock(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t bench_clock_ns(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

uint64_t bench_processor_ns(void)
{
	return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

void bench_fail(const char *why)
{
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, why);
	exit(2);
}

void *bench_furnish(struct match *match)
{
	void *room = aligned_alloc(PLAYER_ALIGN, match_room_size(match) + PLAYER_ALIGN);

	if (room == NULL)
		bench_fail("out of memory");
	match_furnish(match, room);
	return room;
}
