/* login_pages: see login_pages.h. */
#include "login_pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/site/pages.h"
#include "db/statements/seat/stmt_login.h"
#include "web/login/login_pages.inc"

/* ── the form ── */

static struct reply *close_page(struct page *page, int status)
{
	site_page_close(page);
	return reply_make(status, REPLY_OWN, page->text, page->size);
}

struct reply *login_page_ask(int status)
{
	struct page page;

	site_page_open(&page, "Log in");
	open_form(&page);
	if (status == 400)
		put_incomplete(&page);
	else if (status != 200)
		put_wrong(&page);
	put_form(&page);

	return close_page(&page, status);
}

struct reply *login_page_refuse(int status, const char *why)
{
	struct page page;
	site_page_open(&page, "Log in");
	put_refusal(&page, why);
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

/* How each part of the list is called, and the heads of its last columns. */
static const struct part {
	const char *name, *phase, *end, *rest;
} parts[] = {
	[SEAT_WAITS] = {"Waiting for you", "Phase", "Deadline", "Orders"},
	[SEAT_GOES_ON] = {"Going on", "Phase", "Deadline", "Orders"},
	[SEAT_IS_OVER] = {"Over", "Last phase", "End", "Points"},
};

enum { LEFT_SIZE = 48 };

static char *print_left(int64_t seconds, char text[LEFT_SIZE])
{
	const long long s = seconds > 0 ? seconds : 0, minutes = (s + 59) / 60;

	if (minutes >= 2880)
		snprintf(text, LEFT_SIZE, "%lld days", minutes / 1440);
	else if (minutes >= 120)
		snprintf(text, LEFT_SIZE, "%lld h %lld min", minutes / 60, minutes % 60);
	else
		snprintf(text, LEFT_SIZE, "%lld min", minutes);

	return text;
}

/* The day and the time of day are parts of the deadline. */
static void write_deadline(struct page *page, const struct my_seat *seat)
{
	char day[11], time[6], left[LEFT_SIZE];

	if (!seat->timed) {
		put_no_deadline(page);
		return;
	}
	snprintf(day, sizeof day, "%s", seat->deadline);
	snprintf(time, sizeof time, "%s", seat->deadline + 11);
	put_deadline(page, seat->deadline, day, time, print_left(seat->left, left));
}

static void write_end(struct page *page, const struct my_seat *seat)
{
	const char *const end = seat->fate[0] != '\0' ? seat->fate : seat->state;

	if (seat->winner[0] != '\0')
		put_victory(page, seat->winner, end);
	else
		put_end(page, end);
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
	open_seat(page, seat->game, seat->power, seat->power, seat->tournament, seat->number,
	          seat->phase);
	if (seat->order == SEAT_IS_OVER) {
		write_end(page, seat);
		close_seat(page, seat->points);
	} else {
		write_deadline(page, seat);
		close_seat(page, name_orders(seat));
	}
}

bool login_page_make_me(struct db *db, const char *role, struct made *made)
{
	struct page page;
	struct db_rows rows;
	struct my_seat seat;
	int32_t part = -1;

	if (!stmt_my_seats(db, &rows))
		return false;

	site_page_open(&page, "Your seats");
	put_head(&page, role);
	while (stmt_next_my_seat(&rows, &seat)) {
		if (seat.order != part && part >= 0)
			close_list(&page);
		if (seat.order != part)
			open_list(&page, parts[seat.order].name, parts[seat.order].phase, parts[seat.order].end,
			          parts[seat.order].rest);
		part = seat.order;
		write_seat(&page, &seat);
	}

	if (part >= 0)
		close_list(&page);
	else
		put_none(&page);

	pages_close(&page, made);
	made->kind = REPLY_OWN;
	return db_rows_close(&rows);
}
