/* chores: see chores.h. */
#include "chores.h"

#include "base/log.h"

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
	          aside ? ", for the third time in one phase: it is put aside" : "");
	return true;
}

bool chores_hand_back(struct db *db, struct departed *departed)
{
	int64_t games;
	for (; departed->blame_count > 0; departed->blame_count--)
		if (!tell_blame(db, &departed->blames[departed->blame_count - 1]))
			return false;
	if (departed->count == 0)
		return true;
	if (!stmt_workers_leave(db, departed->workers, departed->count, &games))
		return false;
	departed->count = 0;
	if (games > 0)
		log_line("%lld games of workers that ended are handed back", (long long)games);
	return true;
}

bool chores_keep_house(struct db *db, int lease_seconds)
{
	int64_t lapsed, games, swept;
	if (!stmt_lapse_turns(db, &lapsed) || !stmt_recover(db, lease_seconds, &games))
		return false;
	if (games > 0)
		log_line("%lld games of workers that lapsed are handed back", (long long)games);
	return stmt_sweep(db, &swept);
}
