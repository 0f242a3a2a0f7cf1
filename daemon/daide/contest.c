/* contest: the life of a game here: taken up, followed, over; see contest.h. What is told is in contest_tell.c. */
#include "contest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "farm.h"
#include "contest_tell.h"
#include "port.h"

enum {
	LOOK_MS = 1000,      /* between looks when nothing was heard */
	LOOK_LEAST_MS = 10,  /* when something was */
	CHUNK = 16,          /* phases that are read at once */
	STATES = 512,        /* games that are looked at at once */
	LIVE_MOST = 16384
};

static struct {
	struct contests games;
	int64_t looked_at;
	unsigned generation; /* of the connection, when all games were taken up */
	bool heard, unstored, unread;
} all = {.games = TAILQ_HEAD_INITIALIZER(all.games)};

struct contests *contest_all(void)
{
	return &all.games;
}

const struct daide_map *contest_tokens(void)
{
	static struct map map;
	static struct daide_map tokens;
	char error[MAP_ERROR_SIZE];
	const struct map_source *source = map_source_find("standard");
	if (tokens.map == NULL &&
	    (!map_build(&map, source->rows, source->count, error) || !daide_map_open(&map, &tokens)))
		abort();
	return &tokens;
}

static void complain(const struct contest *game, const char *what)
{
	log_event(&(struct log_about){.level = LOG_ERROR, .game = game->id}, "game %lld: %s",
	          (long long)game->id, what);
}

/* ── folding ── */

/* The position that the game begins with. */
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

static bool open_match(struct contest *game)
{
	struct board first;
	game->match = (struct match){
		.map = contest_tokens()->map,
		.rules = rules_find(game->terms.rules),
		.judge = judges[0],
		.threads = 1,
	};
	if (strcmp(game->terms.map, "standard") != 0 || game->match.rules == NULL ||
	    !game->match.rules->retreats || !game->match.rules->adjustments ||
	    !open_board(&game->terms, &first))
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

/* Plays a stored phase once more. False: it does not follow. */
static bool fold(struct contest *game, const struct stored *stored, struct phase_record *record)
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

/* Reads the next phases that were played, and tells them. */
static enum reading read_phases(struct contest *game, bool tell)
{
	static struct stored stored;
	static struct phase_record record;
	struct db *db = farm_db();
	struct db_rows rows;
	int count = 0;
	bool follows = true, final = false;
	if (db == NULL)
		return READING_FAILED;
	if (!stmt_daide_phases(db, game->id, game->match.board.phase, CHUNK, &rows)) {
		farm_failed();
		return READING_FAILED;
	}
	for (; follows && stmt_daide_next_phase(&rows, &stored); count++) {
		final = !stored.resolved;
		if (final)
			break;
		follows = fold(game, &stored, &record);
		if (follows && tell)
			contest_tell_phase(game, &record);
	}
	if (!db_rows_close(&rows) && follows) {
		farm_failed();
		return READING_FAILED;
	}
	if (!follows) {
		complain(game, "its boards do not follow from each other");
		game->over = true;
	}
	return count == CHUNK && follows ? READING_MORE : READING_DONE;
}

/* ── chairs ── */

static void restore_orders(struct contest *game, struct chair *chair, const char *lines)
{
	char error[ORDER_ERROR_SIZE];
	chair->count = 0;
	while (*lines != '\0' && chair->count < ADJUSTMENTS_MAX) {
		const size_t length = strcspn(lines, "\n");
		chair->count +=
			order_parse(game->match.map, lines, length, &chair->orders[chair->count], error);
		lines += length + (lines[length] == '\n');
	}
}

/* Reads who is seated, and what they have done in the open phase. */
static bool read_chairs(struct contest *game)
{
	static struct daide_seat seats[POWERS_MAX];
	struct db *db = farm_db();
	int count;
	if (db == NULL)
		return false;
	if (!stmt_daide_seats(db, game->id, seats, &count))
		return farm_failed();
	for (int i = 0; i < count; i++) {
		if (seats[i].power < 0 || seats[i].power >= POWERS_MAX)
			continue;
		struct chair *chair = &game->chairs[seats[i].power];
		if (!chair->taken)
			chair->absent_at = clock_ms();
		chair->taken = true;
		chair->passcode = seats[i].passcode;
		memcpy(chair->name, seats[i].name, sizeof chair->name);
		memcpy(chair->version, seats[i].version, sizeof chair->version);
		chair->asked = seats[i].asked;
		chair->final = seats[i].final;
		chair->vote = seats[i].vote;
		chair->held = chair->dirty = false;
		restore_orders(game, chair, seats[i].orders);
	}
	return true;
}

/* ── following ── */

static void set_deadline(struct contest *game, int64_t left_ms)
{
	game->deadline = left_ms >= 0 ? clock_ms() + left_ms : 0;
	game->left_s = left_ms >= 0 ? left_ms / 1000 + 1 : 0;
}

/* A phase is open that clients are not asked for yet. */
static void open_phase(struct contest *game, const struct daide_state *state, bool tell)
{
	const enum reading reading = read_phases(game, tell);
	all.unread |= reading == READING_MORE;
	if (reading != READING_DONE || game->over || game->match.board.phase != state->phase ||
	    !read_chairs(game))
		return;
	game->asked = state->phase;
	set_deadline(game, state->left_ms);
	if (tell)
		contest_tell_now(game);
}

static void finish(struct contest *game, const struct daide_state *state)
{
	const enum reading reading = read_phases(game, true);
	all.unread |= reading == READING_MORE;
	if (reading != READING_DONE)
		return;
	contest_tell_end(game, (uint8_t)state->winner);
	game->over = true;
}

static void follow(struct contest *game, const struct daide_state *state)
{
	if (strcmp(state->state, "finished") == 0) {
		finish(game, state);
	} else if (strcmp(state->state, "cancelled") == 0) {
		contest_tell_notice(game, "the game was cancelled");
		game->over = true;
	} else if (state->phase < 0) {
		game->asked = -1;
		game->deadline = 0;
	} else if (state->phase != game->asked) {
		open_phase(game, state, true);
	}
}

static void release(struct contest *game)
{
	contest_end(game);
	TAILQ_REMOVE(&all.games, game, entries);
	free(game);
}

static struct contest *find(int64_t id)
{
	struct contest *game;
	TAILQ_FOREACH(game, &all.games, entries)
		if (game->id == id)
			return game;
	return NULL;
}

/* Looks at games from one on; returns the next that is left, and *failed if there was no answer. */
static struct contest *look_at(struct contest *first, bool *failed)
{
	static struct daide_state states[STATES];
	int64_t ids[STATES];
	struct contest *game = first;
	struct db *db = farm_db();
	struct db_rows rows;
	int asked = 0, count = 0;
	for (; game != NULL && asked < STATES; game = TAILQ_NEXT(game, entries))
		ids[asked++] = game->id;
	*failed = db == NULL || !stmt_daide_states(db, ids, asked, &rows);
	if (*failed) {
		if (db != NULL)
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
	struct contest *game = TAILQ_FIRST(&all.games), *next;
	all.unread = false;
	while (game != NULL && !failed)
		game = look_at(game, &failed);
	for (game = TAILQ_FIRST(&all.games); game != NULL; game = next) {
		next = TAILQ_NEXT(game, entries);
		if (game->over)
			release(game);
	}
	all.heard &= failed;
	all.looked_at = clock_ms();
}

/* ── taking up ── */

static bool set_up(struct contest *game)
{
	struct daide_state state = {0};
	struct db *db = farm_db();
	struct db_rows rows;
	bool found = false;
	if (db == NULL)
		return false;
	if (!stmt_daide_game(db, game->id, &found, &game->terms))
		return farm_failed();
	if (!found || !open_match(game))
		return false;
	enum reading reading;
	while ((reading = read_phases(game, false)) == READING_MORE)
		;
	if (reading == READING_FAILED || game->over || !read_chairs(game))
		return false;
	if (!stmt_daide_states(db, &game->id, 1, &rows))
		return farm_failed();
	found = stmt_daide_next_state(&rows, &state);
	if (!db_rows_close(&rows))
		return farm_failed();
	game->told = game->match.board.phase;
	if (found && state.phase == game->match.board.phase) {
		game->asked = state.phase;
		set_deadline(game, state.left_ms);
	}
	return found && read_chairs(game);
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
	TAILQ_INSERT_TAIL(&all.games, game, entries);
	return game;
}

/* Takes up all games that go on, when the connection is a new one. */
static void take_up_all(void)
{
	static int64_t ids[LIVE_MOST];
	struct db *db = farm_db();
	int count;
	if (db == NULL || all.generation == farm_generation())
		return;
	if (!stmt_daide_live(db, ids, LIVE_MOST, &count)) {
		farm_failed();
		return;
	}
	all.generation = farm_generation();
	for (int i = 0; i < count; i++)
		(void)contest_take_up(ids[i]);
}

struct contest *contest_find(uint8_t power, int16_t passcode, bool *failed)
{
	struct contest *game;
	struct db *db = farm_db();
	int64_t id = 0;
	*failed = false;
	TAILQ_FOREACH(game, &all.games, entries)
		if (game->chairs[power].taken && game->chairs[power].passcode == passcode)
			return game;
	*failed = db == NULL || (!stmt_daide_find(db, power, passcode, &id) && !farm_failed());
	return id != 0 ? contest_take_up(id) : NULL;
}

/* ── orders ── */

void contest_store(struct contest *game, uint8_t power)
{
	game->chairs[power].dirty = true;
	all.unstored = true;
}

/* Whether a power has ordered all that it must. */
static bool is_complete(const struct contest *game, uint8_t power)
{
	static struct daide_message waste;
	const struct chair *chair = &game->chairs[power];
	daide_clear(&waste);
	return daide_tell_missing(&waste, contest_tokens(), &game->match.board, power, chair->orders,
	                          chair->count) == 0;
}

/* Stores the orders of a chair. A problem is a turn that was just taken: the next phase will come. */
static bool store(struct contest *game, uint8_t power, bool final)
{
	struct chair *chair = &game->chairs[power];
	char lines[DAIDE_LINES_SIZE], problem[DAIDE_PROBLEM_SIZE];
	struct db *db = farm_db();
	size_t used = 0;
	lines[0] = '\0';
	for (int i = 0; i < chair->count; i++) {
		char text[ORDER_TEXT_SIZE];
		used += (size_t)snprintf(lines + used, sizeof lines - used, "%s%s", i > 0 ? "\n" : "",
		                         order_print(game->match.map, chair->orders[i], text));
	}
	if (db == NULL)
		return false;
	if (!stmt_daide_submit(db, game->id, power, game->asked, lines, final, problem)) {
		const bool lost = db_fault(db)->lost;
		farm_failed();
		return !lost; /* else it would be refused for ever */
	}
	chair->final = final;
	return true;
}

static void store_all(void)
{
	struct contest *game;
	all.unstored = false;
	TAILQ_FOREACH(game, &all.games, entries)
		for (uint8_t p = 0; p < POWERS_MAX; p++) {
			struct chair *chair = &game->chairs[p];
			if (!chair->dirty || game->asked < 0 || !chair->asked) {
				chair->dirty = false;
				continue;
			}
			chair->dirty = !store(game, p, is_complete(game, p) && !chair->held);
			all.unstored |= chair->dirty;
			if (chair->dirty)
				return;
		}
}

bool contest_vote(struct contest *game, uint8_t power, bool vote)
{
	struct db *db = farm_db();
	if (db == NULL)
		return false;
	if (!stmt_daide_vote(db, game->id, power, game->asked, vote))
		return farm_failed();
	game->chairs[power].vote = vote;
	all.heard = true;
	return true;
}

/* ── time ── */

void contest_run(bool heard)
{
	const int64_t since = clock_ms() - all.looked_at;
	take_up_all();
	all.heard |= heard;
	if (all.unstored)
		store_all();
	if (all.unread || since >= LOOK_MS || (all.heard && since >= LOOK_LEAST_MS))
		look();
}

int contest_timeout(void)
{
	const int64_t since = clock_ms() - all.looked_at;
	if (all.unread)
		return 0;
	if (all.unstored)
		return LOOK_LEAST_MS;
	if (!all.heard)
		return -1;
	return since >= LOOK_LEAST_MS ? 0 : (int)(LOOK_LEAST_MS - since);
}

int contest_left(const struct contest *game)
{
	const int64_t left = game->deadline > 0 ? (game->deadline - clock_ms() + 999) / 1000 : -1;
	return left > DAIDE_INTEGER_MOST ? -1 : left < 0 && game->deadline > 0 ? 0 : (int)left;
}

/* Whoever has been away for long does not hold up a game without deadlines. */
static void pass_over(struct contest *game, int absent_s)
{
	for (uint8_t p = 0; p < POWERS_MAX; p++) {
		struct chair *chair = &game->chairs[p];
		if (chair->taken && chair->client == NULL && chair->asked && !chair->final &&
		    clock_ms() >= chair->absent_at + INT64_C(1000) * absent_s)
			(void)store(game, p, true);
	}
}

void contest_tick(int absent_s)
{
	struct contest *game;
	TAILQ_FOREACH(game, &all.games, entries) {
		if (game->asked < 0)
			continue;
		if (game->deadline > 0)
			contest_tell_times(game);
		else if (absent_s > 0)
			pass_over(game, absent_s);
	}
}
