/* client: a connection of a DAIDE client, and its state in the server. port.c owns the first part,
 * talk.c and the files above it the second. */
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
	ROLE_NONE,     /* it has not identified itself, or was refused */
	ROLE_PLAYER,   /* it has a seat: at a table or in a game */
	ROLE_OBSERVER, /* it observes a table or a game */
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
	bool closing;    /* nothing more is read; the connection is closed when all is sent */
	bool shut;       /* all is sent, and our side is shut down; closed when the client closes, or at
	                    closes_at */
	bool lost;       /* disconnected; port_run frees it */
	uint32_t events; /* that epoll watches */
	uint8_t *in, *out; /* NULL: empty */
	size_t in_used, in_size;
	size_t out_at, out_used, out_size; /* bytes to send: from out_at on */
	int credit;                        /* messages that it may send now */
	int64_t begun_at;                  /* by clock_ms, as all times here: when it connected */
	int64_t half_at;                   /* when the incomplete message began; 0: there is none */
	int64_t sent_at;   /* when it last accepted bytes, or nothing was left to send */
	int64_t closes_at; /* when we close it, if the client does not */

	/* ── its state in the server ── */
	enum client_role role;
	bool accepted;        /* YES ( MAP ) was received */
	int64_t offered_at;   /* when MAP was sent to a player */
	struct table *table;  /* where it waits; else NULL */
	struct contest *game; /* where it plays or observes; else NULL */
	uint8_t power;        /* of a player */
	char name[CLIENT_NAME_SIZE], version[CLIENT_NAME_SIZE];
	int times[CLIENT_TIMES_MAX]; /* seconds before a deadline at which it wants TME */
	int time_count;
	int wrong; /* wrong passcodes so far */
};

TAILQ_HEAD(clients, client);

#endif
