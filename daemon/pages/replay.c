/* replay: see replay.h. */
#include "replay_parts.h"

#include <stdlib.h>
#include <string.h>

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
	const int year = phase_year(last->phase);
	char text[STMT_SEATS_SIZE];
	int centres[POWERS_MAX];

	board_count_centres(&game->map, last, centres);
	fputs("<p id=\"result\">", page->out);
	if (!game->terms.finished) {
		fputs("<strong>The game is not over</strong> (", page->out);
		page_text(page, game->head.state);
		fprintf(page->out, "). This is what was played so far: %d phases, up to %d.</p>\n",
		        game->count, year);
	} else if (game->terms.winner < game->map.power_count) {
		fputs("<strong>", page->out);
		page_text(page, game->map.power[game->terms.winner]);
		fputs(" won</strong> for ", page->out);
		page_text(page, replay_line(game->head.seats, game->terms.winner, text, sizeof text));
		fprintf(page->out, ", with %d of %d centres, after %d phases, in %d.</p>\n",
		        centres[game->terms.winner], game->map.centre_count, game->count - 1, year);
	} else {
		fprintf(page->out,
		        "<strong>A draw</strong> of all powers that have units, after %d phases, in "
		        "%d.</p>\n",
		        game->count - 1, year);
	}
}

static void write_head(struct page *page, const struct replay_game *game)
{
	fputs("<header>\n<h1>", page->out);
	page_text(page, game->head.name);
	fprintf(page->out, "/%d</h1>\n", game->head.number);
	write_result(page, game);
	fprintf(page->out, "<p class=\"about\">Game %lld. Rules ", (long long)game->head.game);
	page_text(page, game->terms.rules);
	fputs(", map ", page->out);
	page_text(page, game->terms.map);
	fputs(", judge ", page->out);
	page_text(page, game->terms.judge);
	fputs(".</p>\n</header>\n", page->out);
}

/* The script shows it. */
static void write_controls(struct page *page)
{
	static const struct {
		const char *id, *name, *sign;
	} buttons[] = {
		{"first", "First phase", "M3 3h3v18H3zM21 3v18L7 12z"},
		{"previous", "Previous phase", "M18 3v18L5 12z"},
		{"play", "Play", "M5 3v18l15-9z"},
		{"next", "Next phase", "M6 3v18l13-9z"},
		{"last", "Last phase", "M18 3h3v18h-3zM3 3v18l14-9z"},
	};

	fputs(
		"<div id=\"controls\" role=\"group\" aria-label=\"Steps\" hidden>\n<div class=\"buttons\">",
		page->out);
	for (size_t i = 0; i < sizeof buttons / sizeof *buttons; i++)
		fprintf(page->out,
		        "<button type=\"button\" id=\"%s\" aria-label=\"%s\" title=\"%s\">"
		        "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"%s\"/></svg></button>\n",
		        buttons[i].id, buttons[i].name, buttons[i].name, buttons[i].sign);

	fputs("</div>\n<input type=\"range\" id=\"slider\" min=\"0\" value=\"0\" step=\"1\" "
	      "aria-label=\"Phase\">\n"
	      "<label>Go to <select id=\"jump\"></select></label>\n"
	      "<label>Speed <select id=\"speed\"><option value=\"4000\">slow</option>"
	      "<option value=\"2000\" selected>normal</option><option value=\"800\">fast</option>"
	      "</select></label>\n</div>\n",
	      page->out);
}

static void write_help(struct page *page)
{
	fputs(
		"<details id=\"help\" hidden><summary>Keys</summary>\n<dl>\n"
		"<dt><kbd>&larr;</kbd> <kbd>&rarr;</kbd></dt><dd>previous phase, next phase</dd>\n"
		"<dt><kbd>Space</kbd></dt><dd>play, or stop</dd>\n"
		"<dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>first phase, last phase</dd>\n"
		"<dt><kbd>&uarr;</kbd> <kbd>&darr;</kbd></dt><dd>in the list of orders: the order before, "
		"the next; its arrow is marked</dd>\n"
		"<dt><kbd>?</kbd></dt><dd>this list</dd>\n</dl>\n</details>\n</div>\n",
		page->out);
}

/* The ground with the last board on it, and the key to all signs of the game. */
static bool write_board(struct page *page, struct replay_game *game)
{
	struct scene signs = {0};
	const struct phase_record *last = &replay_last(game)->record;
	char title[STMT_NAME_SIZE + 16], phase[REPLAY_PHASE_SIZE];

	snprintf(title, sizeof title, "%s/%d", game->head.name, game->head.number);
	for (int n = 0; n < game->count; n++)
		picture_collect_signs(&game->picture, &game->phases[n].record, &signs);
	const size_t size = picture_write_ground(&game->picture, last, title, NULL, 0);
	const size_t key_size = picture_write_key(&signs, NULL, 0);
	char *room = replay_room(game, size > key_size ? size : key_size);
	if (room == NULL)
		return false;
	fprintf(page->out, "<h2 id=\"phase\">%s</h2>\n<figure id=\"board\">\n",
	        replay_name_phase(last->board.phase, phase));
	(void)!picture_write_ground(&game->picture, last, title, room, size);
	fwrite(room, 1, size, page->out);
	fputs("</figure>\n", page->out);
	write_controls(page);
	fputs("<div id=\"more\">\n<details id=\"key\"><summary>What the signs mean</summary>\n<div "
	      "tabindex=\"0\">",
	      page->out);
	(void)!picture_write_key(&signs, room, key_size);
	fwrite(room, 1, key_size, page->out);
	fputs("</div></details>\n", page->out);

	return true;
}

static void write_players(struct page *page, const struct replay_game *game)
{
	char label[STMT_SEATS_SIZE], user[STMT_SEATS_SIZE];
	int centres[POWERS_MAX], units[POWERS_MAX];

	board_count_centres(&game->map, &replay_last(game)->record.board, centres);
	board_count_units(&replay_last(game)->record.board, units);
	fprintf(page->out,
	        "<section id=\"players\">\n<h2>Who played</h2>\n<div class=\"wide\" "
	        "tabindex=\"0\"><table>\n"
	        "<thead><tr><th scope=\"col\">Power</th><th scope=\"col\">Player</th>"
	        "<th scope=\"col\" class=\"n\">Centres</th><th scope=\"col\" class=\"n\">Units</th>"
	        "<th scope=\"col\">Settings</th></tr></thead>\n<tbody>\n");

	for (int p = 0; p < game->map.power_count; p++) {
		replay_line(game->head.seats, p, label, sizeof label);
		replay_line(game->terms.users, p, user, sizeof user);
		fputs("<tr><th scope=\"row\">", page->out);
		page_text(page, game->map.power[p]);
		fputs("</th><td>", page->out);
		page_text(page, label);
		fprintf(page->out, "</td><td class=\"n\">%d</td><td class=\"n\">%d</td><td>", centres[p],
		        units[p]);
		page_text(page, strcmp(label, user) == 0 ? "" : user);
		fputs("</td></tr>\n", page->out);
	}

	fputs("</tbody></table></div>\n</section>\n", page->out);
}

static bool write_body(struct page *page, struct replay_game *game)
{
	write_head(page, game);
	fputs("<main>\n<section id=\"view\" aria-label=\"Board\">\n", page->out);
	if (!write_board(page, game))
		return false;
	write_help(page);
	fputs("</section>\n<section id=\"orders\" aria-label=\"Orders\">\n", page->out);

	for (int n = 0; n < game->count; n++)
		if (!replay_write_phase(page, game, n))
			return false;

	fputs("</section>\n<div id=\"charts\">\n", page->out);
	replay_write_curve(page, game);
	if (!replay_write_times(page, game))
		return false;
	fputs("</div>\n", page->out);
	write_players(page, game);
	fputs("<p id=\"live\" aria-live=\"polite\"></p>\n</main>\n", page->out);
	replay_write_data(page, game);

	return true;
}

static enum replay_outcome write_page(struct replay_game *game, struct replay *replay,
                                      char why[REPLAY_WHY_SIZE])
{
	struct page page;
	char title[STMT_NAME_SIZE + 32];

	snprintf(title, sizeof title, "%s/%d, a replay", game->head.name, game->head.number);
	bool made = page_open(&page, title, "replay.css", "replay.js");
	if (made) {
		made = write_body(&page, game);
		made = page_close(&page) && made;
		if (!made)
			free(page.text);
	}

	if (!made) {
		snprintf(why, REPLAY_WHY_SIZE, "there is no memory for the replay");
		return REPLAY_FAILED;
	}

	*replay = (struct replay){page.text, page.size, "", game->head.number};
	snprintf(replay->name, sizeof replay->name, "%s", game->head.name);
	return REPLAY_MADE;
}

enum replay_outcome replay_make(struct db *db, const char *reference, struct replay *replay,
                                char why[REPLAY_WHY_SIZE])
{
	struct game_head head;
	bool found;
	if (!stmt_find_game(db, reference, &found, &head))
		return REPLAY_FAULT;
	return found ? replay_make_of(db, &head, replay, why) : REPLAY_NO_GAME;
}

enum replay_outcome replay_make_of(struct db *db, const struct game_head *head,
                                   struct replay *replay, char why[REPLAY_WHY_SIZE])
{
	struct replay_game *game;
	enum replay_outcome outcome = replay_open(db, head, &game, why);
	if (outcome == REPLAY_MADE)
		outcome = read_game(db, game, why);
	if (outcome == REPLAY_MADE)
		outcome = write_page(game, replay, why);
	replay_close(game);
	return outcome;
}
