/* client: a connection of a DAIDE client, and what it is in the server. port.c owns the first part
 * of it, talk.c and those after it the second. */
#ifndef ARESFARM_DAIDE_CLIENT_H
#define ARESFARM_DAIDE_CLIENT_H

#include <sys/queue.h>

#include "formats/daide/daide_tell.h"

enum {
	CLIENT_NAME_SIZE = 61,
	CLIENT_TIMES_MAX = 8, /* TME ( s ) that a client may ask for */
	CLIENT_ADDRESS_SIZE = 48,
};

enum client_role {
	ROLE_NONE,     /* it has not said what it is, or was refused */
	ROLE_PLAYER,   /* it has a seat: at a table, or in a game */
	ROLE_OBSERVER, /* it looks on: at a table, or in a game */
};

struct table;
struct contest;

struct client {
	TAILQ_ENTRY(client) entries;

	/* ── the connection ── */
	int fd;
	char address[CLIENT_ADDRESS_SIZE];
	uint64_t peer;   /* its network: rate_key */
	bool greeted;    /* its IM came */
	bool closing;    /* nothing more is read; it is closed once all is sent */
	bool shut;       /* all is sent, and it knows; it is closed when it has gone, or at closes_at */
	bool lost;       /* it is gone; port_run frees it */
	uint32_t events; /* that epoll watches */
	uint8_t *in, *out; /* NULL: nothing is there */
	size_t in_used, in_size;
	size_t out_at, out_used, out_size; /* what is still to be sent: from out_at on */
	int credit;                        /* messages that it may send at once */
	int64_t begun_at;                  /* by clock_ms, as all: when it connected */
	int64_t half_at;                   /* when the message that is incomplete began; 0: none is */
	int64_t sent_at;                   /* when it last took bytes, or nothing waited for it */
	int64_t closes_at;                 /* when it is closed, if it does not go */

	/* ── what it is ── */
	enum client_role role;
	bool accepted;        /* YES ( MAP ) came */
	int64_t offered_at;   /* when MAP was sent to a player */
	struct table *table;  /* where it waits; else NULL */
	struct contest *game; /* where it plays, or looks on; else NULL */
	uint8_t power;        /* a player's */
	char name[CLIENT_NAME_SIZE], version[CLIENT_NAME_SIZE];
	int times[CLIENT_TIMES_MAX]; /* seconds before a deadline at which it wants TME */
	int time_count;
	int wrong; /* passcodes */
};

TAILQ_HEAD(clients, client);

#endif
