/* fragments: see fragments.h. */
#include "fragments.h"

enum { SCALE = 1000 }; /* tenths of a per cent */

/* ── progress ── */

/* Draws parts of a whole, one behind the other. */
struct bar {
	struct page *page;
	int64_t whole, drawn;
};

static void draw(struct bar *bar, const char *kind, int64_t part)
{
	if (part > 0)
		fprintf(bar->page->out, "<rect class=\"%s\" x=\"%lld\" width=\"%lld\" height=\"1\"/>", kind,
		        (long long)bar->drawn, (long long)part);
	bar->drawn += part;
}

static struct bar begin_bar(struct page *page, int64_t whole)
{
	fprintf(page->out,
	        "<svg class=\"bar\" viewBox=\"0 0 %lld 1\" preserveAspectRatio=\"none\" "
	        "aria-hidden=\"true\">",
	        (long long)whole);
	return (struct bar){page, whole, 0};
}

static void end_bar(struct bar *bar)
{
	fputs("</svg>\n", bar->page->out);
}

void fragment_bar(struct page *page, int64_t finished, int64_t games)
{
	struct bar bar = begin_bar(page, games);
	draw(&bar, "finished", finished);
	end_bar(&bar);
}

void fragment_progress(struct page *page, const struct web_tournament *tournament)
{
	const struct {
		const char *kind, *name;
		int64_t games;
	} parts[] = {
		{"finished", "finished", tournament->finished},
		{"claimed", "being played", tournament->claimed},
		{"waiting", "waiting for somebody", tournament->waiting},
		{"quarantined", "put aside", tournament->quarantined},
		{"cancelled", "cancelled", tournament->cancelled},
		{"pending", "to be played", tournament->pending},
	};
	struct bar bar = begin_bar(page, tournament->games);

	for (size_t i = 0; i < sizeof parts / sizeof *parts - 1; i++)
		draw(&bar, parts[i].kind, parts[i].games);
	end_bar(&bar);
	fprintf(page->out, "<p class=\"counts\" data-finished=\"%lld\"><span>%d game%s</span>",
	        (long long)tournament->finished, (int)tournament->games,
	        tournament->games == 1 ? "" : "s");

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (parts[i].games > 0)
			fprintf(page->out, " <span class=\"key %s\">%lld %s</span>", parts[i].kind,
			        (long long)parts[i].games, parts[i].name);

	fprintf(page->out, "%s</p>\n",
	        tournament->paused && tournament->pending > 0 ? " <strong>paused</strong>" : "");
	if (tournament->stop[0] != '\0') {
		fputs("<p>", page->out);
		page_text(page, tournament->stop);
		fputs("</p>\n", page->out);
	}
}

/* ── standings ── */

static void write_tenths(struct page *page, int32_t tenths)
{
	fprintf(page->out, "%d.%d", (int)tenths / 10, (int)tenths % 10);
}

static void draw_interval(struct page *page, const struct web_standing *standing)
{
	fprintf(page->out,
	        "<td class=\"range\"><svg viewBox=\"0 0 %d 10\" preserveAspectRatio=\"none\" "
	        "aria-hidden=\"true\"><rect class=\"share\" y=\"2\" width=\"%d\" height=\"6\"/>"
	        "<path class=\"fair\" d=\"M%d 0V10\"/>",
	        (int)SCALE, (int)standing->share, (int)standing->expected);
	if (!standing->certain)
		fprintf(page->out, "<path class=\"interval\" d=\"M%d 5H%d\"/>", (int)standing->low,
		        (int)standing->high);
	fputs("</svg></td>", page->out);
}

static void write_standing(struct page *page, const struct web_standing *standing)
{
	fputs("<tr><th scope=\"row\">", page->out);
	page_text(page, standing->player);
	fputs("</th><td class=\"n\">", page->out);
	page_text(page, standing->points);
	fputs("</td><td class=\"n\">", page->out);
	if (standing->told)
		write_tenths(page, standing->share);
	else
		fputs("?", page->out);

	fputs("</td><td class=\"n\">", page->out);
	if (standing->told && !standing->certain) {
		write_tenths(page, standing->low);
		fputs(" to ", page->out);
		write_tenths(page, standing->high);
	}

	fputs("</td>", page->out);
	if (standing->told)
		draw_interval(page, standing);
	else
		fputs("<td></td>", page->out);

	fprintf(page->out,
	        "<td class=\"n\">%lld</td><td class=\"n\">%lld</td><td class=\"n\">%lld</td>"
	        "<td class=\"n\">%lld</td><td class=\"n\">%lld</td></tr>\n",
	        (long long)standing->seats, (long long)standing->wins, (long long)standing->draws,
	        (long long)standing->survivals, (long long)standing->eliminations);
}

bool fragment_standings(struct page *page, struct db *db, const char *tournament, const char *score)
{
	struct db_rows rows;
	struct web_standing standing;

	if (!stmt_web_standings(db, tournament, score, &rows))
		return false;
	if (rows.count == 0) {
		fputs("<p>No game is finished yet.</p>\n", page->out);
		return db_rows_close(&rows);
	}

	fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" "
	      "aria-label=\"Points\"><table>\n<thead><tr><th scope=\"col\">Player</th>"
	      "<th scope=\"col\" class=\"n\">Points</th><th scope=\"col\" class=\"n\">%</th>"
	      "<th scope=\"col\" class=\"n\">95 % interval</th>"
	      "<th scope=\"col\"><span class=\"fair\">| all equal</span></th>"
	      "<th scope=\"col\" class=\"n\">Seats</th><th scope=\"col\" class=\"n\">Won</th>"
	      "<th scope=\"col\" class=\"n\">Drawn</th><th scope=\"col\" class=\"n\">Survived</th>"
	      "<th scope=\"col\" class=\"n\">Out</th></tr></thead>\n<tbody>\n",
	      page->out);
	while (stmt_web_next_standing(&rows, &standing))
		write_standing(page, &standing);
	fputs("</tbody></table></div>\n", page->out);

	return db_rows_close(&rows);
}
