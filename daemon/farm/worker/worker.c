/* worker: see worker.h. */
#include "worker.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "base/log.h"
#include "base/clock.h"
#include "playing.h"

/* IDLE_MS: a worker without games claims again after this time, even without a notification; so
 * does one whose games all wait for bots. PAUSE_MS: if it was notified and there was no game, it
 * waits this long before the next claim, then twice as long each time, because anyone who knows the
 * channel can notify. SLICE_MS: how long it waits for bots before it checks for other work. */
enum { IDLE_MS = 1000, PAUSE_MS = 10, SLICE_MS = 50 };

/* ── bots ── */

/* Sets the game whose question is being written or answer read; NULL: none. While bots can kill
 * this worker, there is only one game, and it stays set. */
static void turn_to(void *context, const struct bot_asked *asked)
{
	struct worker *worker = context;
	const struct playing *game = asked != NULL ? asked->game : NULL;
	if (worker->bots.exposed)
		return;
	if (game != NULL)
		worker_enter_game(worker, game->claim, game->match.board.phase);
	else
		worker_leave_game(worker);
}

/* Waits for bots, at most wait_ms, or until the server sends something; returns whether it has. If
 * bots can kill this worker, its only game is to blame. */
static bool serve_bots(struct worker *worker, int wait_ms)
{
	const struct playing *game = worker->playing[0];
	const bool exposed = worker->bots.exposed && worker->playing_count > 0 && game->asks;
	if (exposed) {
		worker_enter_game(worker, game->claim, game->match.board.phase);
		atomic_store(&worker->slot->exposed, true);
	}
	const bool said = bots_serve(&worker->bots, wait_ms, db_descriptor(worker->session.db));
	if (exposed) {
		atomic_store(&worker->slot->exposed, false);
		worker_leave_game(worker);
	}
	return said;
}
/* ── claims ── */

static void change_pause(struct worker *worker, bool notified)
{
	if (!notified)
		worker->pause_ms = 0;
	else if (worker->pause_ms == 0)
		worker->pause_ms = PAUSE_MS;
	else
		worker->pause_ms = MIN(2 * worker->pause_ms, IDLE_MS);
}

/* Stores all new knowledge, before a pause. */
static bool give_rest(struct worker *worker)
{
	return !library_must_give(&worker->library, true) ||
	       library_give(&worker->library, &worker->session);
}

/* Waits for games after an empty claim. */
static enum standing idle(struct worker *worker)
{
	bool notified;
	if (!give_rest(worker) || !db_wait(worker->session.db, worker->pause_ms, IDLE_MS, &notified))
		return STANDING_LOST;
	change_pause(worker, notified);
	return STANDING_GOOD;
}

/* While all games in play wait for bots: after a notification, claims other games too. */
static enum standing hear(struct worker *worker, bool said)
{
	bool notified;
	if (!db_wait(worker->session.db, 0, said, &notified))
		return writer_resume(&worker->writer);
	if (notified && worker->claim_at > clock_ms() + worker->pause_ms) {
		worker->claim_at = clock_ms() + worker->pause_ms;
		worker->notified = true;
	}
	return STANDING_GOOD;
}

/* The number of games with bots that this worker plays at once. */
static int count_places(const struct worker *worker)
{
	return worker->bots.exposed ? 1 : worker->config->games;
}

/* The bots of a claim's game, as bits. */
static uint64_t find_bots(const struct worker *worker, const struct claim *claim)
{
	const struct bot_settings *settings = &worker->config->bots;
	uint64_t found = 0;
	for (const char *at = claim->terms.seats; (at = strstr(at, SEAT_BOT)) != NULL;) {
		at += strlen(SEAT_BOT);
		for (int i = 0; i < settings->count; i++) {
			const size_t length = strlen(settings->bots[i].name);
			if (strncmp(at, settings->bots[i].name, length) == 0 && at[length] == '\t')
				found |= UINT64_C(1) << i;
		}
	}
	return found;
}

/* Bots that must not get another game, as bits. */
static uint64_t find_taken(const struct worker *worker)
{
	const bool all = worker->bot_games >= count_places(worker);
	return all ? UINT64_MAX : worker->unusable | bots_find_full(&worker->bots);
}

/* Removes and returns the first waiting claim whose game can start; or NULL. Games without bots are
 * played one at a time: the caller asks only if none of them is being played. */
static struct claim *pick_claim(struct worker *worker)
{
	const uint64_t taken = find_taken(worker);
	if (worker->bots.exposed && worker->playing_count > 0)
		return NULL;
	for (int i = 0; i < worker->waiting_count; i++) {
		struct claim *claim = worker->waiting[i];
		if (claim_has_bots(claim) &&
		    (taken == UINT64_MAX || (find_bots(worker, claim) & taken) != 0))
			continue;
		worker->waiting_count--;
		memmove(&worker->waiting[i], &worker->waiting[i + 1],
		        (size_t)(worker->waiting_count - i) * sizeof *worker->waiting);
		return claim;
	}
	return NULL;
}

/* Whether it is time to claim games: none is in play, or the last claim, which was empty, is old or
 * excluded bots that have less to do now. */
static bool may_claim(const struct worker *worker)
{
	if (worker->playing_count == 0)
		return true;
	return !worker->bots.exposed &&
	       (clock_ms() >= worker->claim_at || (worker->left_out & ~find_taken(worker)) != 0);
}

/* Records how many games it got. */
static void note_claim(struct worker *worker, uint64_t taken, int count)
{
	if (count > 0) {
		worker->claim_at = worker->pause_ms = 0;
	} else if (clock_ms() >= worker->claim_at) {
		worker->claim_at = clock_ms() + IDLE_MS;
		worker->left_out = taken;
		if (worker->playing_count > 0)
			change_pause(worker, worker->notified);
		worker->notified = false;
	} else {
		worker->left_out &= taken;
	}
}

/* Sends what was played, and claims as many games as there are places. */
static enum standing claim_games(struct worker *worker)
{
	struct writer *writer = &worker->writer;
	const uint64_t taken = find_taken(worker);
	const int places = count_places(worker) - worker->bot_games;
	const bool some = worker->bot_games > 0 && places > 0 && places < STMT_CLAIMS_MAX;
	int count = 0;
	enum standing standing = writer_is_empty(writer) ? STANDING_GOOD : writer_flush(writer, NULL);
	if (standing == STANDING_GOOD)
		standing = writer_claim(writer, some ? places : STMT_CLAIMS_MAX,
		                        bots_list(&worker->config->bots, taken, worker->free_names),
		                        &worker->waiting[worker->waiting_count], &count);
	worker->waiting_count += count;
	note_claim(worker, taken, count);
	return standing == STANDING_GOOD && count == 0 && worker->playing_count == 0 ? idle(worker)
	                                                                             : standing;
}

/* Continues all games that can continue. *moved: there was one. */
static enum standing play_all(struct worker *worker, bool *moved)
{
	enum standing standing = STANDING_GOOD;
	for (int i = worker->playing_count; i-- > 0 && standing == STANDING_GOOD;) {
		struct playing *game = worker->playing[i];
		bool done = false;
		if (!game->claim->done)
			standing = playing_step(worker, game, &done);
		*moved |= !game->asks;
		if (done || game->claim->done)
			playing_leave(worker, i);
	}
	return standing;
}

/* Continues playing. If all games wait for bots, starts another one, claims more, or waits. */
static enum standing work_on(struct worker *worker)
{
	struct writer *writer = &worker->writer;
	bool moved = false;
	const bool said = serve_bots(worker, worker->waits ? SLICE_MS : 0);
	enum standing standing = worker->waits ? hear(worker, said) : STANDING_GOOD;
	worker->waits = false;
	if (standing == STANDING_GOOD)
		standing = play_all(worker, &moved);
	if (standing != STANDING_GOOD || moved)
		return standing;

	struct claim *claim = pick_claim(worker);
	if (claim != NULL)
		return playing_take_up(worker, claim);
	if (may_claim(worker))
		return claim_games(worker);
	worker->waits = true;
	return writer_is_empty(writer) || !writer_is_due(writer) ? STANDING_GOOD
	                                                         : writer_flush(writer, NULL);
}

/* Drops the games, which this worker no longer holds. */
static void leave_all(struct worker *worker)
{
	while (worker->playing_count > 0)
		playing_leave(worker, worker->playing_count - 1);
	worker->waiting_count = 0;
}

/* Works until the worker must stop; then releases its claims. Ends early if the connection is lost
 * and no claim is left to continue. */
static void work(struct worker *worker)
{
	struct session *session = &worker->session;
	struct writer *writer = &worker->writer;
	int64_t games;
	enum standing standing = session_register(session) ? STANDING_GOOD : STANDING_LOST;
	atomic_store(&worker->slot->worker, session->worker);
	writer_clear(writer);
	while (standing != STANDING_LOST && !session_must_stop(session)) {
		standing = work_on(worker);
		if (standing != STANDING_GOOD)
			leave_all(worker);
	}
	if (standing == STANDING_GOOD && !writer_is_empty(writer))
		standing = writer_flush(writer, NULL);
	leave_all(worker);
	if (standing != STANDING_LOST && writer_settle(writer) != STANDING_LOST && give_rest(worker))
		(void)!stmt_workers_leave(session->db, &session->worker, 1, &games);
}

/* Limits the data of this process: heap and stacks. */
static void limit_memory(int mib)
{
	const rlim_t bytes = (rlim_t)mib << 20;
	if (mib > 0 && setrlimit(RLIMIT_DATA, &(struct rlimit){bytes, bytes}) != 0)
		log_event(&(struct log_about){.level = LOG_WARNING}, "--memory: %s; there is no limit",
		          strerror(errno));
}

void worker_run(const struct worker_config *config, struct slot *slot)
{
	static struct worker state; /* too large for the stack; one worker per process */
	struct worker *worker = &state;
	worker->config = config;
	worker->slot = slot;
	limit_memory(config->memory);
	session_open(&worker->session, &config->target, bots_list(&config->bots, 0, worker->bot_names),
	             config->supervisor, config->parent);
	worker->session.threads = config->threads;
	bots_open(&worker->bots, &config->bots, turn_to, worker);
	if (worker->bots.exposed)
		session_heed_parent(&worker->session);
	library_open(&worker->library, config->knowledge);
	writer_open(&worker->writer, &worker->session, slot, config->batch);
	while (session_connect(&worker->session))
		work(worker);
	bots_close(&worker->bots);
	session_close(&worker->session);
	library_close(&worker->library);
}
