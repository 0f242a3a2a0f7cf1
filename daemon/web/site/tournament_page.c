/* tournament_page: a tournament, live: its progress, points and games. */
#include <string.h>

#include "fragments.h"
#include "pages.h"
#include "web/site/tournament_page.inc"

/* "1  S1903M being played", "2  W1907A solo FRA" */
static void list_game(struct page *page, const struct web_game *game)
{
	const bool ended = game->ending[0] != '\0';
	put_game(page, game->game, game->number, game->phase,
	         ended ? game->ending : pages_state(game->state), game->winner);
}

static void link_sheet(struct page *page, const struct address *address, int sheet, const char *rel,
                       const char *text)
{
	open_sheet(page, address->name, sheet);
	if (address->print[0] != '\0')
		put_sheet_score(page, address->print);
	close_sheet(page, rel, text);
}

static void link_scores(struct page *page, const char *score)
{
	open_scores(page);
	for (size_t i = 0; stmt_scores(i) != NULL; i++)
		if (strcmp(stmt_scores(i), score) == 0)
			put_current_score(page, score);
		else
			put_score(page, stmt_scores(i));
	close_scores(page);
}

static bool write_games(struct page *page, struct db *db, const struct address *address,
                        int32_t games)
{
	struct db_rows rows;
	struct web_game game;
	const int64_t skip = (int64_t)(address->sheet - 1) * STMT_SHEET;

	if (!stmt_web_games(db, address->name, skip < games ? (int32_t)skip : games, &rows))
		return false;

	open_game_sheets(page);
	if (address->sheet > 1)
		link_sheet(page, address, address->sheet - 1, "prev", "previous page");
	if (skip + STMT_SHEET < games)
		link_sheet(page, address, address->sheet + 1, "next", "next page");

	open_games(page);
	while (stmt_web_next_game(&rows, &game))
		list_game(page, &game);
	close_games(page);

	return db_rows_close(&rows);
}

static bool write_tournament(struct page *page, struct db *db, const struct address *address,
                             const struct web_tournament *tournament, const char *score)
{
	open_tournament(page, tournament->name, tournament->rules, tournament->map, tournament->name,
	                score);
	fragment_progress(page, tournament);
	if (!fragment_standings(page, db, tournament->name, score))
		return false;
	close_live(page);
	link_scores(page, score);

	return write_games(page, db, address, tournament->games);
}

bool pages_make_tournament(struct db *db, const struct address *address, struct reply **reply)
{
	struct page page;
	struct web_tournament tournament;
	const char *score;
	bool found;
	if (!pages_find_score(address, "thesis", &score))
		return pages_refuse(404, reply);
	if (!stmt_web_tournament(db, address->name, &found, &tournament))
		return false;
	if (!found)
		return pages_refuse(404, reply);
	site_page_open(&page, tournament.name);
	const bool written = write_tournament(&page, db, address, &tournament, score);
	return pages_close(&page, reply) && written;
}
