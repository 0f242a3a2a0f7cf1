/* login_pages: see login_pages.h. */
#include "login_pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/site/pages.h"
#include "db/statements/seat/stmt_login.h"

/* ── the form ── */

static struct reply *close_page(struct page *page, int status)
{
	return site_page_close(page) ? reply_make(status, REPLY_OWN, page->text, page->size) : NULL;
}

struct reply *login_page_ask(int status)
{
	struct page page;

	if (!site_page_open(&page, "Log in"))
		return NULL;
	fputs("<h1>Log in</h1>\n", page.out);
	if (status == 400)
		fputs(
			"<p class=\"wrong\" role=\"alert\">Type the name of your role and its password.</p>\n",
			page.out);
	else if (status != 200)
		fputs(
			"<p class=\"wrong\" role=\"alert\">The name or the password is wrong, or this role may "
			"not log in here.</p>\n",
			page.out);

	fputs("<form method=\"post\" action=\"/login\" class=\"login\">\n"
	      "<label for=\"name\">Role</label>\n"
	      "<input id=\"name\" name=\"name\" autocomplete=\"username\" autocapitalize=\"none\" "
	      "spellcheck=\"false\" maxlength=\"63\" required>\n"
	      "<label for=\"password\">Password</label>\n"
	      "<input id=\"password\" name=\"password\" type=\"password\" "
	      "autocomplete=\"current-password\" required>\n"
	      "<button>Log in</button>\n</form>\n"
	      "<p>Your role is an external player's in the database of this farm, which checks the "
	      "password. Whoever has a link to a seat need not log in.</p>\n",
	      page.out);

	return close_page(&page, status);
}

struct reply *login_page_refuse(int status, const char *why)
{
	struct page page;
	if (!site_page_open(&page, "Log in"))
		return NULL;
	fputs("<h1>Log in</h1>\n<p class=\"wrong\" role=\"alert\">", page.out);
	page_text(&page, why);
	fputs(".</p>\n<p><a href=\"/\">All tournaments</a></p>\n", page.out);
	return close_page(&page, status);
}

struct reply *login_page_away(void)
{
	return login_page_refuse(503, "The database does not answer: please try again");
}

struct reply *login_page_go_to(const char *where)
{
	struct reply *reply = reply_make(303, REPLY_OWN, NULL, 0);
	if (reply != NULL)
		reply->location = where;
	return reply;
}

/* ── his seats ── */

/* How each part of the list is called, and the heads of its columns. */
static const struct part {
	const char *name, *columns[4];
} parts[] = {
	[SEAT_WAITS] = {"Waiting for you", {"Phase", "Deadline", "Orders", NULL}},
	[SEAT_GOES_ON] = {"Going on", {"Phase", "Deadline", "Orders", NULL}},
	[SEAT_IS_OVER] = {"Over", {"Last phase", "End", "Points", NULL}},
};

static void open_part(struct page *page, const struct part *part)
{
	fprintf(page->out,
	        "<h2>%s</h2>\n<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">Game</th>"
	        "<th scope=\"col\">Power</th>",
	        part->name);
	for (const char *const *column = part->columns; *column != NULL; column++)
		fprintf(page->out, "<th scope=\"col\">%s</th>", *column);
	fputs("</tr></thead>\n<tbody>\n", page->out);
}

static void close_part(struct page *page)
{
	fputs("</tbody></table></div>\n", page->out);
}

static void write_left(struct page *page, int64_t seconds)
{
	const long long s = seconds > 0 ? seconds : 0, minutes = (s + 59) / 60;
	if (minutes >= 2880)
		fprintf(page->out, "%lld days", minutes / 1440);
	else if (minutes >= 120)
		fprintf(page->out, "%lld h %lld min", minutes / 60, minutes % 60);
	else
		fprintf(page->out, "%lld min", minutes);
}

static void write_deadline(struct page *page, const struct my_seat *seat)
{
	if (!seat->timed) {
		fputs("none", page->out);
		return;
	}
	fputs("<time datetime=\"", page->out);
	page_text(page, seat->deadline);
	fprintf(page->out, "\">%.10s %.5s UTC</time>, in ", seat->deadline, seat->deadline + 11);
	write_left(page, seat->left);
}

static void write_end(struct page *page, const struct my_seat *seat)
{
	if (seat->winner[0] != '\0') {
		page_text(page, seat->winner);
		fputs(" has won; ", page->out);
	}
	page_text(page, seat->fate[0] != '\0' ? seat->fate : seat->state);
	fputs("</td><td>", page->out);
	page_text(page, seat->points);
}

static const char *name_orders(const struct my_seat *seat)
{
	if (seat->final)
		return "final";
	if (seat->submitted)
		return "handed in, not final";
	return seat->phase[0] ? "none yet" : "the farm plays, or others are waited for";
}

static void write_seat(struct page *page, const struct my_seat *seat)
{
	fprintf(page->out, "<tr><th scope=\"row\"><a href=\"/seat#@%lld/", (long long)seat->game);
	site_page_address(page, seat->power);
	fputs("\">", page->out);
	page_text(page, seat->tournament);
	fprintf(page->out, "/%d</a></th><td>", (int)seat->number);
	page_text(page, seat->power);
	fputs("</td><td>", page->out);
	page_text(page, seat->phase);
	fputs("</td><td>", page->out);
	if (seat->order == SEAT_IS_OVER) {
		write_end(page, seat);
	} else {
		write_deadline(page, seat);
		fputs("</td><td>", page->out);
		fputs(name_orders(seat), page->out);
	}

	fputs("</td></tr>\n", page->out);
}

static void write_head(struct page *page, const char *role)
{
	fputs("<h1>Your seats</h1>\n<form method=\"post\" action=\"/logout\"><p>You have logged in as "
	      "<b>",
	      page->out);
	page_text(page, role);
	fputs("</b>. <button>Log out</button></p></form>\n", page->out);
}

bool login_page_make_me(struct db *db, const char *role, struct made *made)
{
	struct page page;
	struct db_rows rows;
	struct my_seat seat;
	int32_t part = -1;

	if (!stmt_my_seats(db, &rows))
		return false;
	if (!site_page_open(&page, "Your seats")) {
		made->status = 500;
		return db_rows_close(&rows);
	}

	write_head(&page, role);
	while (stmt_next_my_seat(&rows, &seat)) {
		if (seat.order != part && part >= 0)
			close_part(&page);
		if (seat.order != part)
			open_part(&page, &parts[seat.order]);
		part = seat.order;
		write_seat(&page, &seat);
	}

	if (part >= 0)
		close_part(&page);
	else
		fputs("<p>You have none: whoever makes a game gives a seat to your role.</p>\n", page.out);

	pages_close(&page, made);
	made->kind = REPLY_OWN;
	return db_rows_close(&rows);
}
