/* pages: see pages.h. */
#include "pages.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fragments.h"
#include "db/statements/report/stmt_reports.h"
#include "web/site/pages.inc"

enum { FRESH_S = 5 };

bool pages_close(struct page *page, struct made *made)
{
	made->status = site_page_close(page) ? 200 : 500;
	made->kind = REPLY_PAGE;
	made->text = page->text;
	made->size = page->size;
	return true;
}

bool pages_refuse(struct made *made)
{
	made->status = 404;
	return true;
}

bool pages_find_score(const struct address *address, const char *normal, const char **score)
{
	size_t i = 0;
	*score = normal;
	if (address->print[0] == '\0')
		return true;
	while (stmt_scores(i) != NULL && strcmp(stmt_scores(i), address->print) != 0)
		i++;
	*score = stmt_scores(i);
	return *score != NULL;
}

const char *pages_state(const char *state)
{
	static const char *const words[][2] = {{"claimed", "being played"},
	                                       {"pending", "to be played"},
	                                       {"waiting", "waiting for somebody"},
	                                       {"quarantined", "put aside"}};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(state, words[i][0]) == 0)
			return words[i][1];
	return state;
}

/* There is no memory for a page. */
static bool fail(struct made *made)
{
	made->status = 500;
	return true;
}

/* Ends a page whose rows were read, or not. */
static bool close_rows(struct page *page, struct db_rows *rows, struct made *made)
{
	pages_close(page, made);
	return db_rows_close(rows);
}

/* ── a tournament ── */

/* "1  S1903M being played", "2  W1907A solo FRA" */
static void write_game(struct page *page, const struct web_game *game)
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

	open_sheets(page);
	if (address->sheet > 1)
		link_sheet(page, address, address->sheet - 1, "prev", "those before");
	if (skip + STMT_SHEET < games)
		link_sheet(page, address, address->sheet + 1, "next", "those behind");

	open_games(page);
	while (stmt_web_next_game(&rows, &game))
		write_game(page, &game);
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

bool pages_make_tournament(struct db *db, const struct address *address, struct made *made)
{
	struct page page;
	struct web_tournament tournament;
	const char *score;
	bool found;
	if (!pages_find_score(address, "thesis", &score))
		return pages_refuse(made);
	if (!stmt_web_tournament(db, address->name, &found, &tournament))
		return false;
	if (!found)
		return pages_refuse(made);
	if (!site_page_open(&page, tournament.name))
		return fail(made);
	const bool written = write_tournament(&page, db, address, &tournament, score);
	return pages_close(&page, made) && written;
}

/* ── workers ── */

bool pages_make_workers(struct db *db, const struct address *address, struct made *made)
{
	struct page page;
	struct db_rows rows;
	struct listed_worker worker;
	(void)address;

	if (!stmt_list_workers(db, false, &rows))
		return false;
	if (!site_page_open_fresh(&page, "Workers", FRESH_S))
		return db_rows_close(&rows) && fail(made);
	put_workers_heading(&page);
	if (rows.count == 0) {
		put_no_worker(&page);
		return close_rows(&page, &rows, made);
	}

	open_workers(&page, rows.count);
	while (stmt_next_worker(&rows, &worker))
		put_worker(&page, worker.id, worker.host, worker.state, worker.since, worker.heartbeat_age,
		           worker.claims, worker.games, worker.phases);
	close_workers(&page);
	return close_rows(&page, &rows, made);
}

/* ── for programs ── */

bool pages_make_metrics(struct db *db, const struct address *address, struct made *made)
{
	FILE *out = open_memstream(&made->text, &made->size);
	(void)address;
	if (out == NULL)
		return fail(made);
	const bool printed = stmt_print_metrics(db, out);
	*made = (struct made){fclose(out) == 0 ? 200 : 500, REPLY_METRICS, made->text, made->size};
	return printed;
}

bool pages_make_health(struct db *db, const struct address *address, struct made *made)
{
	struct web_tournament none;
	bool found;
	(void)address;
	if (!stmt_web_tournament(db, "", &found, &none))
		return false;
	*made = (struct made){200, REPLY_TEXT, strdup("ok\n"), strlen("ok\n")};
	return true;
}

bool pages_make(struct db *db, const struct address *address, struct made *made)
{
	static answers_maker *const makers[ADDRESS_PAGES] = {
#define MAKER_MADE(page, maker) [PAGE_##page] = (maker),
#include "web/http/addresses.def"
	};
	assert(address_kind(address->page) == KIND_MADE);
	return makers[address->page](db, address, made);
}
