/* worker: see worker.h. */
#include "worker.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "log.h"
#include "utf8.h"

/* A batch is sent after this long though it is not full; an idle worker asks for games this often though nobody
 * called. */
enum { BATCH_MS = 250, IDLE_MS = 1000, BACKOFF_MS = 100, BACKOFF_MOST_MS = 5000 };

/* How a worker stands with what it has in hand. */
enum standing {
	STANDING_GOOD,
	STANDING_REFUSED, /* its claims are void */
	STANDING_LOST,    /* its connection is */
};

struct worker {
	const struct worker_config *config;
	struct worker_slot *slot;
	struct db *db;
	int64_t id;     /* workers.id; 0 until registered */
	int32_t map_id; /* the map that is loaded, or 0 */
	struct map map;
	struct stored last; /* of the claim in hand */
	void *scratch;
	size_t scratch_size;
	struct batch batch;
	uint64_t begun; /* ns: when the first of what is in the batch was added */
	struct claim claims[STMT_CLAIMS_MAX];
	struct outside outside; /* of the game in hand, where there are seats outside */
};

static volatile sig_atomic_t stop_asked;

static void ask_to_stop(int signal)
{
	(void)signal;
	stop_asked = 1;
}

static bool must_stop(const struct worker *worker)
{
	return stop_asked || getppid() != worker->config->parent;
}

static uint64_t clock_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ── writing ── */

/* Adds to the worker's count what was refused and is not counted yet. */
static bool count_refused(struct worker *worker)
{
	if (worker->batch.refused > 0 && !stmt_count_refused(worker->db, worker->id, worker->batch.refused))
		return false;
	worker->batch.refused = 0;
	return true;
}

/* Waits for the batch under way. A refusal, once said and counted, costs all claims: who slept through its lease lost
 * them together, and of a batch that had a game taken away nothing is stored. */
static enum standing settle(struct worker *worker)
{
	struct batch *batch = &worker->batch;
	int64_t games;
	switch (batch_settle(batch, worker->db)) {
	case BATCH_NONE:
		return STANDING_GOOD;
	case BATCH_DONE:
		worker->slot->phases += batch->sent_phases;
		worker->slot->games += batch->sent_ends;
		return STANDING_GOOD;
	case BATCH_REFUSED:
		log_event(&(struct log_about){LOG_WARNING, batch->sent_game, batch->sent_epoch, STMT_REFUSED},
		          "write refused: %s", db_fault(worker->db)->message);
		if (count_refused(worker) && stmt_workers_leave(worker->db, &worker->id, 1, &games))
			return STANDING_REFUSED;
		break;
	case BATCH_TAKEN:
		log_event(&(struct log_about){.game = batch->sent_game, .epoch = batch->sent_epoch},
		          "%s; what is in hand is dropped", db_fault(worker->db)->message);
		if (stmt_workers_leave(worker->db, &worker->id, 1, &games))
			return STANDING_REFUSED;
		break;
	case BATCH_LOST:
		break;
	}
	return STANDING_LOST;
}

/* ── setting up a match ── */

/* Loads the claim's map, if it is another than the last one's. */
static bool load_map(struct worker *worker, const struct claim *claim)
{
	if (worker->map_id == claim->terms.map)
		return true;
	bool loaded = stmt_load_map(worker->db, claim->terms.map, &worker->map);
	worker->map_id = loaded ? claim->terms.map : 0;
	return loaded;
}

/* Seals the boards there are, and leaves the last one in worker->last. */
static bool load_boards(struct worker *worker, struct claim *claim)
{
	struct db_rows rows;
	seal_open(&claim->seal, &claim->terms);
	claim->phases = 0;
	if (claim->epoch == 1)
		return true;
	if (!stmt_read_boards(worker->db, claim->tournament, claim->game, &rows))
		return false;
	bool decoded = true;
	for (; decoded && claim->phases < rows.count; claim->phases += decoded) {
		decoded = stmt_decode_board(worker->db, &rows, claim->phases, &worker->last);
		if (decoded)
			seal_phase(&claim->seal, &worker->last);
	}
	db_rows_free(&rows);
	return decoded;
}

/* Sets the match behind the last board. NULL, or why it cannot go on. */
static const char *go_on(const struct stored *last, struct match *match)
{
	struct board board;
	struct phase_orders orders;
	if (!stored_unpack(match->map, last, &board, &orders, NULL))
		return "its last board is none of its map's";
	if (!last->resolved)
		return "it has its final position, but did not finish";
	return match_resume(match, &board, &orders) ? NULL : "its last orders are not of its last board";
}

/* Makes a match of a claim whose map and boards are loaded. NULL, or why that cannot be played. */
static const char *take_claim(struct worker *worker, const struct claim *claim, struct match *match,
                              char error[TERMS_ERROR_SIZE])
{
	if (!terms_open_match(&claim->terms, &worker->map, match, error) || !terms_seat(&claim->terms, match, error))
		return error;
	match->threads = worker->config->threads;
	match->clock = clock_ns;
	const char *wrong = claim->phases > 0 ? go_on(&worker->last, match) : NULL;
	atomic_store(&worker->slot->phase, match->board.phase);
	if (wrong == NULL && !terms_give_scratch(match, &worker->scratch, &worker->scratch_size)) {
		log_event(&(struct log_about){.level = LOG_ERROR, .game = claim->game, .epoch = claim->epoch},
		          "game %lld: out of memory", (long long)claim->game);
		_exit(WORKER_STARVED);
	}
	return wrong;
}

/* ── playing ── */

/* Sends what is collected. */
static enum standing flush(struct worker *worker, const struct batch_close *close)
{
	enum standing standing = settle(worker);
	if (standing == STANDING_GOOD && !batch_send(&worker->batch, worker->db, worker->id, close))
		standing = STANDING_LOST;
	return standing;
}

static bool is_due(const struct worker *worker)
{
	return batch_is_full(&worker->batch, worker->config->batch) ||
	       clock_ns() - worker->begun >= BATCH_MS * UINT64_C(1000000);
}

/* Plays one phase. */
static void advance(struct worker *worker, struct claim *claim, struct match *match)
{
	struct phase_record record;
	atomic_store(&worker->slot->phase, match->board.phase);
	atomic_store(&worker->slot->decides_since_ms, (int64_t)(clock_ns() / 1000000));
	match_play(match, &record);
	atomic_store(&worker->slot->decides_since_ms, 0);
	struct stored *stored = batch_add(&worker->batch, claim);
	stored_pack(match->map, &record, stored);
	seal_phase(&claim->seal, stored);
	claim->phases++;
	if (match->given != NULL)
		outside_learn(&worker->outside);
	match->given = NULL;
}

/* Plays a game to its end, or until somebody outside is to order or the worker must stop. What was handed in is for the
 * first phase; so a batch has one phase of that kind at most. What is stored for somebody outside is sent at once. Nothing of
 * other games waits for one whose players think, which may take them long, nor does its own end. */
static enum standing play(struct worker *worker, struct claim *claim, struct match *match)
{
	struct batch_close close = {.claim = claim, .match = match};
	const bool thinks = match_scratch_size(match) > 0;
	enum standing standing = thinks && worker->batch.part_count > 0 ? flush(worker, NULL) : STANDING_GOOD;
	if (standing != STANDING_GOOD)
		return standing;
	for (bool done = false; !done;) {
		const struct game_verdict verdict = match_verdict(match);
		if (worker->batch.part_count == 0)
			worker->begun = clock_ns();
		close.asked = verdict.ending != GAME_RUNNING || match->given != NULL ? 0 : match_find_asked(match);
		close.played = match->given != NULL ? &worker->outside : NULL;
		if (verdict.ending != GAME_RUNNING)
			batch_end_game(&worker->batch, claim, match, &verdict);
		else if (close.asked == 0)
			advance(worker, claim, match);
		const bool apart = close.asked != 0 || close.played != NULL;
		done = verdict.ending != GAME_RUNNING || close.asked != 0 || must_stop(worker);
		if (!apart && !is_due(worker) && !must_stop(worker) && !(done && thinks))
			continue;
		standing = flush(worker, apart ? &close : NULL);
		if (standing != STANDING_GOOD)
			return standing;
	}
	return STANDING_GOOD;
}

/* Says why a game cannot be played, and puts it aside. */
static enum standing put_aside(struct worker *worker, const struct claim *claim, const char *why)
{
	char reason[DB_MESSAGE_SIZE]; /* it may be cut within a character */
	snprintf(reason, sizeof reason, "%s", why);
	utf8_clean(reason);
	log_event(&(struct log_about){.level = LOG_WARNING, .game = claim->game, .epoch = claim->epoch},
	          "game %lld is put aside: %s", (long long)claim->game, reason);
	enum standing standing = settle(worker);
	if (standing == STANDING_GOOD && !stmt_quarantine(worker->db, worker->id, claim, reason))
		standing = STANDING_LOST;
	return standing;
}

/* Takes the orders from outside for the claim's board, if it should have any. Not part of the claim: that sees no orders
 * that are handed in while it waits for the game's row, and they count. */
static enum standing take_orders(struct worker *worker, const struct claim *claim, struct match *match)
{
	if (match_verdict(match).ending != GAME_RUNNING || match_find_asked(match) == 0)
		return STANDING_GOOD;
	enum standing standing = settle(worker);
	if (standing == STANDING_GOOD && !outside_fetch(&worker->outside, worker->db, worker->id, claim, match))
		standing = STANDING_LOST;
	return standing;
}

static enum standing take_game(struct worker *worker, struct claim *claim)
{
	struct match match;
	char error[DB_MESSAGE_SIZE + TERMS_ERROR_SIZE];
	bool ready = worker->map_id == claim->terms.map && claim->epoch == 1;
	enum standing standing = ready ? STANDING_GOOD : settle(worker);
	if (standing != STANDING_GOOD)
		return standing;
	if (!load_map(worker, claim) || !load_boards(worker, claim)) {
		const struct db_fault *fault = db_fault(worker->db);
		snprintf(error, sizeof error, "%s", fault->message);
		return fault->lost || fault->sqlstate[0] != '\0' ? STANDING_LOST : put_aside(worker, claim, error);
	}
	const char *wrong = take_claim(worker, claim, &match, error);
	if (wrong != NULL)
		return put_aside(worker, claim, wrong);
	standing = take_orders(worker, claim, &match);
	return standing == STANDING_GOOD ? play(worker, claim, &match) : standing;
}

/* ── the loop ── */

/* Registers once; a worker that comes back drops what it had claimed. */
static bool enter(struct worker *worker)
{
	char host[256] = "";
	int64_t games;
	gethostname(host, sizeof host - 1);
	if (!stmt_prepare_batch(worker->db, &worker->batch.types) || !stmt_listen(worker->db))
		return false;
	if (worker->id != 0)
		return count_refused(worker) && stmt_workers_leave(worker->db, &worker->id, 1, &games);
	if (!stmt_register_worker(worker->db, host, getpid(), worker->config->supervisor, &worker->id))
		return false;
	worker->slot->id = worker->id;
	log_worker(worker->id);
	return true;
}

/* Claims games and plays them. */
static enum standing take_games(struct worker *worker)
{
	int count;
	enum standing standing = settle(worker);
	if (standing != STANDING_GOOD)
		return standing;
	if (!stmt_claim_games(worker->db, worker->id, worker->claims, &count))
		return STANDING_LOST;
	if (count == 0)
		return db_wait(worker->db, IDLE_MS) ? STANDING_GOOD : STANDING_LOST;
	for (int i = 0; i < count && standing == STANDING_GOOD && !must_stop(worker); i++) {
		atomic_store(&worker->slot->game, worker->claims[i].game);
		standing = take_game(worker, &worker->claims[i]);
	}
	if (standing == STANDING_GOOD && worker->batch.part_count > 0)
		standing = flush(worker, NULL);
	atomic_store(&worker->slot->game, 0);
	return standing;
}

/* Works over one connection until the worker must stop, and hands back its claims. False when the connection is lost.
 * */
static bool work(struct worker *worker)
{
	int64_t games;
	worker->batch.under_way = false;
	if (!enter(worker))
		return false;
	while (!must_stop(worker)) {
		batch_clear(&worker->batch);
		if (take_games(worker) == STANDING_LOST)
			return false;
	}
	return settle(worker) != STANDING_LOST && stmt_workers_leave(worker->db, &worker->id, 1, &games);
}

/* Sleeps between half and all of so many milliseconds, or until a signal: workers that lost one server do not all come
 * back to it at once. */
static void sleep_about(int milliseconds)
{
	unsigned random = (unsigned)clock_ns() * 2654435761u ^ (unsigned)getpid();
	int64_t ns = (milliseconds / 2 + (int)(random % (unsigned)(milliseconds / 2))) * INT64_C(1000000);
	nanosleep(&(struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000}, NULL);
}

/* Of the data that is its own: heap and stacks. */
static void limit_memory(rlim_t bytes)
{
	if (setrlimit(RLIMIT_DATA, &(struct rlimit){bytes, bytes}) != 0)
		log_event(&(struct log_about){.level = LOG_WARNING}, "--memory: %s", strerror(errno));
}

void worker_run(const struct worker_config *config, struct worker_slot *slot)
{
	static struct worker state; /* large for a stack; this process is this worker's */
	struct worker *worker = &state;
	worker->config = config;
	worker->slot = slot;
	if (config->memory > 0)
		limit_memory((rlim_t)config->memory << 20);
	sigaction(SIGTERM, &(struct sigaction){.sa_handler = ask_to_stop}, NULL);
	signal(SIGINT, SIG_IGN); /* ^C reaches the supervisor, who asks */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	int backoff = BACKOFF_MS;
	while (!must_stop(worker)) {
		char error[DB_MESSAGE_SIZE + DB_SQLSTATE_SIZE], sqlstate[DB_SQLSTATE_SIZE] = "";
		worker->db = config_connect(&config->target, "aresd worker", error);
		bool done = false;
		if (worker->db != NULL) {
			int64_t before = slot->phases;
			done = work(worker);
			memcpy(sqlstate, db_fault(worker->db)->sqlstate, sizeof sqlstate);
			snprintf(error, sizeof error, "%s %s", db_fault(worker->db)->sqlstate, db_fault(worker->db)->message);
			db_close(worker->db);
			if (slot->phases > before)
				backoff = BACKOFF_MS;
		}
		if (!done && !must_stop(worker)) {
			log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = sqlstate},
			          "connection given up, trying again: %s", error);
			sleep_about(backoff);
			backoff = backoff * 2 < BACKOFF_MOST_MS ? backoff * 2 : BACKOFF_MOST_MS;
		}
	}
	free(worker->scratch);
}
