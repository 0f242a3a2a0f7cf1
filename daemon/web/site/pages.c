/* pages: see pages.h. */
#include "pages.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fragments.h"
#include "db/statements/report/stmt_reports.h"

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
	fprintf(page->out, "<li><a href=\"/g/%lld\">%d</a> ", (long long)game->game, (int)game->number);
	page_text(page, game->phase);
	putc(' ', page->out);
	page_text(page, ended ? game->ending : pages_state(game->state));
	putc(' ', page->out);
	page_text(page, game->winner);
	fputs("</li>\n", page->out);
}

static void link_sheet(struct page *page, const struct address *address, int sheet, const char *rel,
                       const char *text)
{
	fputs("<a href=\"/t/", page->out);
	site_page_address(page, address->name);
	fprintf(page->out, "?page=%d", sheet);
	if (address->print[0] != '\0')
		fprintf(page->out, "&amp;score=%s", address->print);
	fprintf(page->out, "\" rel=\"%s\">%s</a> ", rel, text);
}

static void link_scores(struct page *page, const char *score)
{
	fputs("<p>By score:", page->out);
	for (size_t i = 0; stmt_scores(i) != NULL; i++)
		fprintf(page->out, " <a href=\"?score=%s\"%s>%s</a>", stmt_scores(i),
		        strcmp(stmt_scores(i), score) == 0 ? " aria-current=\"page\"" : "", stmt_scores(i));
	fputs("</p>\n", page->out);
}

static bool write_games(struct page *page, struct db *db, const struct address *address,
                        int32_t games)
{
	struct db_rows rows;
	struct web_game game;
	const int64_t skip = (int64_t)(address->sheet - 1) * STMT_SHEET;

	if (!stmt_web_games(db, address->name, skip < games ? (int32_t)skip : games, &rows))
		return false;
	fputs("<h2 id=\"games\">Games</h2>\n<nav aria-label=\"games\" class=\"sheets\">", page->out);
	if (address->sheet > 1)
		link_sheet(page, address, address->sheet - 1, "prev", "those before");
	if (skip + STMT_SHEET < games)
		link_sheet(page, address, address->sheet + 1, "next", "those behind");
	fputs("</nav>\n<ul class=\"games\">\n", page->out);
	while (stmt_web_next_game(&rows, &game))
		write_game(page, &game);
	fputs("</ul>\n", page->out);

	return db_rows_close(&rows);
}

static bool write_tournament(struct page *page, struct db *db, const struct address *address,
                             const struct web_tournament *tournament, const char *score)
{
	fputs("<h1>", page->out);
	page_text(page, tournament->name);
	fputs("</h1>\n<p>Rules ", page->out);
	page_text(page, tournament->rules);
	fputs(", map ", page->out);
	page_text(page, tournament->map);
	fputs("; <a href=\"/t/", page->out);
	site_page_address(page, tournament->name);
	fputs("/report\">report</a></p>\n<p id=\"link\" role=\"status\"></p>\n<div id=\"live\" "
	      "data-events=\"/t/",
	      page->out);
	site_page_address(page, tournament->name);
	fprintf(page->out, "/events?score=%s\">\n", score);
	fragment_progress(page, tournament);
	if (!fragment_standings(page, db, tournament->name, score))
		return false;
	fputs("</div>\n", page->out);
	link_scores(page, score);

	return write_games(page, db, address, tournament->games);
}

static bool make_tournament(struct db *db, const struct address *address, struct made *made)
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

static bool make_workers(struct db *db, const struct address *address, struct made *made)
{
	struct page page;
	struct db_rows rows;
	struct listed_worker worker;
	(void)address;

	if (!stmt_list_workers(db, false, &rows))
		return false;
	if (!site_page_open_fresh(&page, "Workers", FRESH_S))
		return db_rows_close(&rows) && fail(made);
	fputs("<h1>Workers</h1>\n", page.out);
	if (rows.count == 0) {
		fputs("<p>No worker is at work.</p>\n", page.out);
		return close_rows(&page, &rows, made);
	}

	fprintf(page.out,
	        "<p>%d at work</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
	        "aria-label=\"Workers\"><table>\n<thead><tr>"
	        "<th scope=\"col\" class=\"n\">Worker</th><th scope=\"col\">Host</th>"
	        "<th scope=\"col\">State</th><th scope=\"col\">Since</th>"
	        "<th scope=\"col\" class=\"n\">Last heard of (s)</th>"
	        "<th scope=\"col\" class=\"n\">Plays</th><th scope=\"col\" class=\"n\">Games</th>"
	        "<th scope=\"col\" class=\"n\">Phases</th></tr></thead>\n<tbody>\n",
	        rows.count);

	while (stmt_next_worker(&rows, &worker)) {
		fprintf(page.out, "<tr><th scope=\"row\" class=\"n\">%lld</th><td>", (long long)worker.id);
		page_text(&page, worker.host);
		fputs("</td><td>", page.out);
		page_text(&page, worker.state);
		fputs("</td><td>", page.out);
		page_text(&page, worker.since);
		fprintf(page.out,
		        "</td><td class=\"n\">%lld</td><td class=\"n\">%lld</td><td class=\"n\">%lld</td>"
		        "<td class=\"n\">%lld</td></tr>\n",
		        (long long)worker.heartbeat_age, (long long)worker.claims, (long long)worker.games,
		        (long long)worker.phases);
	}

	fputs("</tbody></table></div>\n", page.out);
	return close_rows(&page, &rows, made);
}

/* ── for programs ── */

static bool make_metrics(struct db *db, const struct address *address, struct made *made)
{
	FILE *out = open_memstream(&made->text, &made->size);
	(void)address;
	if (out == NULL)
		return fail(made);
	const bool printed = stmt_print_metrics(db, out);
	*made = (struct made){fclose(out) == 0 ? 200 : 500, REPLY_METRICS, made->text, made->size};
	return printed;
}

static bool make_health(struct db *db, const struct address *address, struct made *made)
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
#define MAKER_SEAT(page, maker)
#define MAKER_HOST(page, maker)
#define MAKER_LOGIN(page, maker)
#define MAKER_OTHER(page, maker)
#define ADDRESS(page, pattern, parameters, method, kind, maker) MAKER_##kind(page, maker)
#include "web/http/addresses.def"
#undef ADDRESS
	};
	assert(address_kind(address->page) == KIND_MADE);
	return makers[address->page](db, address, made);
}
