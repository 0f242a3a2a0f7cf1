/* playing: see playing.h. */
#include "playing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/clock.h"
#include "db/pg/fault.h"
#include "db/statements/play/stmt_press.h"

/* ── which game is to blame if this process dies ── */

/* What happens from here on belongs to the claim's game, until leave_game. */
void worker_enter_game(struct worker *worker, const struct claim *claim, int16_t phase)
{
	atomic_store(&worker->slot->phase, phase);
	atomic_store(&worker->slot->game, claim->game);
}

void worker_leave_game(struct worker *worker)
{
	atomic_store(&worker->slot->game, 0);
}

/* Ends this worker, which is out of memory. The game is to blame. */
static void starve(const struct claim *claim)
{
	const struct log_about about = {.level = LOG_ERROR, .game = claim->game, .epoch = claim->epoch};
	log_event(&about, "game %lld: out of memory; this worker ends", (long long)claim->game);
	_exit(WORKER_STARVED);
}
/* ── playing ── */

/* Observes a phase that was played with bots. */
static void note_bots(struct worker *worker, struct playing *game,
                      const struct phase_record *record, struct phase_cost *cost)
{
	questions_observe(&game->questions, &worker->bots, &game->match, record);
	for (int p = 0; p < POWERS_MAX; p++)
		if (game->questions.decision.think_ns[p] > 0)
			cost->think_ns[p] = game->questions.decision.think_ns[p];
}

/* Plays one phase. */
static void advance(struct worker *worker, struct playing *game, struct batch *batch)
{
	struct claim *claim = game->claim;
	struct match *match = &game->match;
	struct phase_record record;
	struct phase_cost cost;
	library_enter(&worker->library, claim, match->board.phase);
	atomic_store(&worker->slot->decides_since_ms, clock_ms());
	match_play(match, &record, &cost);
	for (int p = 0; p < POWERS_MAX; p++)
		if (power_set_has(match->away, p)) /* the seat's player did not think */
			cost.effort[p] = (struct player_effort){0};
	atomic_store(&worker->slot->decides_since_ms, 0);
	if (game->has_bots)
		note_bots(worker, game, &record, &cost);
	struct stored *stored = batch_add(batch, claim);
	stored_pack(match->map, &record, &cost, stored);
	digest_phase(&claim->digest, stored);
	summary_phase(claim->summary, match->map, stored);
	claim->phases++;
	if (game->submitted)
		external_learn(&game->external);
	match->given = NULL;
	match->votes = NULL;
	match->away = 0;
}

/* ── bots ── */

/* Quarantines a game whose bots have made too many faults, after storing what was played. */
static enum standing give_up(struct worker *worker, const struct playing *game)
{
	char why[STMT_REASON_SIZE];
	questions_explain(&game->questions.decision, game->claim, &game->match, why);
	const enum standing standing = writer_flush(&worker->writer, NULL);
	return standing == STANDING_GOOD
	           ? writer_put_aside(&worker->writer, game->claim, &(struct aside){.what = why})
	           : standing;
}

/* A bot has become unusable: the worker removes it from its bots, and releases all its claims. */
static enum standing withdraw_bot(struct worker *worker)
{
	struct session *session = &worker->session;
	worker->unusable = worker->bots.unusable;
	atomic_store(&worker->slot->unusable, worker->unusable);
	bots_list(&worker->config->bots, worker->unusable, worker->bot_names);
	enum standing standing = writer_flush(&worker->writer, NULL);
	if (standing == STANDING_GOOD)
		standing = writer_settle(&worker->writer);
	if (standing != STANDING_GOOD)
		return standing;
	return stmt_put_bots(session->db, session->worker, worker->bot_names)
	           ? writer_drop(&worker->writer, 0)
	           : STANDING_LOST;
}

/* Takes what the bots have answered into the batch. *plays: the phase can be played; else the game
 * is quarantined. */
static enum standing add_answers(struct worker *worker, struct playing *game, struct batch *batch,
                                 bool *plays)
{
	struct claim *claim = game->claim;
	struct questions *questions = &game->questions;
	const struct decision *decision = &questions->decision;
	batch_add_notes(batch, claim, decision->faults, decision->fault_count, decision->costs,
	                decision->cost_count);
	*plays = !questions_put_aside(claim);
	if (!*plays)
		return give_up(worker, game);
	batch_add_said(batch, claim, game->match.board.phase, &questions->letters,
	               questions->letters_stored);
	questions->letters_stored = questions->letters.count;
	return STANDING_GOOD;
}

/* Adds the messages of a game that is over to its digest, after storing everything that was
 * played. */
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

/* Sends the batch when the game can no longer stay in it for a while. */
static enum standing flush_if_due(struct worker *worker, const struct playing *game, bool done)
{
	const bool thought = done && match_room_size(&game->match) > 0;
	return thought || writer_is_due(&worker->writer) ? writer_flush(&worker->writer, NULL)
	                                                 : STANDING_GOOD;
}

/* Ends a game. If it ends by votes of bots, their answers are stored with it. */
static enum standing end_game(struct worker *worker, struct playing *game,
                              const struct game_verdict *verdict)
{
	struct claim *claim = game->claim;
	enum standing standing = STANDING_GOOD;
	bool counts = true;
	if (game->answered)
		standing = add_answers(worker, game, writer_fill(&worker->writer), &counts);
	if (standing == STANDING_GOOD && counts)
		standing = fold_messages(worker, claim);
	if (standing != STANDING_GOOD || claim->done || !counts)
		return standing;

	worker_enter_game(worker, claim, game->match.board.phase);
	batch_end_game(writer_fill(&worker->writer), claim, &game->match, verdict);
	if (game->has_bots)
		bots_end_game(&worker->bots, claim, &game->match, verdict);
	worker_leave_game(worker);
	return flush_if_due(worker, game, true);
}

/* Collects the known votes of external players and bots on the match's board. */
static void count_votes(struct playing *game)
{
	const struct questions *questions = &game->questions;
	struct votes *votes = &game->votes;
	game->match.votes = game->submitted || game->answered ? votes : NULL;
	*votes = game->submitted ? game->external.votes : (struct votes){0};
	if (game->answered)
		questions_add_votes(questions, game->claim, &game->match, votes);
}

/* Plays one phase, or ends the game, or asks the external players or the bots; sends the batch if
 * it must not wait. *done: the game is over, it waits for external players, or the worker must
 * stop.
 *
 * Orders from outside are for the first phase only. So a batch has at most one phase with them. */
static enum standing play_on(struct worker *worker, struct playing *game, bool *done)
{
	struct claim *claim = game->claim;
	struct match *match = &game->match;
	count_votes(game);
	const struct game_verdict verdict = match_verdict(match);
	*done = verdict.ending != GAME_RUNNING;
	if (*done)
		return end_game(worker, game, &verdict);
	const struct batch_close close = {
		.claim = claim,
		.match = match,
		.played = game->submitted ? &game->external : NULL,
		.asked = game->submitted ? 0 : match_find_asked(match),
	};
	const bool plays = close.asked == 0;
	if (game->has_bots && !game->answered && (plays || terms_have_press(&claim->terms))) {
		questions_begin(&game->questions, &worker->bots, claim, match, !game->submitted, plays);
		game->asks = true;
		return STANDING_GOOD;
	}

	struct batch *batch = writer_fill(&worker->writer);
	enum standing standing = STANDING_GOOD;
	bool decided = true;
	worker_enter_game(worker, claim, match->board.phase);
	if (game->answered)
		standing = add_answers(worker, game, batch, &decided);
	if (plays && decided && standing == STANDING_GOOD)
		advance(worker, game, batch);
	worker_leave_game(worker);
	game->answered = game->submitted = false;

	*done = close.asked != 0;
	if (standing != STANDING_GOOD || claim->done)
		return standing;
	if (decided && (close.asked != 0 || close.played != NULL))
		return writer_flush(&worker->writer, &close);
	return flush_if_due(worker, game, *done);
}

enum standing playing_step(struct worker *worker, struct playing *game, bool *done)
{
	const struct claim *claim = game->claim;
	enum standing standing = STANDING_GOOD;
	if (game->asks) {
		worker_enter_game(worker, claim, game->match.board.phase);
		game->answered =
			questions_are_answered(&game->questions, &worker->bots, game->claim, &game->match);
		worker_leave_game(worker);
		game->asks = !game->answered;
		if (worker->bots.unusable != worker->unusable)
			return withdraw_bot(worker);
	}
	if (game->asks)
		return standing;
	if (!batch_takes(writer_fill(&worker->writer), claim))
		standing = writer_flush(&worker->writer, NULL);
	return standing == STANDING_GOOD && !claim->done ? play_on(worker, game, done) : standing;
}

/* ── starting or resuming a game ── */

/* Handles a fault of the database in a query for this game. */
static enum standing fail(struct worker *worker, struct claim *claim)
{
	const struct db_fault fault = *db_fault(worker->session.db);
	if (fault_is_starved(fault.sqlstate, fault.message)) {
		worker_enter_game(worker, claim, 0);
		starve(claim);
	}
	if (fault_find(worker->session.db) != FAULT_GAME)
		return STANDING_LOST;
	return writer_put_aside(&worker->writer, claim, &(struct aside){"it cannot be loaded", &fault});
}

/* Fetches the taken orders of external players for the board, if they order there. */
static enum standing fetch_orders(struct worker *worker, struct playing *game)
{
	struct claim *claim = game->claim;
	struct match *match = &game->match;
	struct session *session = &worker->session;
	if (match_verdict(match).ending != GAME_RUNNING || match_find_asked(match) == 0)
		return STANDING_GOOD;
	enum standing standing = writer_settle(&worker->writer);
	if (standing != STANDING_GOOD)
		return standing;
	if (!external_fetch(&game->external, session->db, session->worker, claim, match))
		return fail(worker, claim);
	worker_enter_game(worker, claim, match->board.phase);
	external_read(&game->external, match);
	game->submitted = match->given != NULL;
	worker_leave_game(worker);
	return STANDING_GOOD;
}

/* Fetches the messages in a game with bots since the last movement phase. */
static enum standing fetch_letters(struct worker *worker, struct playing *game)
{
	struct session *session = &worker->session;
	struct claim *claim = game->claim;
	struct questions *questions = &game->questions;
	struct db_rows rows;
	struct heard heard;
	if (!game->has_bots || !terms_have_press(&claim->terms) || claim->epoch == 1)
		return STANDING_GOOD;
	if (!stmt_read_heard(session->db, session->worker, claim,
	                     letters_since(game->match.board.phase), &rows))
		return fail(worker, claim);
	while (stmt_next_heard(&rows, &heard))
		letters_add(&questions->letters,
		            &(struct letter){heard.phase, heard.round, (uint8_t)heard.sender,
		                             (power_set)heard.recipients, heard.text});
	questions->letters_stored = questions->letters.count;
	return db_rows_close(&rows) ? STANDING_GOOD : fail(worker, claim);
}

static void give_room(struct playing *game)
{
	if (!terms_give_room(&game->match, &game->room))
		starve(game->claim);
}

/* The bots continue after the last stored phase. */
static bool enter_bots(struct worker *worker, struct playing *game, char error[LOADER_ERROR_SIZE])
{
	struct phase_record last;
	const bool any = game->claim->phases > 0;
	const bool read = !any || stored_unpack_record(game->match.map, &worker->loader.last, &last);
	if (read)
		questions_enter(&game->questions, any ? &last : NULL);
	else
		snprintf(error, LOADER_ERROR_SIZE, "its last phase does not fit its map");
	worker_leave_game(worker);
	return read;
}

bool claim_has_bots(const struct claim *claim)
{
	return strstr(claim->terms.seats, SEAT_BOT) != NULL;
}

/* Makes a match from a claim, ready to be played except for orders from outside. Players with
 * memory need it before the boards are read. Others get theirs afterwards: if memory runs out, this
 * process ends, and the phase to blame is known. */
static bool load(struct worker *worker, struct playing *game, char error[LOADER_ERROR_SIZE])
{
	struct claim *claim = game->claim;
	struct match *match = &game->match;
	worker_enter_game(worker, claim, 0);
	const bool opened = loader_open(&worker->loader, claim, match, error);
	const bool remembers = opened && match_remembers(match);
	if (opened) {
		match->threads = worker->config->threads;
		match->clock = clock_ns;
		match->knowledge = library_knowledge(&worker->library);
	}
	if (remembers)
		give_room(game);
	game->has_bots = opened && match_has_bots(match);
	struct history *const history = game->has_bots && questions_need_history(&worker->bots, match)
	                                    ? &game->questions.history
	                                    : NULL;
	const bool read = loader_read(&worker->loader, claim, opened ? match : NULL, history, error);
	if (opened && read) {
		atomic_store(&worker->slot->phase, match->board.phase);
		if (!remembers)
			give_room(game);
	}
	if (read && game->has_bots)
		return enter_bots(worker, game, error);
	worker_leave_game(worker);
	return opened && read;
}

/* Stores and loads shared knowledge, if it is time. */
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

/* Makes a claim ready to be played, or quarantines the game, and the claim is done. */
static enum standing prepare(struct worker *worker, struct playing *game)
{
	struct writer *writer = &worker->writer;
	struct claim *claim = game->claim;
	char error[LOADER_ERROR_SIZE];
	const bool ready = loader_is_ready(&worker->loader, claim) && !claim_has_bots(claim);
	enum standing standing = ready ? STANDING_GOOD : writer_settle(writer);
	if (standing != STANDING_GOOD)
		return standing;
	if (claim->flaw != NULL)
		return writer_put_aside(writer, claim, &(struct aside){.what = claim->flaw});
	if ((claim_has_bots(claim) && !stmt_count_faults(worker->session.db, claim)) ||
	    !loader_fetch(&worker->loader, worker->session.db, claim))
		return fail(worker, claim);
	if (!load(worker, game, error))
		return writer_put_aside(writer, claim, &(struct aside){.what = error});
	standing = share(worker, claim, &game->match);
	if (standing == STANDING_GOOD)
		standing = fetch_letters(worker, game);
	return standing == STANDING_GOOD ? fetch_orders(worker, game) : standing;
}

void playing_leave(struct worker *worker, int place)
{
	struct playing *game = worker->playing[place], *last = worker->playing[--worker->playing_count];
	worker->bot_games -= game->has_bots;
	questions_leave(&game->questions, &worker->bots, &game->match);
	worker->playing[worker->playing_count] = game;
	worker->playing[place] = last;
}

/* A place for another game. */
static struct playing *enter(struct worker *worker, struct claim *claim)
{
	struct playing **place = &worker->playing[worker->playing_count];
	if (*place == NULL)
		*place = calloc(1, sizeof **place);
	if (*place == NULL)
		starve(claim);
	worker->playing_count++;
	struct playing *game = *place;
	game->claim = claim;
	game->has_bots = game->asks = game->answered = game->submitted = false;
	game->questions.game = game;
	return game;
}

enum standing playing_take_up(struct worker *worker, struct claim *claim)
{
	struct playing *game = enter(worker, claim);
	enum standing standing;
	while ((standing = prepare(worker, game)) == STANDING_LOST)
		if ((standing = writer_resume(&worker->writer)) != STANDING_GOOD)
			break;
	worker->bot_games += game->has_bots;
	if (standing != STANDING_GOOD || claim->done)
		return standing;
	return match_room_size(&game->match) > 0 && !writer_is_empty(&worker->writer)
	           ? writer_flush(&worker->writer, NULL)
	           : standing;
}
