/* game_pages: the pages of games and their boards: the phases played, and nothing about submitted
 * orders. */
#include <stdlib.h>
#include <string.h>

#include "pages.h"
#include "base/heap.h"
#include "pages/replay/replay.h"
#include "picture/picture.h"
#include "db/statements/seat/stmt_web.h"
#include "web/site/game_pages.inc"

enum { WALL = 12 };

/* ── a board ── */

static bool draw_board(const struct map *map, const struct phase_record *record, const char *title,
                       struct reply **reply)
{
	struct picture_map picture;
	picture_open(&picture, map);
	const size_t size = picture_write(&picture, record, title, NULL, 0);
	char *text = heap_grow(NULL, size, 1);
	(void)!picture_write(&picture, record, title, text, size);
	*reply = reply_make(200, REPLY_PICTURE, text, size);
	return true;
}

static bool is_over(const struct game_head *head)
{
	return strncmp(head->state, "finished", 8) == 0 || strncmp(head->state, "cancelled", 9) == 0;
}

bool games_find_start(struct db *db, const struct game_head *head, const struct map *map,
                      struct phase_record *record)
{
	struct stored stored;
	bool chosen;

	if (!stmt_web_start(db, head, &chosen, &stored))
		return false;
	if (chosen)
		return stored_unpack_record(map, &stored, record);
	*record = (struct phase_record){.stage = STAGE_NONE};
	board_start(map, &record->board);
	return true;
}

/* A phase that was played, below 0 the last one; or the position that a game which is not over
 * begins with. */
static bool find_record(struct db *db, const struct game_head *head, const struct map *map,
                        int16_t phase, bool *found, struct phase_record *record)
{
	struct stored stored;

	if (!stmt_find_board(db, head, phase, found, &stored))
		return false;
	if (*found)
		return stored_unpack_record(map, &stored, record);
	if (is_over(head))
		return true;
	if (!games_find_start(db, head, map, record))
		return false;
	*found = phase < 0 || phase == record->board.phase;
	return true;
}

bool games_make_board(struct db *db, const struct address *address, struct reply **reply)
{
	struct game_head head;
	struct map map;
	struct phase_record record;
	char title[STMT_NAME_SIZE + 64];
	bool found;

	if (!stmt_web_game(db, address->game, &found, &head))
		return false;
	if (!found)
		return pages_refuse(404, reply);
	if (!stmt_load_map(db, head.map, &map) ||
	    !find_record(db, &head, &map, address->phase, &found, &record))
		return false;
	if (!found)
		return pages_refuse(404, reply);
	snprintf(title, sizeof title, "%s/%d, game %lld", head.name, head.number, (long long)head.game);

	return draw_board(&map, &record, title, reply);
}

/* ── a game ── */

struct phases {
	int count, shown; /* shown: the index of the requested one; below 0: it does not exist */
	int16_t at[STMT_PHASES_MOST];
};

static bool find_phases(struct db *db, const struct game_head *head, int16_t asked,
                        struct phases *phases)
{
	if (!stmt_web_phases(db, head, phases->at, &phases->count))
		return false;
	phases->shown = asked < 0 ? phases->count - 1 : -1;
	for (int i = 0; i < phases->count; i++)
		if (phases->at[i] == asked)
			phases->shown = i;
	return true;
}

static void link_phase(struct page *page, int64_t game, const struct phases *phases, int i,
                       const char *rel, const char *text)
{
	char phase[PHASE_TEXT_SIZE];
	if (i < 0 || i >= phases->count || i == phases->shown)
		put_no_step(page, text);
	else
		put_step(page, game, phase_print(phases->at[i], phase), rel, text);
}

static void write_steps(struct page *page, int64_t game, const struct phases *phases)
{
	char phase[PHASE_TEXT_SIZE];
	open_steps(page);
	link_phase(page, game, phases, 0, "first", "first");
	link_phase(page, game, phases, phases->shown - 1, "prev", "before");
	link_phase(page, game, phases, phases->shown + 1, "next", "next");
	link_phase(page, game, phases, phases->count - 1, "last", "last");
	close_steps(page, game, phase_print(phases->at[phases->shown], phase));
}

static void write_seats(struct page *page, const struct map *map, const char *seats)
{
	open_seats(page);
	for (int power = 0; power < map->power_count; power++) {
		char name[STMT_SEATS_SIZE];
		const size_t length = strcspn(seats, "\n");
		snprintf(name, sizeof name, "%.*s", (int)length, seats);
		put_seat(page, map->power[power], name);
		seats += length + (seats[length] == '\n');
	}
	close_seats(page);
}

/* What a phase has: orders by power, what became of them, and why. */
static bool write_orders(struct page *page, struct db *db, const struct game_head *head,
                         int16_t phase)
{
	char why[REPLAY_WHY_SIZE];
	open_orders(page);
	const enum replay_outcome outcome = replay_write_words_of(db, head, phase, page, why);
	close_orders(page);
	return outcome != REPLAY_FAULT;
}

/* What a game waits for, and until when; nothing of what was submitted. */
static bool write_wait(struct page *page, struct db *db, int64_t game)
{
	struct web_wait wait;
	bool found;

	if (!stmt_web_wait(db, game, &found, &wait))
		return false;
	if (!found)
		return true;

	open_wait(page, wait.phase);
	if (wait.deadline[0] != '\0')
		put_deadline(page, wait.exact, wait.deadline, wait.left);
	close_wait(page);

	return true;
}

/* A game of which no phase is stored. */
static bool write_start(struct page *page, struct db *db, const struct game_head *head,
                        const struct map *map)
{
	struct phase_record record;
	char phase[PHASE_TEXT_SIZE];

	put_not_played(page, is_over(head) ? "" : " yet");
	if (is_over(head))
		return true;
	if (!games_find_start(db, head, map, &record))
		return false;
	put_board(page, head->game, phase_print(record.board.phase, phase));
	return true;
}

static bool write_game(struct page *page, struct db *db, const struct game_head *head,
                       const struct map *map, const struct phases *phases)
{
	char phase[PHASE_TEXT_SIZE] = "";

	open_game(page, head->name, head->name, head->number, pages_state(head->state));
	if (phases->count > 0)
		put_phase(page, phase_print(phases->at[phases->shown], phase));
	close_state(page);

	if (!write_wait(page, db, head->game))
		return false;
	write_seats(page, map, head->seats);
	if (phases->count == 0)
		return write_start(page, db, head, map);

	write_steps(page, head->game, phases);
	open_board(page);
	put_board(page, head->game, phase);
	const bool written = write_orders(page, db, head, phases->at[phases->shown]);
	close_board(page);
	return written;
}

bool games_make_game(struct db *db, const struct address *address, struct reply **reply)
{
	struct page page;
	struct game_head head;
	struct phases phases;
	struct map map;
	char title[STMT_NAME_SIZE + 32];
	bool found;

	if (!stmt_web_game(db, address->game, &found, &head))
		return false;
	if (!found)
		return pages_refuse(404, reply);
	if (!stmt_load_map(db, head.map, &map) || !find_phases(db, &head, address->phase, &phases))
		return false;
	if (address->phase >= 0 && phases.shown < 0)
		return pages_refuse(404, reply);
	snprintf(title, sizeof title, "%s/%d", head.name, head.number);

	/* a game that is played is fetched anew, where its last phase is asked for */
	const bool moves = address->phase < 0 && !is_over(&head);
	if (moves)
		site_page_open_fresh(&page, title);
	else
		site_page_open(&page, title);
	const bool written = write_game(&page, db, &head, &map, &phases);
	return pages_close(&page, reply) && written;
}

/* What became of a replay. False: the database failed. */
static bool take_replay(enum replay_outcome outcome, const struct replay *replay,
                        enum reply_kind kind, struct reply **reply)
{
	switch (outcome) {
	case REPLAY_MADE:
		*reply = reply_make(200, kind, replay->text, replay->size);
		return true;
	case REPLAY_NO_GAME:
	case REPLAY_EMPTY:
		return pages_refuse(404, reply);
	case REPLAY_FAILED:
		return pages_refuse(500, reply);
	case REPLAY_FAULT:
		break;
	}

	return false;
}

/* make: replay_make_of or the like; NULL: replay_make_phase. */
static bool make_replay(struct db *db, const struct address *address,
                        enum replay_outcome (*make)(struct db *, const struct game_head *,
                                                    struct replay *, char[REPLAY_WHY_SIZE]),
                        enum reply_kind kind, struct reply **reply)
{
	struct game_head head;
	struct replay replay;
	char why[REPLAY_WHY_SIZE];
	bool found;
	if (!stmt_web_game(db, address->game, &found, &head))
		return false;
	if (!found || (make == NULL && address->phase < 0))
		return pages_refuse(404, reply);

	const enum replay_outcome outcome =
		make != NULL ? make(db, &head, &replay, why)
					 : replay_make_phase(db, &head, address->phase, &replay, why);
	return take_replay(outcome, &replay, kind, reply);
}

bool games_make_replay(struct db *db, const struct address *address, struct reply **reply)
{
	return make_replay(db, address, replay_make_of, REPLY_REPLAY, reply);
}

bool games_make_phase(struct db *db, const struct address *address, struct reply **reply)
{
	return make_replay(db, address, NULL, REPLY_DATA, reply);
}

bool games_make_line(struct db *db, const struct address *address, struct reply **reply)
{
	return make_replay(db, address, replay_make_line, REPLY_DATA, reply);
}

/* ── the wall ── */

static void write_tile(struct page *page, const struct web_game *game)
{
	const bool begun = game->phase[0] != '\0';
	const char *state = begun ? game->phase : "not begun";

	if (game->ending[0] != '\0')
		state = game->ending; /* the picture names the phase */
	open_tile(page, game->game, game->name, game->number, state, game->winner);
	if (begun)
		put_board(page, game->game, game->phase);
	close_tile(page);
}

bool games_make_wall(struct db *db, const struct address *address, struct reply **reply)
{
	struct page page;
	struct db_rows rows;
	struct web_game game;
	(void)address;

	if (!stmt_web_wall(db, WALL, &rows))
		return false;

	site_page_open_fresh(&page, "Wall");
	open_wall(&page);
	while (stmt_web_next_game(&rows, &game))
		write_tile(&page, &game);
	close_wall(&page);
	return pages_close_rows(&page, &rows, reply);
}
