/* stmt_playing: what each host runs: its workers, their versions, and their games. A call returns
 * false when it fails. */
#ifndef ARESFARM_STATEMENTS_PLAYING_H
#define ARESFARM_STATEMENTS_PLAYING_H

#include <stdint.h>
#include <stdio.h>

#include "db/pg/db.h"

/* A worker, and its host. Texts have no control characters. */
struct playing {
	const char *host;
	int32_t host_workers, host_threads; /* of the host, among those listed */
	const char *host_versions;          /* each once, separated by commas */
	int64_t id;
	int32_t pid;
	const char *state, *since; /* alive, lost, gone; a time of today, or a date */
	int64_t heartbeat_age;     /* in seconds */
	int32_t threads;           /* 0: unknown */
	int64_t claims, games, phases;
	const char *plays; /* "full/12..40 (16), thesis-1/3", at most three, then how many more */
};
/* Sorted by host and number. gone: include workers that are gone. */
MUST_CHECK bool stmt_list_playing(struct db *db, bool gone, struct db_rows *rows);
MUST_CHECK bool stmt_next_playing(struct db_rows *rows, struct playing *playing);
/* An array of JSON objects, with every game. */
MUST_CHECK bool stmt_print_playing(struct db *db, bool gone, FILE *out);

#endif
