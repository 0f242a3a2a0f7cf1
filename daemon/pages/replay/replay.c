/* replay: see replay.h. */
#include "replay_parts.h"

#include <stdlib.h>
#include <string.h>

#include "pages/analysis/analysis_body.h"
#include "pages/replay/replay.inc"

/* ── reading ── */

/* A phase that was played after the boards were read has times, but no board. */
static bool read_times(struct db *db, struct replay_game *game)
{
	struct db_rows rows;
	struct think_times times;
	int n = 0;

	if (!stmt_read_think_times(db, game->head.tournament, game->head.game, &rows))
		return false;
	while (stmt_next_think_times(&rows, &times)) {
		while (n < game->count && game->phases[n].record.board.phase < times.phase)
			n++;
		if (n < game->count && game->phases[n].record.board.phase == times.phase)
			memcpy(game->phases[n].think_ns, times.think_ns,
			       (size_t)times.power_count * sizeof *times.think_ns);
	}

	return db_rows_close(&rows);
}

static enum replay_outcome read_game(struct db *db, struct replay_game *game,
                                     char why[REPLAY_WHY_SIZE])
{
	struct db_rows rows;
	if (!stmt_read_boards(db, game->head.tournament, game->head.game, &rows))
		return REPLAY_FAULT;
	const enum replay_outcome outcome = replay_read_boards(game, &rows, why);
	if (outcome != REPLAY_MADE)
		return outcome;
	if (!read_times(db, game))
		return REPLAY_FAULT;
	replay_measure_times(game);
	return REPLAY_MADE;
}

/* ── the page ── */

static void write_result(struct page *page, const struct replay_game *game)
{
	const struct board *last = &replay_last(game)->record.board;
	const int year = phase_year(last->phase), winner = game->terms.winner;
	char text[STMT_SEATS_SIZE];
	int centres[POWERS_MAX];

	if (!game->terms.finished) {
		put_open_result(page, game->head.state, game->count, year);
		return;
	}
	if (winner >= game->map.power_count) {
		put_draw(page, game->count - 1, year);
		return;
	}

	board_count_centres(&game->map, last, centres);
	put_solo(page, game->map.power[winner],
	         replay_line(game->head.seats, winner, text, sizeof text), centres[winner],
	         game->map.centre_count, game->count - 1, year);
}

static void write_head(struct page *page, const struct replay_game *game)
{
	open_header(page, game->head.name, game->head.number);
	write_result(page, game);
	close_header(page, game->head.game, game->terms.rules, game->terms.map, game->terms.judge);
}

/* The ground with the last board on it, and the key to all signs of the game. */
static void write_board(struct page *page, struct replay_game *game)
{
	struct scene signs = {0};
	const struct phase_record *last = &replay_last(game)->record;
	char title[STMT_NAME_SIZE + 16], phase[PICTURE_PHASE_SIZE];

	snprintf(title, sizeof title, "%s/%d", game->head.name, game->head.number);
	for (int n = 0; n < game->count; n++)
		picture_collect_signs(&game->picture, &game->phases[n].record, &signs);
	const size_t size = picture_write_ground(&game->picture, last, title, NULL, 0);
	const size_t key_size = picture_write_key(&signs, NULL, 0);
	char *room = replay_room(game, MAX(size, key_size));

	open_board(page, picture_name_phase(last->board.phase, phase), picture_style);
	(void)!picture_write_ground(&game->picture, last, title, room, size);
	page_markup_bytes(page, room, size);
	close_board(page);

	put_controls(page);
	open_key(page);
	(void)!picture_write_key(&signs, room, key_size);
	page_markup_bytes(page, room, key_size);
	close_key(page);
}

static void write_players(struct page *page, const struct replay_game *game)
{
	char label[STMT_SEATS_SIZE], user[STMT_SEATS_SIZE];
	int centres[POWERS_MAX], units[POWERS_MAX];

	board_count_centres(&game->map, &replay_last(game)->record.board, centres);
	board_count_units(&replay_last(game)->record.board, units);
	open_players(page);
	for (int p = 0; p < game->map.power_count; p++) {
		replay_line(game->head.seats, p, label, sizeof label);
		replay_line(game->terms.users, p, user, sizeof user);
		put_player(page, game->map.power[p], label, centres[p], units[p],
		           strcmp(label, user) == 0 ? "" : user);
	}
	close_players(page);
}

static void write_body(struct page *page, struct replay_game *game)
{
	write_head(page, game);
	open_view(page);
	write_board(page, game);
	put_help(page);

	open_orders(page);
	for (int n = 0; n < game->count; n++)
		replay_write_phase(page, game, n);

	open_charts(page);
	replay_write_curve(page, game);
	replay_write_times(page, game);
	write_players(page, game);
	replay_write_data(page, game);
	if (game->thinks) {
		open_line_script(page);
		replay_write_line(page, game);
		close_line_script(page);
		analysis_write_alone(page);
	}
}

static struct replay write_page(struct replay_game *game)
{
	struct page page;
	char title[STMT_NAME_SIZE + 32];

	snprintf(title, sizeof title, "%s/%d, a replay", game->head.name, game->head.number);
	page_open(&page, title, "replay.css", "replaying.js", game->thinks ? "thinking.js" : NULL);
	write_body(&page, game);
	page_close(&page);
	return replay_take(game, &page);
}

static enum replay_outcome make_of(struct db *db, const struct game_head *head, bool thinks,
                                   struct replay *replay, char why[REPLAY_WHY_SIZE])
{
	struct replay_game *game;
	enum replay_outcome outcome = replay_open(db, head, &game);
	if (outcome == REPLAY_MADE)
		outcome = read_game(db, game, why);
	if (outcome == REPLAY_MADE) {
		game->thinks = thinks && analysis_is_there();
		*replay = write_page(game);
	}
	replay_close(game);
	return outcome;
}

enum replay_outcome replay_make(struct db *db, const char *reference, bool thinks,
                                struct replay *replay, char why[REPLAY_WHY_SIZE])
{
	struct game_head head;
	bool found;
	if (!stmt_find_game(db, reference, &found, &head))
		return REPLAY_FAULT;
	return found ? make_of(db, &head, thinks, replay, why) : REPLAY_NO_GAME;
}

enum replay_outcome replay_make_of(struct db *db, const struct game_head *head,
                                   struct replay *replay, char why[REPLAY_WHY_SIZE])
{
	return make_of(db, head, false, replay, why);
}
