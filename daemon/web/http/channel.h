/* channel: a text that changes, sent to its readers as a stream of events.
 *
 * Invariant: a reader gets the newest text and no older one; each text in full. A slow reader
 * misses those in between, so it costs no more than a fast one. */
#ifndef ARESFARM_CHANNEL_H
#define ARESFARM_CHANNEL_H

#include <stdint.h>

#include "reply.h"

struct channel {
	struct reply *newest; /* NULL: nothing yet */
	uint64_t news;        /* counts them */
	bool over;            /* its streams end once they have sent the newest */
	int watchers;         /* its streams */
};

struct reader {
	struct channel *channel; /* NULL: it reads none */
	struct reply *sending;   /* begun, and not yet sent in full */
	size_t sent;
	uint64_t seen; /* of the channel's news */
};

void channel_join(struct channel *channel, struct reader *reader);
void channel_leave(struct reader *reader); /* twice does no harm */

/* Makes a text the newest, and takes it over. False: it is the same as before, or out of memory. */
bool channel_publish(struct channel *channel, char *text, size_t size);

/* The next bytes for this reader; 0: none yet. *begun: they are the first of a text. */
size_t channel_read(struct reader *reader, char *out, size_t room, bool *begun);

#endif
