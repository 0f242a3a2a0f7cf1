/* login_pages: the login form, the list of a person's seats, and the list of seats of the links
 * that a browser keeps. They are private: no browser and no proxy caches them. */
#ifndef ARESFARM_LOGIN_PAGES_H
#define ARESFARM_LOGIN_PAGES_H

#include "web/http/reply.h"

/* Each gives NULL where there is no memory. */

/* The form. status: 200; 400: what was sent is not a form; 403: the login was refused, for any
 * reason. */
struct reply *login_page_ask(int status);

/* Why logging in is impossible. */
struct reply *login_page_refuse(int status, const char *why);

/* The database does not answer. */
struct reply *login_page_away(void);

/* Sends the browser on to another page. */
struct reply *login_page_go_to(const char *where);

/* Whose seats are listed: those of a role that has logged in, by its session; and of the links that
 * a browser keeps (cookie.h), by one of farm_web. */
struct my_seats {
	const char *role; /* NULL: nobody has logged in, and by_role is not used */
	struct db *by_role, *by_links;
	bool may_log_in;
	char links[COOKIE_SEATS_SIZE]; /* later: those that open something */
};

/* Makes the page. NULL: the database failed, or there is no memory. */
struct reply *login_page_make_me(struct my_seats *mine);

#endif
