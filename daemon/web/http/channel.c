/* channel: see channel.h. */
#include "channel.h"

#include <stdlib.h>
#include <string.h>

void channel_join(struct channel *channel, struct reader *reader)
{
	*reader = (struct reader){.channel = channel};
	channel->watchers++;
}

void channel_leave(struct reader *reader)
{
	if (reader->channel != NULL)
		reader->channel->watchers--;
	reply_drop(reader->sending);
	*reader = (struct reader){0};
}

bool channel_publish(struct channel *channel, char *text, size_t size)
{
	const struct reply *newest = channel->newest;
	if (newest != NULL && newest->size == size && memcmp(newest->text, text, size) == 0) {
		free(text);
		return false;
	}
	struct reply *event = reply_make(200, REPLY_EVENTS, text, size);
	if (event == NULL)
		return false;
	reply_drop(channel->newest);
	channel->newest = event;
	channel->news++;
	return true;
}

size_t channel_read(struct reader *reader, char *out, size_t room, bool *begun)
{
	const struct channel *channel = reader->channel;

	*begun = reader->sending == NULL && reader->seen != channel->news;
	if (*begun) {
		reader->seen = channel->news;
		reader->sending = reply_hold(channel->newest);
		reader->sent = 0;
	}

	if (reader->sending == NULL)
		return 0;
	const size_t left = reader->sending->size - reader->sent;
	const size_t part = MIN(left, room);
	memcpy(out, reader->sending->text + reader->sent, part);
	reader->sent += part;
	if (part == left) {
		reply_drop(reader->sending);
		reader->sending = NULL;
	}

	return part;
}
