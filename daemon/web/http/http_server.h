/* http_server: requests in, replies out. Only its .c file calls libmicrohttpd.
 *
 * It has no thread and never blocks: the program polls server_descriptor and calls server_run. The
 * program is asked once for each request (server_calls), and answers at once or later.
 *
 * What it refuses by itself: what request.h says, and addresses that ask too often. It closes slow
 * connections: a request must arrive within `patience`, with its body; a reply or an event must be
 * read within twice that. */
#ifndef ARESFARM_SERVER_H
#define ARESFARM_SERVER_H

#include "base/listener.h"
#include "visit.h"

struct server_config {
	struct listener listener;
	const char *name; /* by which it is reached, too; or NULL */
	bool tls;         /* it is reached by https under that name, through a proxy */
	int rate;         /* requests a second of one address; 0: any number */
	int patience;     /* s */
	/* Must call visit_reply or visit_stream, now or later. */
	void (*ask)(struct visit *visit);
	char error[LISTENER_ERROR_SIZE];
};

/* Listens. port: the real one. False, with one line in config->error. */
MUST_CHECK bool server_open(struct server_config *config, int *port);

/* Can be read when there is something to do; server_timeout: after that many ms in any case; below
 * 0: any time. */
int server_descriptor(void);
int server_timeout(void);
void server_run(void);

/* To be called once a second: closes slow connections. beat: sends a sign of life on streams. */
void server_tick(bool beat);

/* A channel has a new text, or has ended. */
void server_wake(const struct channel *channel);

/* Answers a visit. Takes over one hold of the reply; NULL: there was no memory. */
void visit_reply(struct visit *visit, struct reply *reply);
void visit_stream(struct visit *visit, struct channel *channel);

/* Ends all connections within about a second: streams with their last event, others with a
 * refusal. */
void server_close(void);

#endif
