/* library: see library.h. */
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/clock.h"
#include "db/statements/play/stmt_knowledge.h"

/* The minimal waits before a library stores or loads again, and between two log lines about a
 * fault. BUFFER_SIZE, TAKE_SIZE: the most bytes of values that it stores and loads at once.
 *
 * Some values are computed faster than they are stored. So the library waits PART times as long as
 * it was busy: storing, and loading a kind, each cost a worker at most a twentieth of its time.
 * Values that do not fit into the buffer may be stored later, when they were used more often. */
enum {
	GIVE_MS = 2000,
	TAKE_MS = 10000,
	TELL_MS = 60000,
	PART = 20,
	BUFFER_SIZE = 1 << 21,
	TAKE_SIZE = 1 << 23,
};

/* By clock_ms: when to repeat something that began at `begun` and has just finished. */
static int64_t find_next(int64_t begun, int least_ms)
{
	const int64_t now = clock_ms(), pause = PART * (now - begun);
	return now + MAX(pause, least_ms);
}

static struct library *library_of(struct knowledge *knowledge)
{
	return (struct library *)knowledge; /* it is the first member */
}

/* ── sections ── */

/* Forgets values that were not stored yet. */
static void forget_outgoing(struct library *library)
{
	library->outgoing_count = library->tally_count = 0;
	library->buffer_used = 0;
}

/* The section's number, or -1. */
static int find_section(const struct library *library, int32_t map, const char *kind)
{
	for (int i = 0; i < library->section_count; i++)
		if (library->sections[i].map == map && strcmp(library->sections[i].kind, kind) == 0)
			return i;
	return -1;
}

/* Finds or adds a section. If there are too many sections, the library is cleared. */
static uint16_t open_section(struct library *library, int32_t map, const char *kind)
{
	int i = find_section(library, map, kind);

	if (i >= 0)
		return (uint16_t)i;
	if (library->section_count == LIBRARY_SECTIONS) {
		value_cache_clear(&library->caches[0]);
		value_cache_clear(&library->caches[1]);
		forget_outgoing(library);
		library->section_count = 0;
	}

	i = library->section_count++;
	struct library_section *section = &library->sections[i];
	*section = (struct library_section){.map = map};
	snprintf(section->kind, sizeof section->kind, "%s", kind);
	return (uint16_t)i;
}

/* ── values to be stored ── */

static bool has_buffer(struct library *library)
{
	if (library->buffer == NULL) {
		library->buffer = malloc(BUFFER_SIZE);
		library->outgoing = calloc(LIBRARY_OUTGOING, sizeof *library->outgoing);
	}
	return library->buffer != NULL && library->outgoing != NULL;
}

/* Adds a value, unless it is cheap, and its unreported uses. */
static void add_outgoing(struct library *library, struct cached_value *entry)
{
	const size_t size = (size_t)entry->key_size + entry->value_size;

	if (entry->cheap || !has_buffer(library) || library->outgoing_count == LIBRARY_OUTGOING ||
	    size > BUFFER_SIZE - library->buffer_used)
		return;

	uint8_t *bytes = library->buffer + library->buffer_used;
	const struct library_section *section = &library->sections[entry->section];
	memcpy(bytes, entry->bytes, size);
	library->outgoing[library->outgoing_count++] = (struct known_value){
		.map = section->map,
		.uses = (int32_t)(entry->uses - entry->told),
		.kind = section->kind,
		.key = bytes,
		.key_size = entry->key_size,
		.value = bytes + entry->key_size,
		.value_size = entry->value_size,
	};
	library->buffer_used += size;
	entry->told = entry->uses;
}

/* Uses are reported to the database at the 4th use, then at the 16th, the 64th and so on. */
static void count_use(struct library *library, struct cached_value *entry)
{
	if (entry->uses == UINT32_MAX)
		return;
	const uint32_t uses = ++entry->uses;
	if (uses > 1 && (uses & (uses - 1)) == 0 && (uses & UINT32_C(0x55555555)) != 0)
		add_outgoing(library, entry);
}

static void count_lookup(struct library *library, uint16_t section, bool known)
{
	struct library_tally *tally = library->tallies, *end = tally + library->tally_count;

	while (tally < end && !(tally->tournament == library->tournament && tally->section == section &&
	                        tally->phase == library->phase))
		tally++;

	if (tally == library->tallies + LIBRARY_TALLIES)
		return;
	if (tally == end) {
		library->tally_count++;
		*tally = (struct library_tally){
			.tournament = library->tournament, .section = section, .phase = library->phase};
	}

	tally->asked++;
	tally->known += known;
}

/* ── the players' side ── */

/* Adds a value to the young cache; if that is full, the caches swap first. NULL: out of memory. */
static struct cached_value *put(struct library *library, uint16_t section,
                                const struct knowledge_key *key, const void *value, size_t size)
{
	struct cached_value *entry =
		value_cache_add(&library->caches[library->young], section, key, value, size);
	if (entry != NULL)
		return entry;
	library->young = 1 - library->young;
	value_cache_clear(&library->caches[library->young]);
	return value_cache_add(&library->caches[library->young], section, key, value, size);
}

/* Copies a value of the old cache to the young one. */
static struct cached_value *renew(struct library *library, const struct cached_value *old,
                                  const struct knowledge_key *key)
{
	uint8_t value[KNOWLEDGE_VALUE_MOST];
	const uint32_t uses = old->uses, told = old->told;
	const bool cheap = old->cheap;
	const size_t size = old->value_size;
	memcpy(value, old->bytes + old->key_size, size);
	struct cached_value *entry = put(library, old->section, key, value, size);
	if (entry != NULL) {
		entry->uses = uses;
		entry->told = told;
		entry->cheap = cheap;
	}
	return entry;
}

static struct cached_value *look_up(struct library *library, uint16_t section,
                                    const struct knowledge_key *key)
{
	struct cached_value *entry = value_cache_find(&library->caches[library->young], section, key);
	if (entry != NULL)
		return entry;
	entry = value_cache_find(&library->caches[1 - library->young], section, key);
	return entry != NULL ? renew(library, entry, key) : NULL;
}

static bool find(struct knowledge *knowledge, const struct knowledge_key *key, void *value,
                 size_t size)
{
	struct library *library = library_of(knowledge);
	pthread_mutex_lock(&library->lock);
	const uint16_t section = open_section(library, library->map, key->kind);
	struct cached_value *entry = look_up(library, section, key);
	const bool known = entry != NULL && entry->value_size == size;
	if (known) {
		memcpy(value, entry->bytes + entry->key_size, size);
		count_use(library, entry);
	}
	count_lookup(library, section, known);
	pthread_mutex_unlock(&library->lock);
	return known;
}

static void keep(struct knowledge *knowledge, const struct knowledge_key *key, const void *value,
                 size_t size, uint64_t cost)
{
	struct library *library = library_of(knowledge);

	if (key->size == 0 || key->size > KNOWLEDGE_KEY_MOST || size == 0 ||
	    size > KNOWLEDGE_VALUE_MOST || strlen(key->kind) >= KNOWLEDGE_KIND_SIZE)
		return;

	pthread_mutex_lock(&library->lock);
	const uint16_t section = open_section(library, library->map, key->kind);
	if (look_up(library, section, key) == NULL) {
		struct cached_value *entry = put(library, section, key, value, size);
		if (entry != NULL) {
			entry->cheap = cost < LIBRARY_EXPENSIVE;
			add_outgoing(library, entry);
		}
	}

	pthread_mutex_unlock(&library->lock);
}

/* ── the worker's side ── */

void library_open(struct library *library, int mib)
{
	*library = (struct library){.knowledge = {find, keep}};
	pthread_mutex_init(&library->lock, NULL);
	for (int i = 0; i < 2; i++)
		value_cache_open(&library->caches[i], ((size_t)mib << 20) / 2);
}

void library_close(struct library *library)
{
	value_cache_clear(&library->caches[0]);
	value_cache_clear(&library->caches[1]);
	free(library->buffer);
	free(library->outgoing);
	pthread_mutex_destroy(&library->lock);
}

struct knowledge *library_knowledge(struct library *library)
{
	return library->caches[0].most > 0 ? &library->knowledge : NULL;
}

void library_enter(struct library *library, const struct claim *claim, int16_t phase)
{
	library->map = claim->terms.map;
	library->tournament = claim->tournament;
	library->phase = phase;
}

/* Logs a fault. False if the connection is lost. */
static bool bear_fault(struct library *library, const struct db *db)
{
	const struct db_fault *fault = db_fault(db);
	const int64_t now = clock_ms();
	if (fault->lost)
		return false;
	if (library->told_at == 0 || now >= library->told_at + TELL_MS) {
		log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = fault->sqlstate},
		          "what players share is not exchanged; games continue: %s %s", fault->sqlstate,
		          fault->message);
		library->told_at = now;
	}
	return true;
}

/* ── storing ── */

bool library_must_give(const struct library *library, bool now)
{
	if (library->outgoing_count == 0 && library->tally_count == 0)
		return false;
	return now || library->buffer_used > BUFFER_SIZE / 2 ||
	       library->outgoing_count > LIBRARY_OUTGOING / 2 || clock_ms() >= library->give_at;
}

bool library_give(struct library *library, struct session *session)
{
	struct known_lookup lookups[LIBRARY_TALLIES];

	for (int i = 0; i < library->tally_count; i++) {
		const struct library_tally *tally = &library->tallies[i];
		lookups[i] = (struct known_lookup){
			.tournament = tally->tournament,
			.asked = tally->asked,
			.known = tally->known,
			.phase = tally->phase,
			.kind = library->sections[tally->section].kind,
		};
	}

	const int64_t begun = clock_ms();
	const bool given = stmt_give_knowledge(session->db, &session->types, library->outgoing,
	                                       library->outgoing_count, lookups, library->tally_count);
	library->give_at = find_next(begun, GIVE_MS);
	forget_outgoing(library);
	return given || bear_fault(library, session->db);
}

/* ── loading ── */

/* Whether the values of a player have not been loaded for a while. */
static bool is_due(const struct library *library, const struct player *player, int32_t map)
{
	if (player == NULL || player->knowledge == NULL)
		return false;
	const int i = find_section(library, map, player->knowledge);
	return i < 0 || clock_ms() >= library->sections[i].take_at;
}

bool library_must_take(const struct library *library, const struct match *match, int32_t map)
{
	if (library->caches[0].most == 0)
		return false;
	for (int power = 0; power < match->map->power_count; power++)
		if (is_due(library, match->seats[power].player, map))
			return true;
	return false;
}

static bool has(const struct library *library, uint16_t section, const struct knowledge_key *key)
{
	return value_cache_find(&library->caches[0], section, key) != NULL ||
	       value_cache_find(&library->caches[1], section, key) != NULL;
}

/* Loaded values do not displace others: loading ends when the young cache is full. */
static bool take_section(struct library *library, struct db *db, uint16_t number)
{
	struct library_section *section = &library->sections[number];
	struct value_cache *cache = &library->caches[library->young];
	struct taken_value taken;
	struct db_rows rows;
	const size_t room = cache->most - cache->used;
	const int64_t begun = clock_ms();

	section->take_at = begun + TAKE_MS; /* also if it fails */
	if (!stmt_take_knowledge(db, section->map, section->kind, section->newest,
	                         room < TAKE_SIZE ? (int64_t)room : TAKE_SIZE, &rows))
		return false;

	for (bool full = false; !full && stmt_next_taken(&rows, &taken);) {
		const struct knowledge_key key = {section->kind, taken.key, (size_t)taken.key_size};
		if (!has(library, number, &key))
			full =
				value_cache_add(cache, number, &key, taken.value, (size_t)taken.value_size) == NULL;
		if (taken.id > section->newest)
			section->newest = taken.id;
	}

	if (section->newest == 0)
		section->newest = 1; /* from now on only new values */
	section->take_at = find_next(begun, TAKE_MS);
	return db_rows_close(&rows);
}

bool library_take(struct library *library, struct session *session, const struct match *match,
                  int32_t map)
{
	for (int power = 0; power < match->map->power_count; power++) {
		const struct player *player = match->seats[power].player;
		if (is_due(library, player, map) &&
		    !take_section(library, session->db, open_section(library, map, player->knowledge)) &&
		    !bear_fault(library, session->db))
			return false;
	}
	return true;
}
