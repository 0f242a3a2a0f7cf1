/* worker: see worker.h. */
#include "worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/log.h"
#include "base/clock.h"
#include "bots.h"
#include "library.h"
#include "loader.h"
#include "db/pg/fault.h"
#include "db/statements/play/stmt_press.h"
#include "writer.h"

/* A worker without games asks for some after this time, though no notification came. PAUSE_MS: when
 * it was notified and there was no game, it sleeps for so long first, then twice as long each time:
 * anybody who knows the channel can notify. */
enum { IDLE_MS = 1000, PAUSE_MS = 10 };

struct worker {
	const struct worker_config *config;
	struct slot *slot;
	struct session session;
	struct writer writer;
	struct loader loader;
	struct external external; /* of the game in play, where it has external players */
	struct bots bots;
	struct bots_decision decision; /* of the bots, for the phase in play */
	char bot_names[STMT_BOTS_SIZE];
	struct room room;       /* of the players */
	struct library library; /* what they share */
	int pause_ms;           /* the next sleep of a worker without games */
};

/* ── whose fault it is when this process dies ── */

/* What happens from here on belongs to the claim's game, until leave_game. */
static void enter_game(struct worker *worker, const struct claim *claim, int16_t phase)
{
	atomic_store(&worker->slot->phase, phase);
	atomic_store(&worker->slot->game, claim->game);
}

static void leave_game(struct worker *worker)
{
	atomic_store(&worker->slot->game, 0);
}

/* Ends this worker, which has no memory for a game. It is the game's fault. */
static void starve(const struct claim *claim)
{
	const struct log_about about = {.level = LOG_ERROR, .game = claim->game, .epoch = claim->epoch};
	log_event(&about, "game %lld: out of memory; this worker ends", (long long)claim->game);
	_exit(WORKER_STARVED);
}

/* ── playing ── */

/* Takes in a phase that was played with bots. */
static void note_bots(struct worker *worker, const struct match *match,
                      const struct phase_record *record, struct phase_cost *cost)
{
	bots_observe(&worker->bots, match, record);
	for (int p = 0; p < POWERS_MAX; p++)
		if (worker->decision.think_ns[p] > 0)
			cost->think_ns[p] = worker->decision.think_ns[p];
}

/* Plays one phase. external: orders of external players are given. */
static void advance(struct worker *worker, struct claim *claim, struct match *match,
                    struct batch *batch, bool external)
{
	struct phase_record record;
	struct phase_cost cost;
	library_enter(&worker->library, claim, match->board.phase);
	atomic_store(&worker->slot->decides_since_ms, clock_ms());
	match_play(match, &record, &cost);
	for (int p = 0; p < POWERS_MAX; p++)
		if (power_set_has(match->away, p)) /* the seat's player made no effort */
			cost.effort[p] = (struct player_effort){0};
	atomic_store(&worker->slot->decides_since_ms, 0);
	if (match_has_bots(match))
		note_bots(worker, match, &record, &cost);
	struct stored *stored = batch_add(batch, claim);
	stored_pack(match->map, &record, &cost, stored);
	digest_phase(&claim->digest, stored);
	summary_phase(claim->summary, match->map, stored);
	claim->phases++;
	if (external)
		external_learn(&worker->external);
	match->given = NULL;
	match->away = 0;
}

/* ── bots ── */

/* Puts a game aside whose bots have made too many faults; what was played of it is stored first. */
static enum standing give_up(struct worker *worker, struct claim *claim, const struct match *match)
{
	char why[STMT_REASON_SIZE];
	bots_explain(&worker->decision, claim, match, why);
	const enum standing standing = writer_flush(&worker->writer, NULL);
	return standing == STANDING_GOOD
	           ? writer_put_aside(&worker->writer, claim, &(struct aside){.what = why})
	           : standing;
}

/* A bot is unusable: this worker no longer has it, and hands back all that it has claimed. */
static enum standing withdraw_bot(struct worker *worker)
{
	struct session *session = &worker->session;
	atomic_store(&worker->slot->unusable, worker->bots.unusable);
	bots_list(&worker->config->bots, worker->bots.unusable, worker->bot_names);
	enum standing standing = writer_flush(&worker->writer, NULL);
	if (standing == STANDING_GOOD)
		standing = writer_settle(&worker->writer);
	if (standing != STANDING_GOOD)
		return standing;
	return stmt_put_bots(session->db, session->worker, worker->bot_names)
	           ? writer_drop(&worker->writer, 0)
	           : STANDING_LOST;
}

/* Asks the bots for messages in the phase of the match's board, and, if decides, for orders. Where
 * orders of external players are given, the bots wrote their messages before these were asked.
 * False: the worker must stop, or hand back what it has claimed. */
static bool hear_bots(struct worker *worker, struct claim *claim, struct match *match, bool decides)
{
	struct bots *bots = &worker->bots;
	struct bots_decision *decision = &worker->decision;
	bots_begin(decision);
	return (match->given != NULL || bots_converse(bots, claim, match, decision)) &&
	       (!decides || bots_decide(bots, claim, match, decision));
}

/* Asks the bots, and stores their faults. *plays: the phase can be played; else the worker must
 * stop, or the game is put aside. */
static enum standing ask_bots(struct worker *worker, struct claim *claim, struct match *match,
                              bool decides, struct batch *batch, bool *plays)
{
	struct bots *bots = &worker->bots;
	struct bots_decision *decision = &worker->decision;
	const uint64_t unusable = bots->unusable;
	atomic_store(&worker->slot->exposed, bots->exposed);
	*plays = hear_bots(worker, claim, match, decides);
	atomic_store(&worker->slot->exposed, false);
	if (worker->bots.unusable != unusable)
		return withdraw_bot(worker);
	if (!*plays)
		return STANDING_GOOD;
	batch_add_faults(batch, claim, decision->faults, decision->fault_count);
	batch_add_costs(batch, claim, decision->costs, decision->cost_count);
	*plays = !bots_put_aside(claim);
	if (!*plays)
		return give_up(worker, claim, match);
	batch_add_said(batch, claim, match->board.phase, &bots->letters, bots->letters_stored);
	bots->letters_stored = bots->letters.count;
	return STANDING_GOOD;
}

/* The digest of a game that is over takes its messages in. All that was played of it is stored
 * first. */
static enum standing fold_messages(struct worker *worker, struct claim *claim)
{
	if (!terms_have_press(&claim->terms))
		return STANDING_GOOD;
	enum standing standing = writer_flush(&worker->writer, NULL);
	if (standing == STANDING_GOOD)
		standing = writer_settle(&worker->writer);
	if (standing != STANDING_GOOD || claim->done)
		return standing;
	claim->pressed = stmt_digest_messages(worker->session.db, claim->game, claim->messages);
	return claim->pressed ? STANDING_GOOD : STANDING_LOST;
}

static void end_game(struct worker *worker, struct claim *claim, struct match *match,
                     const struct game_verdict *verdict, struct batch *batch)
{
	batch_end_game(batch, claim, match, verdict);
	if (match_has_bots(match))
		bots_end_game(&worker->bots, claim, match, verdict);
}

/* Plays one phase, or ends the game, or asks the external players; sends the batch where it must
 * not wait. thinks: the players take long, so the end of their game does not wait for the next
 * game. *done: the game is over, it waits for external players, or the worker must stop.
 *
 * Orders from outside are for the first phase only. So a batch has at most one phase with them. */
static enum standing take_step(struct worker *worker, struct claim *claim, struct match *match,
                               bool thinks, bool *done)
{
	const struct game_verdict verdict = match_verdict(match);
	const bool over = verdict.ending != GAME_RUNNING;
	enum standing standing = over ? fold_messages(worker, claim) : STANDING_GOOD;
	if (standing != STANDING_GOOD || claim->done)
		return standing;
	struct batch *batch = writer_fill(&worker->writer);
	enter_game(worker, claim, match->board.phase);
	const struct batch_close close = {
		.claim = claim,
		.match = match,
		.played = match->given != NULL ? &worker->external : NULL,
		.asked = over || match->given != NULL ? 0 : match_find_asked(match),
	};
	const bool plays = !over && close.asked == 0;
	bool decided = true;
	if (over)
		end_game(worker, claim, match, &verdict, batch);
	else if (match_has_bots(match) && (plays || terms_have_press(&claim->terms)))
		standing = ask_bots(worker, claim, match, plays, batch, &decided);
	if (plays && decided && standing == STANDING_GOOD)
		advance(worker, claim, match, batch, close.played != NULL);
	leave_game(worker);
	const bool stop = session_must_stop(&worker->session);
	*done = over || close.asked != 0 || stop;
	if (standing != STANDING_GOOD || claim->done)
		return standing;
	if (decided && (close.asked != 0 || close.played != NULL))
		return writer_flush(&worker->writer, &close);
	return stop || (*done && thinks) || writer_is_due(&worker->writer)
	           ? writer_flush(&worker->writer, NULL)
	           : STANDING_GOOD;
}

/* Plays a game until it is over, waits or is put aside, or until the worker must stop. Where its
 * players take long, the phases of other games are sent first. */
static enum standing play(struct worker *worker, struct claim *claim, struct match *match)
{
	const bool thinks = match_room_size(match) > 0 || match_has_bots(match);
	enum standing standing = thinks && !writer_is_empty(&worker->writer)
	                             ? writer_flush(&worker->writer, NULL)
	                             : STANDING_GOOD;
	for (bool done = false; !done && !claim->done && standing == STANDING_GOOD;)
		standing = take_step(worker, claim, match, thinks, &done);
	return standing;
}

/* ── taking up a game ── */

/* The database failed when it was asked for something of this game. */
static enum standing fail(struct worker *worker, struct claim *claim)
{
	const struct db_fault fault = *db_fault(worker->session.db);
	if (fault_is_starved(fault.sqlstate, fault.message)) {
		enter_game(worker, claim, 0);
		starve(claim);
	}
	if (fault_find(worker->session.db) != FAULT_GAME)
		return STANDING_LOST;
	return writer_put_aside(&worker->writer, claim, &(struct aside){"it cannot be loaded", &fault});
}

/* Fetches the orders that were taken of external players for the board, if they order there. */
static enum standing fetch_orders(struct worker *worker, struct claim *claim, struct match *match)
{
	struct session *session = &worker->session;
	if (match_verdict(match).ending != GAME_RUNNING || match_find_asked(match) == 0)
		return STANDING_GOOD;
	enum standing standing = writer_settle(&worker->writer);
	if (standing != STANDING_GOOD)
		return standing;
	if (!external_fetch(&worker->external, session->db, session->worker, claim, match))
		return fail(worker, claim);
	enter_game(worker, claim, match->board.phase);
	external_read(&worker->external, match);
	leave_game(worker);
	return STANDING_GOOD;
}

/* Fetches what the players of a game with bots have written since the last movement phase. */
static enum standing fetch_letters(struct worker *worker, struct claim *claim,
                                   const struct match *match)
{
	struct session *session = &worker->session;
	struct bots *bots = &worker->bots;
	struct db_rows rows;
	struct heard heard;
	if (!match_has_bots(match) || !terms_have_press(&claim->terms) || claim->epoch == 1)
		return STANDING_GOOD;
	if (!stmt_read_heard(session->db, session->worker, claim, letters_since(match->board.phase),
	                     &rows))
		return fail(worker, claim);
	while (stmt_next_heard(&rows, &heard))
		letters_add(&bots->letters,
		            &(struct letter){heard.phase, heard.round, (uint8_t)heard.sender,
		                             (power_set)heard.recipients, heard.text});
	bots->letters_stored = bots->letters.count;
	return db_rows_close(&rows) ? STANDING_GOOD : fail(worker, claim);
}

static void give_room(struct worker *worker, const struct claim *claim, struct match *match)
{
	if (!terms_give_room(match, &worker->room))
		starve(claim);
}

/* The bots go on behind the last stored phase. */
static bool enter_bots(struct worker *worker, const struct claim *claim, const struct match *match,
                       char error[LOADER_ERROR_SIZE])
{
	struct phase_record last;
	const bool any = claim->phases > 0;
	const bool read = !any || stored_unpack_record(match->map, &worker->loader.last, &last);
	if (read)
		bots_enter(&worker->bots, any ? &last : NULL);
	else
		snprintf(error, LOADER_ERROR_SIZE, "its last phase does not fit its map");
	leave_game(worker);
	return read;
}

static bool has_bots(const struct claim *claim)
{
	return strstr(claim->terms.seats, SEAT_BOT) != NULL;
}

/* Makes a match of a claim. The match is ready to be played, but for orders from outside. Players
 * that remember need their room to read the boards. Others get it behind them, when the phase is
 * known: a game that has no room is put aside in that phase. */
static bool load(struct worker *worker, struct claim *claim, struct match *match,
                 char error[LOADER_ERROR_SIZE])
{
	enter_game(worker, claim, 0);
	const bool opened = loader_open(&worker->loader, claim, match, error);
	const bool remembers = opened && match_remembers(match);
	if (opened) {
		match->threads = worker->config->threads;
		match->clock = clock_ns;
		match->knowledge = library_knowledge(&worker->library);
	}
	if (remembers)
		give_room(worker, claim, match);
	const bool bots = opened && match_has_bots(match);
	history_clear(&worker->bots.history);
	const bool read = loader_read(&worker->loader, claim, opened ? match : NULL,
	                              bots ? &worker->bots.history : NULL, error);
	if (opened && read) {
		atomic_store(&worker->slot->phase, match->board.phase);
		if (!remembers)
			give_room(worker, claim, match);
	}
	if (read && bots)
		return enter_bots(worker, claim, match, error);
	leave_game(worker);
	return opened && read;
}

/* Gives and takes what players share, where it is time. */
static enum standing share(struct worker *worker, const struct claim *claim,
                           const struct match *match)
{
	struct library *library = &worker->library;
	const bool give = library_must_give(library, false);
	const bool take = library_must_take(library, match, claim->terms.map);
	const enum standing standing = give || take ? writer_settle(&worker->writer) : STANDING_GOOD;
	if (standing != STANDING_GOOD)
		return standing;
	return (!give || library_give(library, &worker->session)) &&
	               (!take || library_take(library, &worker->session, match, claim->terms.map))
	           ? STANDING_GOOD
	           : STANDING_LOST;
}

/* Gives all there is, before a pause. */
static bool give_rest(struct worker *worker)
{
	return !library_must_give(&worker->library, true) ||
	       library_give(&worker->library, &worker->session);
}

/* Takes a claim up, ready to be played; or puts the game aside, and the claim is done. */
static enum standing prepare(struct worker *worker, struct claim *claim, struct match *match)
{
	struct writer *writer = &worker->writer;
	char error[LOADER_ERROR_SIZE];
	const bool ready = loader_is_ready(&worker->loader, claim) && !has_bots(claim);
	enum standing standing = ready ? STANDING_GOOD : writer_settle(writer);
	if (standing != STANDING_GOOD)
		return standing;
	if (claim->flaw != NULL)
		return writer_put_aside(writer, claim, &(struct aside){.what = claim->flaw});
	if ((has_bots(claim) && !stmt_count_faults(worker->session.db, claim)) ||
	    !loader_fetch(&worker->loader, worker->session.db, claim))
		return fail(worker, claim);
	if (!load(worker, claim, match, error))
		return writer_put_aside(writer, claim, &(struct aside){.what = error});
	standing = share(worker, claim, match);
	if (standing == STANDING_GOOD)
		standing = fetch_letters(worker, claim, match);
	return standing == STANDING_GOOD ? fetch_orders(worker, claim, match) : standing;
}

static enum standing take_game(struct worker *worker, struct claim *claim)
{
	struct match match;
	enum standing standing;
	while ((standing = prepare(worker, claim, &match)) == STANDING_LOST)
		if ((standing = writer_resume(&worker->writer)) != STANDING_GOOD)
			break;
	return standing == STANDING_GOOD && !claim->done ? play(worker, claim, &match) : standing;
}

/* ── the loop ── */

/* There were no games: waits for some. */
static enum standing idle(struct worker *worker)
{
	bool notified;
	if (!give_rest(worker) || !db_wait(worker->session.db, worker->pause_ms, IDLE_MS, &notified))
		return STANDING_LOST;
	if (!notified)
		worker->pause_ms = 0;
	else if (worker->pause_ms == 0)
		worker->pause_ms = PAUSE_MS;
	else
		worker->pause_ms = 2 * worker->pause_ms < IDLE_MS ? 2 * worker->pause_ms : IDLE_MS;
	return STANDING_GOOD;
}

/* Claims games and plays them; waits where there are none. */
static enum standing take_games(struct worker *worker)
{
	struct session *session = &worker->session;
	struct writer *writer = &worker->writer;
	enum standing standing = writer_claim(writer);
	if (standing == STANDING_GOOD && writer->claim_count == 0)
		return idle(worker);
	worker->pause_ms = 0;
	for (int i = 0; i < writer->claim_count && standing == STANDING_GOOD; i++) {
		if (session_must_stop(session))
			break;
		standing = take_game(worker, &writer->claims[i]);
	}
	if (standing == STANDING_GOOD && !writer_is_empty(writer))
		standing = writer_flush(writer, NULL);
	return standing;
}

/* Works until the worker must stop; then hands its claims back. Ends early when the connection is
 * lost and no claim is left to go on with. */
static void work(struct worker *worker)
{
	struct session *session = &worker->session;
	int64_t games;
	enum standing standing = session_register(session) ? STANDING_GOOD : STANDING_LOST;
	atomic_store(&worker->slot->worker, session->worker);
	writer_clear(&worker->writer);
	while (standing != STANDING_LOST && !session_must_stop(session))
		standing = take_games(worker);
	if (standing != STANDING_LOST && writer_settle(&worker->writer) != STANDING_LOST &&
	    give_rest(worker))
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
	static struct worker state; /* large for a stack; one process is one worker */
	struct worker *worker = &state;
	worker->config = config;
	worker->slot = slot;
	limit_memory(config->memory);
	session_open(&worker->session, &config->target, bots_list(&config->bots, 0, worker->bot_names),
	             config->supervisor, config->parent);
	worker->session.threads = config->threads;
	bots_open(&worker->bots, &config->bots, &worker->session);
	if (worker->bots.exposed)
		session_heed_parent(&worker->session);
	library_open(&worker->library, config->knowledge);
	writer_open(&worker->writer, &worker->session, slot, config->batch);
	while (session_connect(&worker->session))
		work(worker);
	bots_close(&worker->bots);
	session_close(&worker->session);
	library_close(&worker->library);
	free(worker->room.bytes);
}
