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

void *bench_allocate(size_t count, size_t size)
{
	void *room = calloc(count, size);

	if (room == NULL)
		bench_fail("out of memory");
	return room;
}

void bench_open_map(const char *name, struct map *map)
{
	const struct map_source *source = map_source_find(name);
	char error[ERROR_SIZE];

	if (!map_build(map, source->rows, source->count, error))
		bench_fail(error);
}

void bench_seat(const char *spec, struct seat *seat)
{
	char error[ERROR_SIZE];

	if (!seat_parse(spec, NULL, seat, error))
		bench_fail(error);
}

void *bench_start(struct match *match)
{
	void *room = aligned_alloc(PLAYER_ALIGN,
	                           match_room_size(match) / PLAYER_ALIGN * PLAYER_ALIGN + PLAYER_ALIGN);
	struct board first;

	if (room == NULL)
		bench_fail("out of memory");
	match_furnish(match, room);
	board_start(match->map, &first);
	match_start(match, &first);
	return room;
}
