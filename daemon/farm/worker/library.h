/* library: one worker's cache of the table knowledge, which players share
 * (lib/players/knowledge.h).
 *
 * Players find and keep values in memory only, so no phase waits for the database. Between games
 * the worker stores new values in the database, and loads those of other workers. Values that
 * cannot be stored or loaded are dropped: this costs time, but never changes a game.
 *
 * There are two caches. New values go to the young one, as do values of the old one that are found
 * again. When the young one is full, the old one is cleared and they swap. So values that are not
 * used for a while disappear. */
#ifndef ARESFARM_LIBRARY_H
#define ARESFARM_LIBRARY_H

#include <pthread.h>

#include "match/match.h"
#include "worker_session.h"
#include "value_cache.h"

/* A value that took fewer resolutions is not stored: computing it is faster than fetching it. */
enum { LIBRARY_EXPENSIVE = 300 };

enum { LIBRARY_SECTIONS = 32, LIBRARY_TALLIES = 512, LIBRARY_OUTGOING = 4096 };

/* A map and a kind, which are loaded together. */
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
	struct knowledge knowledge; /* must be first: the players' interface */
	pthread_mutex_t lock;       /* of everything that find and keep change */
	struct value_cache caches[2];
	int young; /* index of the young one */
	int section_count;
	struct library_section sections[LIBRARY_SECTIONS];
	/* current game */
	int32_t map, tournament;
	int16_t phase;
	/* values to be stored */
	int outgoing_count, tally_count;
	size_t buffer_used;
	uint8_t *buffer; /* the keys and values of `outgoing`; NULL: no room yet */
	struct known_value *outgoing;
	struct library_tally tallies[LIBRARY_TALLIES];
	int64_t give_at, told_at; /* by clock_ms: next time to store; last time a fault was logged */
};

/* mib: its memory limit; 0: disabled. */
void library_open(struct library *library, int mib);
void library_close(struct library *library);

/* What the players of a match may share; NULL: nothing. */
struct knowledge *library_knowledge(struct library *library);

/* Tells the library that the next phase is of this game. */
void library_enter(struct library *library, const struct claim *claim, int16_t phase);

/* Whether values should be stored without waiting longer; with now: whether there are any. */
bool library_must_give(const struct library *library, bool now);

/* Stores them. The connection must be idle. False only if it is lost. */
MUST_CHECK bool library_give(struct library *library, struct session *session);

/* Whether the players of the match share values that were not loaded for a while. */
bool library_must_take(const struct library *library, const struct match *match, int32_t map);

/* Loads them. The connection must be idle. False only if it is lost. */
MUST_CHECK bool library_take(struct library *library, struct session *session,
                             const struct match *match, int32_t map);

#endif
