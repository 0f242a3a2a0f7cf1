/* chores: see chores.h. */
#include "chores.h"

#include <string.h>

#include "base/log.h"
#include "base/clock.h"
#include "db/statements/play/stmt_faults.h"
#include "db/statements/play/stmt_knowledge.h"
#include "db/statements/play/stmt_tuning.h"

/* A chore that gets no lock logs that again after this time. */
enum { TELL_AGAIN_MS = 60000 };

bool chores_beat(struct db *db, const struct children *children)
{
	struct heartbeat beat = {.count = 0};
	for (int i = 0; i < STMT_WORKERS_MAX; i++) {
		const struct slot *slot = &children->slots[i];
		if (!children_is_alive(children, i))
			continue;
		beat.workers[beat.count] = atomic_load(&slot->worker);
		beat.phases[beat.count] = atomic_load(&slot->phases);
		beat.games[beat.count++] = atomic_load(&slot->games);
	}
	return beat.count == 0 || stmt_heartbeat(db, &beat);
}

static bool tell_blame(struct db *db, const struct blame *blame)
{
	const struct log_about about = {.level = LOG_WARNING, .game = blame->game};
	bool aside;
	if (!stmt_game_failed(db, blame->game, blame->worker, blame->phase, blame->text, &aside))
		return false;
	log_event(&about, "game %lld: %s%s", (long long)blame->game, blame->text,
	          aside ? ", for the third time in one phase: it is quarantined" : "");
	return true;
}

/* Workers may depart while a statement here waits: they are appended after those being reported. */
bool chores_hand_back(struct db *db, struct departed *departed)
{
	int64_t games;

	while (departed->blame_count > 0) {
		const struct blame blame = departed->blames[0];
		if (!tell_blame(db, &blame))
			return false;
		departed->blame_count--;
		memmove(departed->blames, departed->blames + 1,
		        (size_t)departed->blame_count * sizeof *departed->blames);
	}

	const int told = departed->count;
	if (told == 0)
		return true;
	if (!stmt_workers_leave(db, departed->workers, told, &games))
		return false;
	departed->count -= told;
	memmove(departed->workers, departed->workers + told,
	        (size_t)departed->count * sizeof *departed->workers);
	if (games > 0)
		log_line("%lld games of workers that ended are handed back", (long long)games);

	return true;
}

/* ── for the whole farm ── */

bool chores_was_locked(const struct db *db, const char *what, int64_t *told_at)
{
	const struct db_fault *fault = db_fault(db);
	const int64_t now = clock_ms();
	if (strcmp(fault->sqlstate, STMT_LOCKED) != 0)
		return false;
	if (*told_at == 0 || now >= *told_at + TELL_AGAIN_MS) {
		log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = fault->sqlstate},
		          "%s must wait, trying again: %s %s", what, fault->sqlstate, fault->message);
		*told_at = now;
	}
	return true;
}

static int lease; /* of a worker, in seconds */

static bool recover(struct db *db, int64_t *games)
{
	return stmt_recover(db, lease, games);
}

static bool judge(struct db *db, int64_t *decided)
{
	if (!stmt_judge_stops(db, decided))
		return false;
	if (*decided > 0)
		log_line(
			"%lld tournament%s judged to the end: aresctl tournament status says what came out",
			(long long)*decided, PLURAL(*decided));
	return true;
}

/* Counting them all takes some milliseconds, so it is done only now and then. */
static bool bound_knowledge(struct db *db, int64_t *values)
{
	enum { BOUND_MS = 60000 };
	static int64_t bound_at;

	*values = 0;
	if (bound_at != 0 && clock_ms() < bound_at + BOUND_MS)
		return true;
	bound_at = clock_ms();
	return stmt_bound_knowledge(db, values);
}

bool chores_keep_house(struct db *db, int chore, int lease_seconds)
{
	static struct {
		const char *what;
		bool (*run)(struct db *db, int64_t *count);
		const char *done; /* what is logged after the count; NULL: nothing */
		int64_t told_at;
	} house[CHORES_HOUSE] = {
		{"ending the turns of games", stmt_lapse_turns, NULL, 0},
		{"ending old transactions of external players", stmt_bound_agents,
	     "sessions of external players are ended: their transaction was older than a minute", 0},
		{"handing back games of workers that lapsed", recover,
	     "games of workers that lapsed are handed back", 0},
		{"judging tournaments", judge, NULL, 0},
		/* idle workers do so too: this is for a farm whose workers are all busy */
		{"making the next steps of tunings", stmt_advance_tunings, NULL, 0},
		{"removing dropped tournaments", stmt_sweep, NULL, 0},
		{"bounding what players share", bound_knowledge,
	     "values that players share are forgotten: they were used least", 0},
	};
	int64_t count;

	lease = lease_seconds;
	if (!house[chore].run(db, &count))
		return chores_was_locked(db, house[chore].what, &house[chore].told_at);
	if (house[chore].done != NULL && count > 0)
		log_line("%lld %s", (long long)count, house[chore].done);
	return true;
}

bool chores_tell_botless(struct db *db, const char *bots, bool *any)
{
	struct db_rows rows;
	const char *line;
	if (!stmt_read_botless(db, bots, &rows))
		return false;
	*any = rows.count > 0;
	while (stmt_next_botless(&rows, &line))
		log_event(&(struct log_about){.level = LOG_WARNING}, "%s", line);
	return db_rows_close(&rows);
}
