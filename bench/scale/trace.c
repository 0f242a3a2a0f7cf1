/* trace: see trace.h. */
#include "trace.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { PHASES_FIRST = 64 };

__attribute__((format(printf, 2, 3))) static bool fail(char error[TRACE_ERROR_SIZE],
                                                       const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(error, TRACE_ERROR_SIZE, format, args);
	va_end(args);
	return false;
}

/* The place of the next phase. NULL: out of memory. */
static struct stored *add_phase(struct trace *trace, int *room)
{
	if (trace->count == *room) {
		*room = *room == 0 ? PHASES_FIRST : 2 * *room;
		struct stored *phases = realloc(trace->phases, (size_t)*room * sizeof *phases);
		if (phases == NULL)
			return NULL;
		trace->phases = phases;
	}
	return &trace->phases[trace->count++];
}

/* Plays a match from its beginning to its end. */
static bool play(struct match *match, struct trace *trace)
{
	int room = 0;
	while ((trace->verdict = match_verdict(match)).ending == GAME_RUNNING) {
		struct phase_record record;
		struct phase_cost cost;
		struct stored *stored = add_phase(trace, &room);
		if (stored == NULL)
			return false;
		match_play(match, &record, &cost);
		stored_pack(match->map, &record, &cost, stored);
	}
	trace->last = match->board;
	return true;
}

static bool record(struct traces *traces, const struct terms *terms, struct room *room,
                   char error[TRACE_ERROR_SIZE])
{
	struct match match;
	char why[TERMS_ERROR_SIZE];
	if (!terms_open_match(terms, &traces->map, &match, why) || !terms_seat(terms, &match, why))
		return fail(error, "game %d: %.200s", terms->number, why);
	match.threads = 1;
	match.clock = clock_ns;
	for (int p = 0; p < traces->map.power_count; p++)
		if (match.seats[p].player == NULL)
			return fail(error, "game %d has seats of external players: nobody would order for them",
			            terms->number);
	if (!terms_give_room(&match, room) || !play(&match, &traces->trace[traces->count++]))
		return fail(error, "out of memory");
	return true;
}

/* Reads the terms of the first games. */
static bool read_terms(struct db *db, const char *tournament, struct terms terms[TRACES],
                       int *count)
{
	struct db_rows rows;
	struct scope scope = {.tournament = 0};
	struct game_row game;
	*count = 0;
	if (!stmt_read_tournaments(db, tournament, &rows))
		return false;
	const bool found = stmt_next_tournament(&rows, &scope);
	if (!db_rows_close(&rows) || !found)
		return found;
	if (!stmt_read_games(db, &scope, 1, TRACES, &rows))
		return false;
	while (*count < TRACES && stmt_next_game(&rows, &game))
		if (game.readable)
			terms[(*count)++] = game.terms;
	return db_rows_close(&rows);
}

bool traces_record(struct traces *traces, struct db *db, const char *tournament,
                   char error[TRACE_ERROR_SIZE])
{
	static struct terms terms[TRACES];
	struct room room = {0};
	int count;
	bool done = true;
	traces->count = 0;
	if (!read_terms(db, tournament, terms, &count))
		return fail(error, "tournament %.64s: %.200s", tournament,
		            db_ready(db) && db_fault(db)->message[0] == '\0' ? "there is none"
		                                                             : db_fault(db)->message);
	if (count == 0)
		return fail(error, "tournament %.64s has no games that can be read", tournament);
	traces->terms = terms[0];
	if (!stmt_load_map(db, terms[0].map, &traces->map))
		return fail(error, "its map: %.200s", db_fault(db)->message);
	for (int i = 0; i < count && done; i++)
		done = record(traces, &terms[i], &room, error);
	free(room.bytes);
	return done;
}

const struct trace *traces_find(const struct traces *traces, const struct terms *terms)
{
	const struct terms *own = &traces->terms;
	const bool same = terms->map == own->map && terms->round_limit == own->round_limit &&
	                  terms->draw_after == own->draw_after && terms->started == own->started &&
	                  strcmp(terms->rules, own->rules) == 0;
	return same ? &traces->trace[(terms->number - 1) % traces->count] : NULL;
}
