/* worker: see worker.h. */
#include "worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/log.h"
#include "base/clock.h"
#include "library.h"
#include "loader.h"
#include "bot_questions.h"
#include "db/pg/fault.h"
#include "db/statements/play/stmt_press.h"
#include "writer.h"

/* A worker without games asks for some after this time, though no notification came; so does one
 * whose games all wait for bots. PAUSE_MS: when it was notified and there was no game, it asks no
 * sooner than after so long, then twice as long each time: anybody who knows the channel can
 * notify. SLICE_MS: how long it waits for bots before it looks whether there is something else to
 * do. */
enum { IDLE_MS = 1000, PAUSE_MS = 10, SLICE_MS = 50 };

/* A game in play. */
struct playing {
	struct claim *claim;
	struct match match;
	struct room room; /* of the players; it stays for the next game */
	bool has_bots;
	bool asks;     /* its bots have not answered all questions */
	bool answered; /* they have, for the match's board */
	struct questions questions;
	bool submitted;           /* it has orders of external players for the match's board: */
	struct external external; /* where the game has external players */
	struct votes votes;       /* for the board, of external players and bots: match->votes */
};

struct worker {
	const struct worker_config *config;
	struct slot *slot;
	struct session session;
	struct writer writer;
	struct loader loader;
	struct bots bots;
	uint64_t unusable; /* of the bots; the database knows of these */
	char bot_names[STMT_BOTS_SIZE], free_names[STMT_BOTS_SIZE];
	struct library library; /* what the players share */
	int pause_ms;           /* after a notification, before it asks for games */
	bool notified;          /* since it has asked for games */
	bool waits;             /* there is nothing to do but to wait for bots */
	int64_t claim_at;       /* by clock_ms: it asks for no games before, while it has some; */
	uint64_t left_out;      /* but for those of these bots, as bits */
	int waiting_count;      /* claims that are not in play, in their sequence: */
	struct claim *waiting[STMT_HELD_MAX];
	int playing_count, bot_games;                   /* games in play; those of them with bots */
	struct playing *playing[WORKER_GAMES_MOST + 1]; /* NULL: a place that was never needed */
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

/* Whose question is written or answer read; NULL: nobody's any more. While bots can kill this
 * worker, there is one game only, and it stays. */
static void turn_to(void *context, const struct bot_asked *asked)
{
	struct worker *worker = context;
	const struct playing *game = asked != NULL ? asked->game : NULL;
	if (worker->bots.exposed)
		return;
	if (game != NULL)
		enter_game(worker, game->claim, game->match.board.phase);
	else
		leave_game(worker);
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
		if (power_set_has(match->away, p)) /* the seat's player made no effort */
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

/* Puts a game aside whose bots have made too many faults; what was played of it is stored first. */
static enum standing give_up(struct worker *worker, const struct playing *game)
{
	char why[STMT_REASON_SIZE];
	questions_explain(&game->questions.decision, game->claim, &game->match, why);
	const enum standing standing = writer_flush(&worker->writer, NULL);
	return standing == STANDING_GOOD
	           ? writer_put_aside(&worker->writer, game->claim, &(struct aside){.what = why})
	           : standing;
}

/* A bot is unusable: this worker no longer has it, and hands back all that it has claimed. */
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
static enum standing take_answers(struct worker *worker, struct playing *game, struct batch *batch,
                                  bool *plays)
{
	struct claim *claim = game->claim;
	struct questions *questions = &game->questions;
	const struct decision *decision = &questions->decision;
	batch_add_faults(batch, claim, decision->faults, decision->fault_count);
	batch_add_costs(batch, claim, decision->costs, decision->cost_count);
	*plays = !questions_put_aside(claim);
	if (!*plays)
		return give_up(worker, game);
	batch_add_said(batch, claim, game->match.board.phase, &questions->letters,
	               questions->letters_stored);
	questions->letters_stored = questions->letters.count;
	return STANDING_GOOD;
}

/* Waits for bots, at most so long, or until the server says something. Returns whether it does.
 * Where bots can kill this worker, the game whose bots are asked is to blame; it is the only one.
 */
static bool serve_bots(struct worker *worker, int wait_ms)
{
	const struct playing *game = worker->playing[0];
	const bool exposed = worker->bots.exposed && worker->playing_count > 0 && game->asks;
	if (exposed) {
		enter_game(worker, game->claim, game->match.board.phase);
		atomic_store(&worker->slot->exposed, true);
	}
	const bool said = bots_serve(&worker->bots, wait_ms, db_descriptor(worker->session.db));
	if (exposed) {
		atomic_store(&worker->slot->exposed, false);
		leave_game(worker);
	}
	return said;
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
		standing = take_answers(worker, game, writer_fill(&worker->writer), &counts);
	if (standing == STANDING_GOOD && counts)
		standing = fold_messages(worker, claim);
	if (standing != STANDING_GOOD || claim->done || !counts)
		return standing;

	enter_game(worker, claim, game->match.board.phase);
	batch_end_game(writer_fill(&worker->writer), claim, &game->match, verdict);
	if (game->has_bots)
		bots_end_game(&worker->bots, claim, &game->match, verdict);
	leave_game(worker);
	return flush_if_due(worker, game, true);
}

/* What external players and bots vote for on the match's board, as far as it is known. */
static void count_votes(struct playing *game)
{
	const struct questions *questions = &game->questions;
	struct votes *votes = &game->votes;
	game->match.votes = game->submitted || game->answered ? votes : NULL;
	*votes = game->submitted ? game->external.votes : (struct votes){0};
	if (game->answered)
		questions_add_votes(questions, game->claim, &game->match, votes);
}

/* Plays one phase, or ends the game, or asks the external players or the bots; sends the batch
 * where it must not wait. *done: the game is over, it waits for external players, or the worker
 * must stop.
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
	enter_game(worker, claim, match->board.phase);
	if (game->answered)
		standing = take_answers(worker, game, batch, &decided);
	if (plays && decided && standing == STANDING_GOOD)
		advance(worker, game, batch);
	leave_game(worker);
	game->answered = game->submitted = false;

	*done = close.asked != 0;
	if (standing != STANDING_GOOD || claim->done)
		return standing;
	if (decided && (close.asked != 0 || close.played != NULL))
		return writer_flush(&worker->writer, &close);
	return flush_if_due(worker, game, *done);
}

/* Continues with a game, as far as its bots have answered. */
static enum standing step(struct worker *worker, struct playing *game, bool *done)
{
	const struct claim *claim = game->claim;
	enum standing standing = STANDING_GOOD;
	if (game->asks) {
		enter_game(worker, claim, game->match.board.phase);
		game->answered =
			questions_are_answered(&game->questions, &worker->bots, game->claim, &game->match);
		leave_game(worker);
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
	enter_game(worker, claim, match->board.phase);
	external_read(&game->external, match);
	game->submitted = match->given != NULL;
	leave_game(worker);
	return STANDING_GOOD;
}

/* Fetches what the players of a game with bots have written since the last movement phase. */
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
	leave_game(worker);
	return read;
}

static bool has_bots(const struct claim *claim)
{
	return strstr(claim->terms.seats, SEAT_BOT) != NULL;
}

/* Makes a match of a claim. The match is ready to be played, but for orders from outside. Players
 * that remember need their memory before the boards are read. Others get it afterwards: if there is
 * none left, this process ends, and it is known for which phase. */
static bool load(struct worker *worker, struct playing *game, char error[LOADER_ERROR_SIZE])
{
	struct claim *claim = game->claim;
	struct match *match = &game->match;
	enter_game(worker, claim, 0);
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

/* Takes a claim up, ready to be played; or quarantines the game, and the claim is done. */
static enum standing prepare(struct worker *worker, struct playing *game)
{
	struct writer *writer = &worker->writer;
	struct claim *claim = game->claim;
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
	if (!load(worker, game, error))
		return writer_put_aside(writer, claim, &(struct aside){.what = error});
	standing = share(worker, claim, &game->match);
	if (standing == STANDING_GOOD)
		standing = fetch_letters(worker, game);
	return standing == STANDING_GOOD ? fetch_orders(worker, game) : standing;
}

/* The game is no longer in play. Its room stays. */
static void leave(struct worker *worker, int place)
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

/* Takes a game up. Where its players take long, the phases of other games are sent first. */
static enum standing take_game(struct worker *worker, struct claim *claim)
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

/* ── the loop ── */

static void change_pause(struct worker *worker, bool notified)
{
	if (!notified)
		worker->pause_ms = 0;
	else if (worker->pause_ms == 0)
		worker->pause_ms = PAUSE_MS;
	else
		worker->pause_ms = 2 * worker->pause_ms < IDLE_MS ? 2 * worker->pause_ms : IDLE_MS;
}

/* There were no games: waits for some. */
static enum standing idle(struct worker *worker)
{
	bool notified;
	if (!give_rest(worker) || !db_wait(worker->session.db, worker->pause_ms, IDLE_MS, &notified))
		return STANDING_LOST;
	change_pause(worker, notified);
	return STANDING_GOOD;
}

/* While all games in play wait for bots: after a notification it asks for others, too. */
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

/* Games with bots that this worker plays at once. */
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

/* Bots that no other game must be begun for, as bits. */
static uint64_t find_taken(const struct worker *worker)
{
	const bool all = worker->bot_games >= count_places(worker);
	return all ? UINT64_MAX : worker->unusable | bots_find_full(&worker->bots);
}

/* The first claim whose game can begin, which no longer waits; or NULL. Games without bots are
 * played one at a time: the caller asks only when none of them is being played. */
static struct claim *pick_claim(struct worker *worker)
{
	const uint64_t taken = find_taken(worker);
	if (worker->bots.exposed && worker->playing_count > 0)
		return NULL;
	for (int i = 0; i < worker->waiting_count; i++) {
		struct claim *claim = worker->waiting[i];
		if (has_bots(claim) && (taken == UINT64_MAX || (find_bots(worker, claim) & taken) != 0))
			continue;
		worker->waiting_count--;
		memmove(&worker->waiting[i], &worker->waiting[i + 1],
		        (size_t)(worker->waiting_count - i) * sizeof *worker->waiting);
		return claim;
	}
	return NULL;
}

/* Whether it is time to ask for games: none is in play, or the last answer, which was none, is old
 * or left bots out that have less to do now. */
static bool may_claim(const struct worker *worker)
{
	if (worker->playing_count == 0)
		return true;
	return !worker->bots.exposed &&
	       (clock_ms() >= worker->claim_at || (worker->left_out & ~find_taken(worker)) != 0);
}

/* Notes how many games it got. */
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

/* Sends what was played, and claims games for which there are places. */
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

/* Continues with all games that can continue. *moved: there was one. */
static enum standing play_all(struct worker *worker, bool *moved)
{
	enum standing standing = STANDING_GOOD;
	for (int i = worker->playing_count; i-- > 0 && standing == STANDING_GOOD;) {
		struct playing *game = worker->playing[i];
		bool done = false;
		if (!game->claim->done)
			standing = step(worker, game, &done);
		*moved |= !game->asks;
		if (done || game->claim->done)
			leave(worker, i);
	}
	return standing;
}

/* Plays on. Where all games wait for bots, begins another one, asks for more, or waits, too. */
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
		return take_game(worker, claim);
	if (may_claim(worker))
		return claim_games(worker);
	worker->waits = true;
	return writer_is_empty(writer) || !writer_is_due(writer) ? STANDING_GOOD
	                                                         : writer_flush(writer, NULL);
}

/* Its games are no longer this worker's. */
static void leave_all(struct worker *worker)
{
	while (worker->playing_count > 0)
		leave(worker, worker->playing_count - 1);
	worker->waiting_count = 0;
}

/* Works until the worker must stop; then hands its claims back. Ends early when the connection is
 * lost and no claim is left to continue with. */
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
	static struct worker state; /* large for a stack; one process is one worker */
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
