/* invite: links that open a seat, for the commands that make them. */
#ifndef ARESFARM_CTL_INVITE_H
#define ARESFARM_CTL_INVITE_H

#include "ctl/parts/ctl.h"
#include "db/record/secret.h"
#include "db/statements/seat/stmt_seat.h"

/* How a link is made. */
struct invite {
	const char *base; /* the address of the web server; NULL: see invite_make */
	int seconds;      /* how long the link is valid */
	bool host;        /* it may also invite */
};

#define INVITE_BASE    "http://127.0.0.1:8027"
#define INVITE_EXPIRES "90d"

options_check invite_check_base;

/* Three options: --expires, --base and --host. */
#define INVITE_OPTIONS(invite, what)                                                               \
	OPTION_TIME("expires", "T", &(invite).seconds,                                                 \
	            "how long a link opens the seat: 30m, 24h, 90d", .normal = INVITE_EXPIRES),        \
		OPTION_TEXT("base", "URL", &(invite).base, "the address of the web server",                \
	                .check = invite_check_base,                                                    \
	                .otherwise = "where the private server's aresweb serves, or " INVITE_BASE),    \
		OPTION_FLAG("host", &(invite).host, what)

enum { INVITE_URL_MOST = 200, INVITE_URL_SIZE = INVITE_URL_MOST + 10 + SECRET_SIZE };

/* Makes a link to the seat of a power. Without a base its address is that of the web server which
 * serves the private server now; else INVITE_BASE. url: the link, which is stored nowhere. False if
 * it failed; db_fault says why. made->problem: why there is no link. */
MUST_CHECK bool invite_make(struct db *db, const struct invite *invite, int64_t game,
                            const char *power, struct made_link *made, char url[INVITE_URL_SIZE]);

#endif
