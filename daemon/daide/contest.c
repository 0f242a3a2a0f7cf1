/* contest: a game from loading to its end; see contest.h. contest_tell.c has the messages. */
#include "contest.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "contest_press.h"
#include "contest_seats.h"
#include "farm.h"
#include "contest_tell.h"
#include "port.h"

enum {
	LOOK_MS = 1000,     /* between reads without a notification */
	LOOK_LEAST_MS = 10, /* after a notification */
	EARLY_MS = 100, /* a turn that ends this shortly before its deadline counts as ended by it */
	CHUNK = 16,     /* phases per read */
	STATES = 512,   /* games per read */
	LIVE_MOST = 16384
};

static struct {
	const char *tournament;
	int absent_s;
	struct contests games;
	int64_t looked_at;
	unsigned generation; /* of the connection, when all games were loaded */
	bool heard, unstored, unread;
} contests = {.games = TAILQ_HEAD_INITIALIZER(contests.games)};

void contest_open(const char *tournament, int absent_s)
{
	contests.tournament = tournament;
	contests.absent_s = absent_s;
}

struct contests *contest_all(void)
{
	return &contests.games;
}

/* ── the position, replayed from the stored phases ── */

const struct daide_map *contest_tokens(void)
{
	static struct map map;
	static struct daide_map tokens;
	char error[ERROR_SIZE];
	const struct map_source *source = map_source_find("standard");
	const bool open = tokens.map != NULL || (map_build(&map, source->rows, source->count, error) &&
	                                         daide_map_open(&map, &tokens));
	assert(open);
	return &tokens;
}

bool contest_is_served(const char *map, const char *rules_name)
{
	const struct rules *rules = rules_find(rules_name);
	return strcmp(map, "standard") == 0 && rules != NULL && rules->retreats && rules->adjustments;
}

/* Reads the position that the game begins with. */
static bool open_board(const struct daide_game *terms, struct board *board)
{
	static struct stored stored;
	struct phase_orders none;
	board_start(contest_tokens()->map, board);
	if (!terms->started)
		return true;
	stored = (struct stored){.phase = terms->start_phase, .unit_count = terms->start_unit_count};
	memcpy(stored.units, terms->start_units,
	       (size_t)terms->start_unit_count * sizeof *stored.units);
	memcpy(stored.owners, terms->start_owners, sizeof stored.owners);
	return stored_unpack(contest_tokens()->map, &stored, board, &none, NULL);
}

/* Begins the match of a game by its terms. False: the game cannot be served. */
static bool open_match(struct contest *game)
{
	struct board first;

	game->match = (struct match){
		.map = contest_tokens()->map,
		.rules = rules_find(game->terms.rules),
		.judge = judges[0],
		.threads = 1,
	};
	if (!contest_is_served(game->terms.map, game->terms.rules) || !open_board(&game->terms, &first))
		return false;

	match_start(&game->match, &first);
	return true;
}

static void note_losses(struct contest *game, int16_t phase)
{
	int centres[POWERS_MAX];
	board_count_centres(game->match.map, &game->match.board, centres);
	for (int p = 0; p < game->match.map->power_count; p++)
		if (centres[p] > 0)
			game->lost_year[p] = 0;
		else if (game->lost_year[p] == 0)
			game->lost_year[p] = phase_year(phase);
}

/* Replays a stored phase. False: it does not follow from the phases before. */
static bool replay_phase(struct contest *game, const struct stored *stored,
                         struct phase_record *record)
{
	struct board board;
	struct phase_orders orders;
	if (stored->phase != game->match.board.phase ||
	    !stored_unpack(game->match.map, stored, &board, &orders, NULL) ||
	    !match_replay(&game->match, &orders, record))
		return false;
	note_losses(game, stored->phase);
	return true;
}

enum reading { READING_FAILED, READING_MORE, READING_DONE };

/* Reads the next phases that were played, and sends them if `tell`. */
static enum reading read_phases(struct contest *game, bool tell)
{
	static struct stored stored;
	static struct phase_record record;
	struct db *db = farm_db();
	struct db_rows rows;
	int count = 0;
	bool follows = true, final = false;

	if (db == NULL || !stmt_daide_phases(db, game->id, game->match.board.phase, CHUNK, &rows)) {
		farm_failed();
		return READING_FAILED;
	}

	for (; follows && stmt_daide_next_phase(&rows, &stored); count++) {
		final = !stored.resolved;
		if (final)
			break;
		follows = replay_phase(game, &stored, &record);
		if (follows && tell)
			contest_tell_phase(game, &record);
	}

	if (!db_rows_close(&rows) && follows) {
		farm_failed();
		return READING_FAILED;
	}

	if (!follows) {
		log_event(&(struct log_about){.level = LOG_ERROR, .game = game->id},
		          "game %lld: its boards do not follow from each other", (long long)game->id);
		game->over = true;
	}

	return count == CHUNK && follows ? READING_MORE : READING_DONE;
}

/* ── following ── */

static void set_deadline(struct contest *game, int64_t left_ms)
{
	game->deadline = left_ms >= 0 ? clock_ms() + left_ms : 0;
	game->left_s = left_ms >= 0 ? left_ms / 1000 + 1 : 0;
}

/* Closes a turn. If the deadline ended it, a client with missing orders is late until it gives
 * orders again. */
static void close_turn(struct contest *game)
{
	const bool over = game->deadline != 0 && clock_ms() >= game->deadline - EARLY_MS;

	for (uint8_t p = 0; over && p < POWERS_MAX; p++) {
		struct contest_seat *seat = &game->seats[p];
		const bool awaited = seat->client != NULL && seat->asked && !seat->late;
		if (!awaited || contest_seats_are_complete(game, p))
			continue;
		seat->late = true;
		contest_tell_disorder(game, p);
	}

	game->asked = -1;
	game->deadline = 0;
}

/* A game without deadlines does not wait for clients that have been disconnected for long. */
static void pass_over(struct contest *game)
{
	for (uint8_t p = 0; p < POWERS_MAX; p++) {
		struct contest_seat *seat = &game->seats[p];
		const bool away = seat->taken && seat->client == NULL;
		const bool late = clock_ms() >= seat->absent_at + INT64_C(1000) * contests.absent_s;
		if (!away || !late || !seat->asked || seat->final)
			continue;
		if (contest_seats_store(game, p, true) == SEATS_FAILED)
			return;
	}
}

/* Opens a phase for orders of clients. */
static void open_phase(struct contest *game, const struct daide_state *state)
{
	const enum reading reading = read_phases(game, true);
	contests.unread |= reading == READING_MORE;
	if (reading != READING_DONE || game->over || game->match.board.phase != state->phase ||
	    !contest_seats_read(game))
		return;
	game->asked = state->phase;
	game->letters = -1;
	set_deadline(game, state->left_ms);
	contest_tell_now(game);
	if (contests.absent_s > 0 && game->deadline == 0)
		pass_over(game);
}

static void finish(struct contest *game, const struct daide_state *state)
{
	const enum reading reading = read_phases(game, true);
	contests.unread |= reading == READING_MORE;
	if (reading != READING_DONE)
		return;
	contest_press_tell(game, 0);
	contest_tell_end(game, (uint8_t)state->winner, (power_set)state->shared);
	game->over = true;
}

static void follow(struct contest *game, const struct daide_state *state)
{
	if (game->asked >= 0 && state->phase != game->asked)
		close_turn(game);
	if (strcmp(state->state, "finished") == 0) {
		finish(game, state);
	} else if (strcmp(state->state, "cancelled") == 0) {
		contest_tell_notice(game, "the game was cancelled");
		game->over = true;
	} else if (state->phase >= 0 && state->phase != game->asked) {
		open_phase(game, state);
	}
	if (game->asked >= 0 && game->asked == state->phase && game->letters != state->letters)
		contest_press_tell(game, state->letters);
}

static struct contest *find(int64_t id)
{
	struct contest *game;
	TAILQ_FOREACH (game, &contests.games, entries)
		if (game->id == id)
			return game;
	return NULL;
}

/* Reads the state of games, beginning with `first`; returns the next game to read. *failed: the
 * database failed. */
static struct contest *look_at(struct contest *first, bool *failed)
{
	static struct daide_state states[STATES];
	int64_t ids[STATES] = {0};
	struct contest *game = first;
	struct db *db = farm_db();
	struct db_rows rows;
	int asked = 0, count = 0;

	for (; game != NULL && asked < STATES; game = TAILQ_NEXT(game, entries))
		ids[asked++] = game->id;
	*failed = db == NULL || !stmt_daide_states(db, ids, asked, &rows);
	if (*failed) {
		farm_failed();
		return NULL;
	}

	while (count < asked && stmt_daide_next_state(&rows, &states[count]))
		count++;
	*failed = !db_rows_close(&rows) && !farm_failed();
	for (int i = 0; i < asked && !*failed; i++) {
		struct contest *seen = find(ids[i]);
		int s = 0;
		while (s < count && states[s].game != ids[i])
			s++;
		if (s < count)
			follow(seen, &states[s]);
		else
			seen->over = true; /* its tournament was dropped */
	}

	return game;
}

static void look(void)
{
	bool failed = false;
	struct contest *game = TAILQ_FIRST(&contests.games), *next;
	contests.unread = false;
	while (game != NULL && !failed)
		game = look_at(game, &failed);
	for (game = TAILQ_FIRST(&contests.games); game != NULL; game = next) {
		next = TAILQ_NEXT(game, entries);
		if (!game->over)
			continue;
		contest_end(game);
		TAILQ_REMOVE(&contests.games, game, entries);
		free(game);
	}
	contests.heard &= failed;
	contests.looked_at = clock_ms();
}

/* ── loading ── */

static bool set_up(struct contest *game)
{
	struct daide_state state = {0};
	struct db *db = farm_db();
	struct db_rows rows;
	bool found = false;

	if (db == NULL || !stmt_daide_game(db, game->id, &found, &game->terms))
		return farm_failed();
	if (!found || !open_match(game))
		return false;

	enum reading reading;
	while ((reading = read_phases(game, false)) == READING_MORE)
		;
	if (reading == READING_FAILED || game->over || !contest_seats_read(game))
		return false;
	if (!stmt_daide_states(db, &game->id, 1, &rows))
		return farm_failed();
	found = stmt_daide_next_state(&rows, &state);
	if (!db_rows_close(&rows))
		return farm_failed();
	game->told = game->heard = game->match.board.phase;
	game->letters = -1;
	if (found && state.phase == game->match.board.phase) {
		game->asked = state.phase;
		set_deadline(game, state.left_ms);
	}

	return found && contest_seats_read(game);
}

struct contest *contest_take_up(int64_t id)
{
	struct contest *game = find(id);

	if (game != NULL)
		return game;
	game = calloc(1, sizeof *game);
	if (game == NULL)
		return NULL;
	game->id = id;
	game->asked = -1;
	if (!set_up(game)) {
		free(game);
		return NULL;
	}

	TAILQ_INSERT_TAIL(&contests.games, game, entries);
	return game;
}

/* Loads all running games if the connection is new. */
static void take_up_all(void)
{
	static int64_t ids[LIVE_MOST];
	struct db *db = farm_db();
	int count;
	if (db == NULL || contests.generation == farm_generation())
		return;
	if (!stmt_daide_live(db, contests.tournament, ids, LIVE_MOST, &count)) {
		farm_failed();
		return;
	}
	contests.generation = farm_generation();
	for (int i = 0; i < count; i++)
		(void)contest_take_up(ids[i]);
}

struct contest *contest_find(uint8_t power, int16_t passcode, bool *failed)
{
	struct contest *game;
	struct db *db = farm_db();
	int64_t id = 0;
	*failed = false;
	TAILQ_FOREACH (game, &contests.games, entries)
		if (game->seats[power].taken && game->seats[power].passcode == passcode)
			return game;
	*failed = db == NULL ||
	          (!stmt_daide_find(db, contests.tournament, power, passcode, &id) && !farm_failed());
	return id != 0 ? contest_take_up(id) : NULL;
}

bool contest_knows(uint8_t power, uint64_t peer)
{
	struct contest *game;
	TAILQ_FOREACH (game, &contests.games, entries)
		if (game->seats[power].known && game->seats[power].peer == peer)
			return true;
	return false;
}

/* ── orders ── */

bool contest_store(struct contest *game, uint8_t power)
{
	struct contest_seat *seat = &game->seats[power];
	const bool final = contest_seats_are_complete(game, power) && !seat->held;
	const enum contest_seats_stored stored =
		seat->asked ? contest_seats_store(game, power, final) : SEATS_STORED;
	seat->dirty = stored == SEATS_FAILED;
	contests.unstored |= seat->dirty;
	contests.heard |= final;
	return stored != SEATS_TAKEN;
}

static void store_all(void)
{
	struct contest *game;
	contests.unstored = false;
	TAILQ_FOREACH (game, &contests.games, entries)
		for (uint8_t p = 0; p < POWERS_MAX; p++) {
			struct contest_seat *seat = &game->seats[p];
			if (seat->dirty && game->asked >= 0)
				(void)!contest_store(game, p);
			if (seat->dirty)
				return;
		}
}

bool contest_vote(struct contest *game, uint8_t power, uint8_t powers, bool vote)
{
	struct db *db = farm_db();
	bool taken;
	if (db == NULL || !stmt_daide_vote(db, game->id, power, game->asked, powers, vote, &taken))
		return farm_failed();
	contests.heard = true;
	return taken;
}

bool contest_is_alive(const struct contest *game, uint8_t power)
{
	int centres[POWERS_MAX], units[POWERS_MAX];
	const struct board *board = &game->match.board;
	board_count_centres(game->match.map, board, centres);
	board_count_units(board, units);
	for (int i = 0; i < board->retreat_count; i++)
		units[board->retreat[i].unit.power]++;
	return centres[power] > 0 || units[power] > 0;
}

/* ── time ── */

void contest_look_soon(void)
{
	contests.heard = true;
}

void contest_run(bool heard)
{
	const int64_t since = clock_ms() - contests.looked_at;
	take_up_all();
	contests.heard |= heard;
	if (contests.unstored)
		store_all();
	if (contests.unread || since >= LOOK_MS || (contests.heard && since >= LOOK_LEAST_MS))
		look();
}

int contest_timeout(void)
{
	const int64_t since = clock_ms() - contests.looked_at;
	if (contests.unread)
		return 0;
	if (contests.unstored)
		return LOOK_LEAST_MS;
	if (!contests.heard)
		return -1;
	return since >= LOOK_LEAST_MS ? 0 : (int)(LOOK_LEAST_MS - since);
}

int contest_left(const struct contest *game)
{
	const int64_t left = game->deadline > 0 ? (game->deadline - clock_ms() + 999) / 1000 : -1;
	return left > DAIDE_INTEGER_MOST ? -1 : left < 0 && game->deadline > 0 ? 0 : (int)left;
}

void contest_tick(void)
{
	struct contest *game;
	TAILQ_FOREACH (game, &contests.games, entries) {
		if (game->asked < 0)
			continue;
		if (game->deadline > 0)
			contest_tell_times(game);
		else if (contests.absent_s > 0)
			pass_over(game);
	}
}
