/* framing: see framing.h. */
#include "framing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"

enum {
	VERSION = 1,
	MAGIC = 0xDA10,
	IN_LEAST = 512,
	READ_MOST = 1 << 14 /* bytes of one client per round */
};

static uint16_t number_at(const uint8_t *bytes)
{
	return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

/* The error code of an IM; 0: none. The other byte order has its own code, which is checked
 * first. */
static int check_greeting(const uint8_t *body)
{
	const uint16_t version = number_at(body), magic = number_at(body + 2);

	if (magic == 0x10DA)
		return ERROR_ORDER;
	if (magic != MAGIC)
		return ERROR_MAGIC;
	return version != VERSION ? ERROR_VERSION : 0;
}

/* The error code of a header; 0: none. */
static int check_header(const struct client *client, uint8_t type, size_t length)
{
	if (!client->greeted) {
		if (type != TYPE_IM)
			return ERROR_NO_IM;
		if (length == 0x0400)
			return ERROR_ORDER;
		return length != 4 ? ERROR_LENGTH : 0;
	}

	switch (type) {
	case TYPE_IM:
		return ERROR_IM_AGAIN;
	case TYPE_RM:
		return ERROR_RM;
	case TYPE_DM:
		return length == 0 || length % 2 != 0 || length > 2 * DAIDE_TOKENS_MAX ? ERROR_LENGTH : 0;
	case TYPE_FM:
	case TYPE_EM:
		return 0;
	}

	return ERROR_TYPE;
}

static void greet(struct client *client, const uint8_t *body)
{
	const int wrong = check_greeting(body);
	if (wrong != 0) {
		port_refuse(client, wrong);
		return;
	}
	client->greeted = true;
	port_send_framed(client, TYPE_RM, NULL, 0);
}

static bool has_private_token(const struct daide_message *message)
{
	for (int i = 0; i < message->count; i++)
		if (message->token[i] >= DAIDE_PRIVATE && message->token[i] < DAIDE_BEYOND)
			return true;
	return false;
}

static void take_message(struct client *client, uint8_t type, const uint8_t *body, size_t length)
{
	static struct daide_message message;
	client->credit--;
	if (type == TYPE_IM)
		greet(client, body);
	else if (type == TYPE_FM || type == TYPE_EM)
		port_lose(client);
	else if (!daide_decode(body, length, &message))
		port_refuse(client, ERROR_LENGTH);
	else if (has_private_token(&message))
		port_refuse(client, ERROR_TOKEN);
	else
		port_config()->take(client, &message);
}

/* Takes the complete messages, while the client may be read. */
void framing_take(struct client *client)
{
	size_t at = 0;

	while (!client->lost && !client->closing && port_may_read(client) &&
	       client->in_used - at >= HEADER) {
		const uint8_t *header = client->in + at;
		const size_t length = number_at(header + 2);
		const int wrong = check_header(client, header[0], length);
		const bool ends = header[0] == TYPE_FM || header[0] == TYPE_EM;
		if (wrong != 0) {
			port_refuse(client, wrong);
			return;
		}
		if (!ends && client->in_used - at < HEADER + length)
			break;
		take_message(client, header[0], header + HEADER, length);
		at += HEADER + length;
	}

	if (client->lost || client->closing || client->in_used == 0)
		return;
	memmove(client->in, client->in + at, client->in_used - at);
	client->in_used -= at;
	if (client->in_used == 0)
		client->half_at = 0;
	else if (at > 0 || client->half_at == 0)
		client->half_at = clock_ms();
}

/* Makes room for more input. The buffer grows with the bytes received, not with the length in a
 * header. */
static bool make_room(struct client *client)
{
	if (client->in_used < client->in_size)
		return true;
	const size_t size = client->in_size > 0 ? 2 * client->in_size : IN_LEAST;
	uint8_t *in = size <= 2 * (PORT_IN_MOST + 1) ? realloc(client->in, size) : NULL;
	if (in == NULL)
		return false;
	client->in = in;
	client->in_size = size;
	return true;
}

void framing_read(struct client *client)
{
	uint8_t waste[4096];

	for (size_t taken = 0; taken < READ_MOST && !client->lost && port_may_read(client);) {
		if (!client->closing && !make_room(client)) {
			port_lose(client);
			return;
		}
		const ssize_t got = client->closing ? recv(client->fd, waste, sizeof waste, MSG_DONTWAIT)
		                                    : recv(client->fd, client->in + client->in_used,
		                                           client->in_size - client->in_used, MSG_DONTWAIT);
		if (got < 0 && errno == EINTR)
			continue;
		if (got == 0 || (got < 0 && errno != EAGAIN))
			port_lose(client);
		if (got <= 0)
			break;
		taken += (size_t)got;
		if (!client->closing) {
			client->in_used += (size_t)got;
			framing_take(client);
		}
	}

	if (client->in_used == 0) {
		free(client->in);
		client->in = NULL;
		client->in_size = 0;
	}
}

size_t framing_pack(const struct daide_message *message, uint8_t bytes[PORT_IN_MOST])
{
	const size_t size = daide_encode(message, bytes + HEADER);
	bytes[0] = TYPE_DM;
	bytes[1] = 0;
	bytes[2] = (uint8_t)(size >> 8);
	bytes[3] = (uint8_t)size;
	return HEADER + size;
}
