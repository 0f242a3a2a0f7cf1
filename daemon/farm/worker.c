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

#include "base/log.h"
#include "base/utf8.h"

/* A batch is sent after this long though it is not full; an idle worker asks for games this often
 * though nobody called. */
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
	struct batch_types types; /* of the connection */
	int backoff;              /* ms before the next try to connect */
	int64_t id;               /* workers.id; 0 until registered */
	int32_t map_id;           /* the map that is loaded, or 0 */
	struct map map;
	struct stored last; /* of the claim in hand */
	void *scratch;
	size_t scratch_size;
	struct batch batches[2], *batch, *sent; /* what is collected, and what is under way */
	uint64_t begun;  /* ns: when the first of what is in the batch was added */
	int64_t refused; /* writes that were and are not counted yet */
	int claim_count;
	struct claim claims[STMT_CLAIMS_MAX];
	struct external external; /* of the game in hand, where there are seats outside */
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

/* ── the connection ── */

/* Adds to the worker's count what was refused and is not counted yet. */
static bool count_refused(struct worker *worker)
{
	if (worker->refused > 0 && !stmt_count_refused(worker->db, worker->id, worker->refused))
		return false;
	worker->refused = 0;
	return true;
}

/* Sleeps between half and all of so many milliseconds, or until a signal: workers that lost one
 * server do not all come back to it at once. */
static void sleep_about(int milliseconds)
{
	unsigned random = (unsigned)clock_ns() * 2654435761u ^ (unsigned)getpid();
	int64_t ns =
		(milliseconds / 2 + (int)(random % (unsigned)(milliseconds / 2))) * INT64_C(1000000);
	nanosleep(&(struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000}, NULL);
}

/* Says why the connection is of no more use, and waits before there is another: longer every time,
 * until something is stored. */
static void give_up(struct worker *worker, const char *sqlstate, const char *why)
{
	if (must_stop(worker))
		return;
	log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = sqlstate},
	          "connection given up, trying again: %s %s", sqlstate, why);
	sleep_about(worker->backoff);
	worker->backoff = worker->backoff * 2 < BACKOFF_MOST_MS ? worker->backoff * 2 : BACKOFF_MOST_MS;
}

static void disconnect(struct worker *worker)
{
	if (worker->db == NULL)
		return;
	const struct db_fault *fault = db_fault(worker->db);
	give_up(worker, fault->sqlstate, fault->message);
	db_close(worker->db);
	worker->db = NULL;
}

/* Makes a connection in the place of the one there may be. False when the worker must stop. */
static bool reconnect(struct worker *worker)
{
	for (;;) {
		char error[DB_MESSAGE_SIZE];
		disconnect(worker);
		if (must_stop(worker))
			return false;
		worker->db = target_connect(&worker->config->target, "aresd worker", error);
		if (worker->db == NULL)
			give_up(worker, "", error);
		else if (stmt_prepare_batch(worker->db, &worker->types) && stmt_listen(worker->db) &&
		         count_refused(worker))
			return true;
	}
}

/* ── writing ── */

/* Drops what is in hand: what was under way is not stored, and is counted where the fence refused
 * it. */
static enum standing drop(struct worker *worker, bool refused)
{
	int64_t games;
	if (refused)
		worker->refused += worker->sent->count;
	batch_clear(worker->sent);
	worker->claim_count = 0;
	return count_refused(worker) && stmt_workers_leave(worker->db, &worker->id, 1, &games)
	           ? STANDING_REFUSED
	           : STANDING_LOST;
}

/* What was under way is stored. */
static void account(struct worker *worker)
{
	struct batch *sent = worker->sent;
	const int ends = batch_count_ends(sent);
	for (int i = 0; i < sent->part_count; i++) {
		struct written *part = &sent->parts[i];
		part->claim->stored += part->count;
		part->claim->done |= part->over;
	}
	if (sent->close != NULL && sent->close->asked != 0)
		sent->close->claim->done = true;
	worker->slot->phases += sent->count - ends; /* final positions are none */
	worker->slot->games += ends;
	worker->backoff = BACKOFF_MS;
	batch_clear(sent);
}

/* Whether what is in hand is as it must be if what was under way was stored, or if not: boards, of
 * each claim, as stmt_resume_games has them. */
static bool agrees(const struct worker *worker, const int32_t boards[], bool arrived)
{
	const struct batch *sent = worker->sent;
	for (int i = 0; i < worker->claim_count; i++) {
		const struct claim *claim = &worker->claims[i];
		const struct written *part = arrived && sent->under_way ? batch_find(sent, claim) : NULL;
		int32_t expected = claim->stored;
		if (part != NULL) {
			bool waits =
				sent->close != NULL && sent->close->asked != 0 && sent->close->claim == claim;
			expected = part->over || waits ? -1 : expected + part->count;
		}
		if (!claim->done && boards[i] != expected)
			return false;
	}
	return true;
}

/* Whether what went wrong may go well over another connection: this one was lost, a deadlock, no
 * room, an operator. */
static bool may_pass(const struct db_fault *fault)
{
	static const char classes[][3] = {"40", "53", "57", "58"};
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (strncmp(fault->sqlstate, classes[i], 2) == 0)
			return true;
	return fault->lost;
}

/* Goes on over a new connection with what is in hand, if anything is; what was under way is sent
 * again unless it arrived. Where another worker had a game meanwhile, or the server lost what it
 * had stored, all is dropped. */
static enum standing resume(struct worker *worker)
{
	int32_t boards[STMT_CLAIMS_MAX];
	while (worker->claim_count > 0 && worker->db != NULL && may_pass(db_fault(worker->db)) &&
	       reconnect(worker)) {
		if (!stmt_resume_games(worker->db, worker->id, worker->claims, worker->claim_count, boards))
			continue;
		if (worker->sent->under_way && agrees(worker, boards, true))
			account(worker);
		else if (!agrees(worker, boards, false)) {
			log_line("others have had its games meanwhile, or phases are lost; what is in hand is "
			         "dropped");
			return drop(worker, false);
		}
		if (!worker->sent->under_way ||
		    batch_send(worker->sent, worker->db, &worker->types, worker->id))
			return STANDING_GOOD;
	}
	return STANDING_LOST;
}

/* Waits for the batch under way. A refusal, once said and counted, costs all claims: who slept
 * through its lease lost them together, and of a batch that had a game taken away nothing is
 * stored. */
static enum standing settle(struct worker *worker)
{
	const struct batch *sent = worker->sent;
	const struct claim *only = sent->part_count == 1 ? sent->parts[0].claim : NULL;
	struct log_about about = {.game = only != NULL ? only->game : 0,
	                          .epoch = only != NULL ? only->epoch : 0};
	enum standing standing = STANDING_GOOD;
	while (standing == STANDING_GOOD) {
		switch (batch_settle(sent, worker->db)) {
		case BATCH_NONE:
			return STANDING_GOOD;
		case BATCH_DONE:
			account(worker);
			break;
		case BATCH_REFUSED:
			about.level = LOG_WARNING;
			about.sqlstate = STMT_REFUSED;
			log_event(&about, "write refused: %s", db_fault(worker->db)->message);
			return drop(worker, true);
		case BATCH_TAKEN:
			log_event(&about, "%s; what is in hand is dropped", db_fault(worker->db)->message);
			return drop(worker, false);
		case BATCH_LOST:
			standing = resume(worker);
		}
	}
	return standing;
}

/* Sends what is collected. What is to be stored besides must be there as long as it may have to be
 * sent again: so it is waited for. */
static enum standing flush(struct worker *worker, const struct batch_close *close)
{
	enum standing standing = settle(worker);
	if (standing != STANDING_GOOD)
		return standing;
	struct batch *sent = worker->batch;
	worker->batch = worker->sent;
	worker->sent = sent;
	if (close != NULL)
		batch_end_with(sent, close);
	if (!batch_send(sent, worker->db, &worker->types, worker->id))
		standing = resume(worker);
	return standing == STANDING_GOOD && close != NULL ? settle(worker) : standing;
}

static bool is_due(const struct worker *worker)
{
	return batch_is_full(worker->batch, worker->config->batch) ||
	       clock_ns() - worker->begun >= BATCH_MS * UINT64_C(1000000);
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

/* Digests the boards there are, and leaves the last one in worker->last. */
static bool load_boards(struct worker *worker, struct claim *claim)
{
	struct db_rows rows;
	digest_open(&claim->digest, &claim->terms);
	claim->phases = claim->stored = 0;
	if (claim->epoch == 1)
		return true;
	if (!stmt_read_boards(worker->db, claim->tournament, claim->game, &rows))
		return false;
	bool decoded = true;
	for (; decoded && claim->phases < rows.count; claim->phases += decoded) {
		decoded = stmt_decode_board(worker->db, &rows, claim->phases, &worker->last);
		if (decoded)
			digest_phase(&claim->digest, &worker->last);
	}
	claim->stored = claim->phases;
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
	return match_resume(match, &board, &orders) ? NULL
	                                            : "its last orders are not of its last board";
}

/* Makes a match of a claim whose map and boards are loaded. NULL, or why that cannot be played. */
static const char *take_claim(struct worker *worker, const struct claim *claim, struct match *match,
                              char error[TERMS_ERROR_SIZE])
{
	if (!terms_open_match(&claim->terms, &worker->map, match, error) ||
	    !terms_seat(&claim->terms, match, error))
		return error;
	match->threads = worker->config->threads;
	match->clock = clock_ns;
	const char *wrong = claim->phases > 0 ? go_on(&worker->last, match) : NULL;
	atomic_store(&worker->slot->phase, match->board.phase);
	if (wrong == NULL && !terms_give_scratch(match, &worker->scratch, &worker->scratch_size)) {
		log_event(
			&(struct log_about){.level = LOG_ERROR, .game = claim->game, .epoch = claim->epoch},
			"game %lld: out of memory", (long long)claim->game);
		_exit(WORKER_STARVED);
	}
	return wrong;
}

/* ── playing ── */

/* Plays one phase. */
static void advance(struct worker *worker, struct claim *claim, struct match *match)
{
	struct phase_record record;
	atomic_store(&worker->slot->phase, match->board.phase);
	atomic_store(&worker->slot->decides_since_ms, (int64_t)(clock_ns() / 1000000));
	match_play(match, &record);
	atomic_store(&worker->slot->decides_since_ms, 0);
	struct stored *stored = batch_add(worker->batch, claim);
	stored_pack(match->map, &record, stored);
	digest_phase(&claim->digest, stored);
	claim->phases++;
	if (match->given != NULL)
		external_learn(&worker->external);
	match->given = NULL;
}

/* Plays a game to its end, or until somebody outside is to order or the worker must stop. What was
 * handed in is for the first phase; so a batch has one phase of that kind at most. What is stored
 * for somebody outside is sent at once. Nothing of other games waits for one whose players think,
 * which may take them long, nor does its own end. */
static enum standing play(struct worker *worker, struct claim *claim, struct match *match)
{
	struct batch_close close = {.claim = claim, .match = match};
	const bool thinks = match_scratch_size(match) > 0;
	enum standing standing =
		thinks && worker->batch->part_count > 0 ? flush(worker, NULL) : STANDING_GOOD;
	if (standing != STANDING_GOOD)
		return standing;
	for (bool done = false; !done;) {
		const struct game_verdict verdict = match_verdict(match);
		if (worker->batch->part_count == 0)
			worker->begun = clock_ns();
		close.asked =
			verdict.ending != GAME_RUNNING || match->given != NULL ? 0 : match_find_asked(match);
		close.played = match->given != NULL ? &worker->external : NULL;
		if (verdict.ending != GAME_RUNNING)
			batch_end_game(worker->batch, claim, match, &verdict);
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
static enum standing put_aside(struct worker *worker, struct claim *claim, const char *why)
{
	char reason[DB_MESSAGE_SIZE]; /* it may be cut within a character */
	snprintf(reason, sizeof reason, "%s", why);
	utf8_clean(reason);
	log_event(&(struct log_about){.level = LOG_WARNING, .game = claim->game, .epoch = claim->epoch},
	          "game %lld is put aside: %s", (long long)claim->game, reason);
	enum standing standing = settle(worker);
	if (standing != STANDING_GOOD)
		return standing;
	claim->done = stmt_quarantine(worker->db, worker->id, claim, reason);
	if (claim->done)
		return STANDING_GOOD;
	const char *sqlstate = db_fault(worker->db)->sqlstate;
	bool refused = strcmp(sqlstate, STMT_REFUSED) == 0;
	worker->refused += refused;
	return refused || strcmp(sqlstate, STMT_TAKEN_AWAY) == 0 ? drop(worker, false) : STANDING_LOST;
}

/* Takes the orders from outside for the claim's board, if it should have any. Not part of the
 * claim: that sees no orders that are handed in while it waits for the game's row, and they count.
 */
static enum standing take_orders(struct worker *worker, const struct claim *claim,
                                 struct match *match)
{
	if (match_verdict(match).ending != GAME_RUNNING || match_find_asked(match) == 0)
		return STANDING_GOOD;
	enum standing standing = settle(worker);
	if (standing == STANDING_GOOD &&
	    !external_fetch(&worker->external, worker->db, worker->id, claim, match))
		standing = STANDING_LOST;
	return standing;
}

/* Makes a match of a claim, ready to be played; or puts the game aside, and is done with it. */
static enum standing take_up(struct worker *worker, struct claim *claim, struct match *match)
{
	char error[DB_MESSAGE_SIZE + TERMS_ERROR_SIZE];
	bool at_hand = worker->map_id == claim->terms.map && claim->epoch == 1;
	enum standing standing = at_hand ? STANDING_GOOD : settle(worker);
	if (standing != STANDING_GOOD)
		return standing;
	if (!load_map(worker, claim) || !load_boards(worker, claim)) {
		const struct db_fault *fault = db_fault(worker->db);
		snprintf(error, sizeof error, "%s", fault->message);
		return fault->lost || fault->sqlstate[0] != '\0' ? STANDING_LOST
		                                                 : put_aside(worker, claim, error);
	}
	const char *wrong = take_claim(worker, claim, match, error);
	return wrong != NULL ? put_aside(worker, claim, wrong) : take_orders(worker, claim, match);
}

static enum standing take_game(struct worker *worker, struct claim *claim)
{
	struct match match;
	enum standing standing;
	while ((standing = take_up(worker, claim, &match)) == STANDING_LOST)
		if ((standing = resume(worker)) != STANDING_GOOD)
			break;
	return standing == STANDING_GOOD && !claim->done ? play(worker, claim, &match) : standing;
}

/* ── the loop ── */

/* Registers once; a worker that comes back with nothing in hand drops what it had claimed. A server
 * that took another's place may know nothing of it. */
static bool enter(struct worker *worker)
{
	char host[256] = "";
	int32_t boards[STMT_CLAIMS_MAX];
	bool known = false;
	gethostname(host, sizeof host - 1);
	if (worker->id != 0 && !stmt_worker_exists(worker->db, worker->id, &known))
		return false;
	if (known)
		return stmt_resume_games(worker->db, worker->id, worker->claims, 0, boards);
	if (!stmt_register_worker(worker->db, host, getpid(), worker->config->supervisor, &worker->id))
		return false;
	worker->slot->id = worker->id;
	log_worker(worker->id);
	return true;
}

/* Claims games and plays them. */
static enum standing take_games(struct worker *worker)
{
	enum standing standing = settle(worker);
	worker->claim_count = 0;
	if (standing != STANDING_GOOD)
		return standing;
	if (!stmt_claim_games(worker->db, worker->id, worker->claims, &worker->claim_count))
		return STANDING_LOST;
	if (worker->claim_count == 0)
		return db_wait(worker->db, IDLE_MS) ? STANDING_GOOD : STANDING_LOST;
	for (int i = 0; i < worker->claim_count && standing == STANDING_GOOD && !must_stop(worker);
	     i++) {
		atomic_store(&worker->slot->game, worker->claims[i].game);
		standing = take_game(worker, &worker->claims[i]);
	}
	if (standing == STANDING_GOOD && worker->batch->part_count > 0)
		standing = flush(worker, NULL);
	atomic_store(&worker->slot->game, 0);
	return standing;
}

/* Works until the worker must stop, and hands back its claims. Ends early when it has lost its
 * connection, and nothing is in hand that another could go on with. */
static void work(struct worker *worker)
{
	enum standing standing = enter(worker) ? STANDING_GOOD : STANDING_LOST;
	int64_t games;
	batch_clear(worker->sent);
	while (standing != STANDING_LOST && !must_stop(worker)) {
		batch_clear(worker->batch);
		standing = take_games(worker);
	}
	if (standing != STANDING_LOST && settle(worker) != STANDING_LOST)
		(void)!stmt_workers_leave(worker->db, &worker->id, 1, &games);
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
	worker->batch = &worker->batches[0];
	worker->sent = &worker->batches[1];
	worker->backoff = BACKOFF_MS;
	while (reconnect(worker))
		work(worker);
	db_close(worker->db);
	free(worker->scratch);
}
