/* home: the list of tournaments: games with people, what else goes on, what is over. */
#include "fragments.h"
#include "pages.h"

enum { FRESH_S = 5 };

enum group { GROUP_PEOPLE, GROUP_OPEN, GROUP_OVER, GROUP_NONE };

static enum group find_group(const struct web_listed *listed)
{
	if (listed->over)
		return GROUP_OVER;
	return listed->people ? GROUP_PEOPLE : GROUP_OPEN;
}

static void write_name(struct page *page, const struct web_listed *listed)
{
	fputs("<tr><th scope=\"row\"><a href=\"/t/", page->out);
	site_page_address(page, listed->name);
	fputs("\">", page->out);
	page_text(page, listed->name);
	fputs("</a></th>", page->out);
}

static void write_players(struct page *page, const struct web_listed *listed)
{
	fputs("</td><td>", page->out);
	page_text(page, listed->rules);
	fprintf(page->out, "</td><td>%s", listed->people ? "<span class=\"mark\">people</span> " : "");
	page_text(page, listed->players);
	fputs("</td></tr>\n", page->out);
}

static void write_listed(struct page *page, const struct web_listed *listed)
{
	write_name(page, listed);
	if (find_group(listed) == GROUP_OPEN) {
		fputs("<td class=\"progress\">", page->out);
		fragment_bar(page, listed->finished, listed->games);
		fputs("</td>", page->out);
	}

	if (listed->game > 0)
		fprintf(page->out, "<td class=\"n\"><a href=\"/g/%lld\">its game</a></td><td>",
		        (long long)listed->game);
	else
		fprintf(page->out, "<td class=\"n\">%lld of %d</td><td>", (long long)listed->finished,
		        (int)listed->games);

	page_text(page, listed->state);
	write_players(page, listed);
}

/* A group: what stands above its table. What is over is folded away where something goes on. */
static void begin_group(struct page *page, enum group group, bool first)
{
	static const char *const names[] = {"Games with people", "Being played", "Over"};

	if (group == GROUP_OVER)
		fprintf(page->out, "<details id=\"over\"%s><summary><h2>%s</h2></summary>\n",
		        first ? " open" : "", names[group]);
	else
		fprintf(page->out, "<h2>%s</h2>\n", names[group]);

	fprintf(page->out,
	        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">"
	        "<table class=\"list\">\n<thead><tr><th scope=\"col\">Name</th>%s"
	        "<th scope=\"col\" class=\"n\">Finished</th><th scope=\"col\">State</th>"
	        "<th scope=\"col\">Rules</th><th scope=\"col\">Players</th></tr></thead>\n<tbody>\n",
	        names[group],
	        group == GROUP_OPEN ? "<th scope=\"col\"><span class=\"told\">How far</span></th>"
	                            : "");
}

static void end_group(struct page *page, enum group group)
{
	if (group != GROUP_NONE)
		fprintf(page->out, "</tbody></table></div>\n%s", group == GROUP_OVER ? "</details>\n" : "");
}

static void write_sheets(struct page *page, int sheet, int64_t count)
{
	const int64_t sheets = (count + STMT_HOME - 1) / STMT_HOME;
	if (sheets < 2)
		return;
	fputs("<nav aria-label=\"sheets\" class=\"sheets\">", page->out);
	if (sheet > 1)
		fprintf(page->out, "<a href=\"/?page=%d\" rel=\"prev\">those before</a> ", sheet - 1);
	fprintf(page->out, "<span>sheet %d of %lld</span> ", sheet, (long long)sheets);
	if (sheet < sheets)
		fprintf(page->out, "<a href=\"/?page=%d\" rel=\"next\">those behind</a>", sheet + 1);
	fputs("</nav>\n", page->out);
}

static void write_groups(struct page *page, struct db_rows *rows)
{
	struct web_listed listed;
	enum group group = GROUP_NONE;
	while (stmt_web_next_listed(rows, &listed)) {
		const enum group next = find_group(&listed);
		if (next != group) {
			end_group(page, group);
			begin_group(page, next, group == GROUP_NONE);
		}
		group = next;
		write_listed(page, &listed);
	}
	end_group(page, group);
}

bool pages_make_home(struct db *db, const struct address *address, struct made *made)
{
	struct page page;
	struct db_rows rows;
	int64_t count;

	if (!stmt_web_count(db, &count))
		return false;
	const int64_t skip = (int64_t)(address->sheet - 1) * STMT_HOME;
	if (!stmt_web_home(db, skip < count ? (int32_t)skip : (int32_t)count, &rows))
		return false;
	if (!site_page_open_fresh(&page, "Tournaments", FRESH_S)) {
		made->status = 500;
		return db_rows_close(&rows);
	}

	fputs("<h1>Tournaments</h1>\n", page.out);
	if (count == 0)
		fputs("<p>There is none yet. <code>aresctl tournament create</code> makes one.</p>\n",
		      page.out);

	write_sheets(&page, address->sheet, count);
	write_groups(&page, &rows);
	pages_close(&page, made);
	return db_rows_close(&rows);
}
