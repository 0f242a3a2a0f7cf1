/* link: a connection of libpq, and the only loop that waits for libpq.
 *
 * No call of libpq blocks: the connection is opened asynchronously and is then non-blocking. The
 * loop sends pending output, reads input, and frees notifications at once, so that they do not
 * accumulate. Every 100 ms it asks the program whether to continue. If not, the link is broken, and
 * the wait ends.
 *
 * It is private to db.c, and the only header that includes libpq's. */
#ifndef ARESFARM_LINK_H
#define ARESFARM_LINK_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

#include "board/macros.h"

enum { LINK_ERROR_SIZE = 800 };

struct link {
	PGconn *conn;                /* NULL: broken, or never opened */
	bool notified;               /* a notification arrived since link_listen last reported one */
	int most_ms;                 /* the longest wait; 0: any time */
	char error[LINK_ERROR_SIZE]; /* why there is no connection */
	struct link *next;           /* of all links of this process */
};

/* Whether to continue a wait that has lasted waited_ms. */
typedef bool link_patience(void *context, int64_t waited_ms);

/* Called when an answer has taken 1 s, then 2, 4, 8 s, until it returns true. */
typedef bool link_slow(struct link *link, int64_t waited_ms);

/* These apply to all links of the process. NULL: unlimited waits, and no reports. */
void link_set_patience(link_patience *go_on, void *context);
void link_set_slow(link_slow *tell);

/* A user who logs in by name and password, instead of those in conninfo or the environment. The
 * session belongs to this user from the start: no role is set. */
struct link_login {
	const char *user, *password;
};

/* Connects, as PQconnectdbParams does: connect_timeout is for each address, then the next one is
 * tried. conninfo is libpq's; if it is empty, libpq reads the environment. beside: connects to the
 * server of that link; may be NULL, as may login. False, with the reason in link->error, on
 * failure. link must not move. */
MUST_CHECK bool link_open(struct link *link, const char *conninfo, const char *application,
                          const struct link *beside, const struct link_login *login,
                          PQnoticeReceiver notices);

/* Wipes the password that libpq keeps for reconnecting. Returns whether the server had requested
 * it. */
bool link_forget(struct link *link);

/* Never waits. May be called twice. */
void link_close(struct link *link);

/* In a forked child: closes the sockets of all links without ending the connections. */
void link_abandon_all(void);

/* Ends the connection for this reason. Always returns false. */
bool link_break(struct link *link, const char *why);

/* Waits until everything is sent; until PQgetResult has a result; or until more COPY data may be
 * there. False if the link broke or the connection is lost. */
enum link_wait { LINK_FLUSH, LINK_AWAIT, LINK_RECEIVE };
MUST_CHECK bool link_wait(struct link *link, enum link_wait what);

/* Waits for the last result of what was sent. NULL if there is none: link_error has the reason. */
PGresult *link_result(struct link *link);

/* Waits for a notification, at most `most` ms, or until a signal. Always sleeps for the first
 * `least` ms. *notified: a notification arrived. False if the connection is lost. */
MUST_CHECK bool link_listen(struct link *link, int least, int most, bool *notified);

/* Reads pending input of an idle link. False if the server has closed it. Never waits. */
MUST_CHECK bool link_is_open(struct link *link);

const char *link_error(const struct link *link);

#endif
