/* library: what players share (lib/players/knowledge.h), as one worker has it: a cache of the table
 * knowledge.
 *
 * Players find and keep values in memory only, so no phase waits for the database. Between games
 * the worker gives the database what was found out, and takes what other workers found out. What
 * cannot be given or taken is forgotten: it costs time, and no game is another one for it.
 *
 * There are two caches. New values go to the young one, and so do those of the old one that are
 * found again. When the young one is full, the old one is cleared and they change places. So what
 * nobody has looked for in a while goes. */
#ifndef ARESFARM_LIBRARY_H
#define ARESFARM_LIBRARY_H

#include <pthread.h>

#include "match/match.h"
#include "worker_session.h"
#include "value_cache.h"

/* A value that took fewer resolutions stays in memory: it is found sooner than it is fetched. */
enum { LIBRARY_EXPENSIVE = 300 };

enum { LIBRARY_SECTIONS = 32, LIBRARY_TALLIES = 512, LIBRARY_OUTGOING = 4096 };

/* A map and a kind: what the database was asked for together. */
struct library_section {
	int32_t map;
	char kind[KNOWLEDGE_KIND_SIZE];
	int64_t newest;  /* the greatest id that was taken */
	int64_t take_at; /* by clock_ms: when to take again; 0: at once */
};

/* Lookups of a section in a phase. */
struct library_tally {
	int32_t tournament, asked, known;
	uint16_t section;
	int16_t phase;
};

struct library {
	struct knowledge knowledge; /* first: the players' side */
	pthread_mutex_t lock;       /* of all that find and keep change */
	struct value_cache caches[2];
	int young; /* which of them is */
	int section_count;
	struct library_section sections[LIBRARY_SECTIONS];
	/* where the worker is */
	int32_t map, tournament;
	int16_t phase;
	/* what waits to be given */
	int outgoing_count, tally_count;
	size_t buffer_used;
	uint8_t *buffer; /* the keys and values of `outgoing`; NULL: no room yet */
	struct known_value *outgoing;
	struct library_tally tallies[LIBRARY_TALLIES];
	int64_t give_at, told_at; /* by clock_ms: when to give again; when a fault was logged last */
};

/* mib: the memory that it may have; 0: it knows nothing, and is no use. */
void library_open(struct library *library, int mib);
void library_close(struct library *library);

/* What the players of a match may share; NULL: nothing. */
struct knowledge *library_knowledge(struct library *library);

/* The next phase is of this game. */
void library_enter(struct library *library, const struct claim *claim, int16_t phase);

/* Whether there is something to give that should not wait longer. now: or any. */
bool library_must_give(const struct library *library, bool now);

/* Gives it. The connection must be free. False only when it is lost. */
MUST_CHECK bool library_give(struct library *library, struct session *session);

/* Whether the players of the match share values that were not taken in a while. */
bool library_must_take(const struct library *library, const struct match *match, int32_t map);

/* Takes them. The connection must be free. False only when it is lost. */
MUST_CHECK bool library_take(struct library *library, struct session *session,
                             const struct match *match, int32_t map);

#endif
