/* request: what the head of a request says, and whether it is one that we answer. A pure function
 * of its bytes, as address.h is. */
#ifndef ARESFARM_REQUEST_H
#define ARESFARM_REQUEST_H

#include "address.h"
#include "origin.h"

enum {
	REQUEST_BODY_MOST = 16 * 1024, /* bytes */
	REQUEST_FORM_MOST = 1024,
	REQUEST_DRAINED_MOST = 256 * 1024
};

/* Fields of a head. A field that is not there is NULL. */
struct request_head {
	const char *method, *host, *type, *length, *seat, *cookies;
	const char *origin, *site, *proto; /* where it comes from, by origin.h */
	const char *encodings, *tags;      /* that it takes; of what the browser has */
	int hosts, lengths;                /* fields that name us; that say how long the body is */
	bool odd;                          /* the name of a field has a blank: a proxy may drop it */
	bool chunks;                       /* one of them says that it comes in chunks */
	const struct address *address;     /* NULL: it has none that we know */
};

/* Notes a field, if it matters. */
void request_note(struct request_head *head, const char *name, const char *value);

/* The status with which a request must be refused, and why; 0: it need not be. listen, name: as in
 * address_host_is_ours. way: how it was sent. */
int request_refuse(const struct request_head *head, const char *listen, const char *name,
                   enum origin_way way, const char **why);

/* Whether a request that is refused has a body of a known length that is short enough to be read
 * first. A client that is cut off while it sends may never see the reason. */
bool request_is_drained(const struct request_head *head);

#endif
