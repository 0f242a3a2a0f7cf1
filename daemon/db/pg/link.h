/* link: a connection of libpq, and the only loop that waits for libpq.
 *
 * No call of libpq blocks: the connection is made step by step and is non-blocking then. The loop
 * sends what is left to send, reads what has come, and frees notifications at once: however many
 * come, they need no memory. After 100 ms, and then each 100 ms, it asks the program whether to go
 * on. When the program says no, the link is broken, and nothing more is waited for.
 *
 * It is private to db.c. It is the only header that includes libpq's. */
#ifndef ARESFARM_LINK_H
#define ARESFARM_LINK_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

#include "board/must_check.h"

enum { LINK_ERROR_SIZE = 800 };

struct link {
	PGconn *conn;                /* NULL: broken, or never made */
	bool notified;               /* a notification has come since link_listen said so last */
	int most_ms;                 /* the longest wait; 0: any time */
	char error[LINK_ERROR_SIZE]; /* why there is no connection */
	struct link *next;           /* of all links of this process */
};

/* Whether to continue with a wait that has lasted so long. */
typedef bool link_patience(void *context, int64_t waited_ms);

/* Told once that an answer takes a second, then after 2, 4, 8, until it returns true. */
typedef bool link_slow(struct link *link, int64_t waited_ms);

/* They hold for all links of the process. NULL: no end, and nobody to tell. */
void link_set_patience(link_patience *go_on, void *context);
void link_set_slow(link_slow *tell);

/* Somebody who logs in by his own name and password, not as conninfo or the environment say. The
 * session is his own from its first moment: no role is set. */
struct link_login {
	const char *user, *password;
};

/* Connects, as PQconnectdbParams does: connect_timeout is for each address, then the next one is
 * tried. conninfo is libpq's; if it is empty, libpq reads the environment. beside: connects to the
 * server of that link, or NULL. login: or NULL. False, with the reason in link->error, when there
 * is not a connection. link must stay in its place. */
MUST_CHECK bool link_open(struct link *link, const char *conninfo, const char *application,
                          const struct link *beside, const struct link_login *login,
                          PQnoticeReceiver notices);

/* Wipes the password that libpq keeps to connect once more. Whether the server had asked for it. */
bool link_forget(struct link *link);

/* Never waits. Twice does no harm. */
void link_close(struct link *link);

/* In a forked child: closes the sockets of all links without ending the connections. */
void link_abandon_all(void);

/* Ends the connection, for this reason. Always false. */
bool link_break(struct link *link, const char *why);

/* Waits until all is sent; until PQgetResult has something to give; or until there may be more of a
 * row that is copied. False when the link broke, or the connection is lost. */
enum link_wait { LINK_FLUSH, LINK_AWAIT, LINK_RECEIVE };
MUST_CHECK bool link_wait(struct link *link, enum link_wait what);

static inline MUST_CHECK bool link_flush(struct link *link)
{
	return link_wait(link, LINK_FLUSH);
}

static inline MUST_CHECK bool link_await(struct link *link)
{
	return link_wait(link, LINK_AWAIT);
}

/* Waits for the last result of what was sent. NULL when there is none: link_error says why. */
PGresult *link_result(struct link *link);

/* Waits for a notification, at most that many ms, or until a signal. Sleeps for the first `least`
 * ms in any case. *notified: one has come. False when the connection is lost. */
MUST_CHECK bool link_listen(struct link *link, int least, int most, bool *notified);

/* Reads what has come to an idle link. False when the server has closed it. Never waits. */
MUST_CHECK bool link_is_open(struct link *link);

const char *link_error(const struct link *link);

#endif
