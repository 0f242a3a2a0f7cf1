/* login_pages: see login_pages.h. */
#include "login_pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/http/site_page.h"
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

/* The name of each part of the list, and the heads of its last columns. */
static const struct part {
	const char *name, *phase, *end, *rest;
} parts[] = {
	[SEAT_WAITS] = {"Waiting for you", "Phase", "Deadline", "Orders"},
	[SEAT_GOES_ON] = {"In play", "Phase", "Deadline", "Orders"},
	[SEAT_IS_OVER] = {"Over", "Last phase", "End", "Points"},
};

enum { LEFT_SIZE = 48 };

static char *print_left(int64_t seconds, char text[LEFT_SIZE])
{
	const long long s = MAX(seconds, 0), minutes = (s + 59) / 60;

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

/* links: the secrets that a seat of a link is opened by. */
static void write_seat(struct page *page, const struct my_seat *seat, const char *links)
{
	char secret[SECRET_SIZE] = "";

	if (seat->link >= 0)
		memcpy(secret, links + seat->link * SECRET_SIZE, SECRET_SIZE - 1);
	if (seat->link >= 0)
		open_link(page, secret);
	else
		open_seat(page, seat->game, seat->power);
	put_place(page, seat->power, seat->tournament, seat->number, seat->phase);
	explicit_bzero(secret, sizeof secret);

	if (seat->order == SEAT_IS_OVER) {
		write_end(page, seat);
		close_seat(page, seat->points);
	} else {
		write_deadline(page, seat);
		close_seat(page, name_orders(seat));
	}
}

/* Writes all rows, in their parts. listed: the links that are there, as bits; the last bit is for
 * seats of the role. False: the database failed. */
static bool write_seats(struct page *page, struct db_rows *rows, const char *links,
                        unsigned *listed)
{
	struct my_seat seat;
	int32_t part = -1;

	while (stmt_next_my_seat(rows, &seat)) {
		if (seat.order != part && part >= 0)
			close_list(page);
		if (seat.order != part)
			open_list(page, parts[seat.order].name, parts[seat.order].phase, parts[seat.order].end,
			          parts[seat.order].rest);
		part = seat.order;
		write_seat(page, &seat, links);
		*listed |= 1u << (seat.link & 31);
	}

	if (part >= 0)
		close_list(page);
	return db_rows_close(rows);
}

/* Leaves the links out that open nothing. */
static void keep_links(char links[COOKIE_SEATS_SIZE], unsigned kept)
{
	char *to = links;
	for (int i = 0; links[i * SECRET_SIZE] != '\0'; i++)
		if (kept >> i & 1) {
			memmove(to, links + i * SECRET_SIZE, SECRET_SIZE);
			to += SECRET_SIZE;
		}
	*to = '\0';
}

static bool write_links(struct page *page, struct my_seats *mine)
{
	uint8_t keys[COOKIE_SEATS_MOST * DIGEST_SIZE];
	char secret[SECRET_SIZE] = "";
	struct db_rows rows;
	unsigned kept = 0;
	int count = 0;

	for (const char *at = mine->links; *at != '\0'; at += SECRET_SIZE) {
		memcpy(secret, at, SECRET_SIZE - 1);
		secret_key(secret, keys + DIGEST_SIZE * count++);
	}

	const bool done = stmt_link_seats(mine->by_links, keys, count, &rows) &&
	                  write_seats(page, &rows, mine->links, &kept);
	if (done)
		keep_links(mine->links, kept);
	explicit_bzero(keys, sizeof keys);
	explicit_bzero(secret, sizeof secret);
	return done;
}

static bool write_role(struct page *page, const struct my_seats *mine)
{
	struct db_rows rows;
	unsigned listed = 0;

	put_role(page, mine->role);
	if (!stmt_my_seats(mine->by_role, &rows) || !write_seats(page, &rows, NULL, &listed))
		return false;
	if (listed == 0)
		put_none(page);
	return true;
}

struct reply *login_page_make_me(struct my_seats *mine)
{
	struct page page;

	site_page_open(&page, "Your seats");

	put_head(&page);
	const bool done = (mine->role == NULL || write_role(&page, mine)) &&
	                  (mine->links[0] == '\0' || write_links(&page, mine));
	if (mine->links[0] != '\0')
		put_links(&page);
	else if (mine->role == NULL)
		put_no_links(&page);
	if (mine->role == NULL && mine->may_log_in)
		put_login(&page);

	struct reply *reply = close_page(&page, 200);
	if (done)
		return reply;
	reply_drop(reply);
	return NULL;
}
