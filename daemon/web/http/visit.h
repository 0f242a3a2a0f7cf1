/* visit: a request, from its first line until its reply is sent.
 *
 * It belongs to server.c, which gives it to the program once, to be answered at once or later. Its
 * line in the log has the method, the address without its query, the status and how long it took,
 * and nothing else: the rest may contain secrets. */
#ifndef ARESFARM_VISIT_H
#define ARESFARM_VISIT_H

#include <stdint.h>
#include <sys/queue.h>

#include "address.h"
#include "channel.h"
#include "cookie.h"
#include "origin.h"
#include "db/record/secret.h"

enum { VISIT_SEAT_SIZE = 128, VISIT_TAGS_SIZE = 128 };

struct visit {
	char *target; /* as it was sent */
	struct address address;
	enum address_verdict verdict;  /* of the target; address is valid where it was found */
	enum origin_way way;           /* that it has come */
	uint64_t peer;                 /* the network that it comes from: rate_key */
	char seat[VISIT_SEAT_SIZE];    /* the field Seat, which opens a seat; else empty */
	char session[SECRET_SIZE];     /* the cookie of a person who has logged in; else empty */
	char seats[COOKIE_SEATS_SIZE]; /* the links that the browser keeps, as cookie.h has them */
	int port;                      /* that we listen at */
	bool takes_gzip;               /* by its field Accept-Encoding */
	char tags[VISIT_TAGS_SIZE];    /* of what the browser has; else empty */
	char *body;                    /* of a POST; ends with a zero byte after body_size */
	size_t body_size;
	struct visit *next; /* for the code that keeps it waiting */
	/* the rest is server.c's */
	LIST_ENTRY(visit) visits;
	struct MHD_Connection *connection;
	const char *method; /* a constant */
	bool begun, asked, suspended;
	int status;    /* of its reply; 0: it has none yet */
	int64_t began; /* by clock_ms */
	struct reply *reply;
	struct reader reader;
	unsigned beat;
};

/* Adds bytes to the body. False: there is no memory. */
MUST_CHECK bool visit_add_body(struct visit *visit, const char *bytes, size_t size);

/* Takes the secrets out of the fields Seat and Cookie, where they are not NULL. port: on which we
 * listen. */
void visit_take_secrets(struct visit *visit, const char *seat, const char *cookies, int port);

/* NULL: there is no memory. */
struct visit *visit_make(const char *target, struct MHD_Connection *connection);

/* Logs it, and frees it. What opens a seat is wiped. */
void visit_end(struct visit *visit);

void visit_set_method(struct visit *visit, const char *method);

#endif
