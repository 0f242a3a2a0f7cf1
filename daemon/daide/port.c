/* port: see port.h. It also splits the bytes of a client into messages. */
#include "port.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/request_rate.h"

enum {
	CREDIT_MOST = 600,   /* messages in a burst */
	CREDIT_SECOND = 200, /* messages per second */
	IM_MS = 30000,       /* until IM */
	HALF_MS = 30000,     /* until a message is complete */
	JOIN_MS = 300000,    /* until a successful NME, OBS or IAM */
	STALL_MS = 60000,    /* without accepting any bytes while some wait */
	PROBE_S = 20,        /* of silence, until the kernel asks whether the client's host is there */
	LINGER_MS = 3000,    /* to disconnect after all was sent */
	EVENTS = 64
};

/* A message: type, a byte that is ignored, length, body. */
enum { HEADER = 4 };
enum { TYPE_IM, TYPE_RM, TYPE_DM, TYPE_FM, TYPE_EM };

/* Error codes of EM. */
enum {
	ERROR_TIME = 1,
	ERROR_NO_IM = 2,
	ERROR_ORDER = 3,
	ERROR_MAGIC = 4,
	ERROR_VERSION = 5,
	ERROR_IM_AGAIN = 6,
	ERROR_TYPE = 8,
	ERROR_LENGTH = 9,
	ERROR_RM = 0x0D,
	ERROR_TOKEN = 0x0E
};
enum {
	VERSION = 1,
	MAGIC = 0xDA10,
	IN_LEAST = 512,
	READ_MOST = 1 << 14 /* bytes of one client per round */
};

static struct {
	struct port_config *config;
	int listener, poller, count;
	bool full;   /* no connection is accepted: the listener is not watched */
	bool paused; /* out of descriptors: no connection is accepted until the next tick */
	bool told;   /* and that was logged */
	struct clients clients;
} server = {.clients = TAILQ_HEAD_INITIALIZER(server.clients)};

struct clients *port_clients(void)
{
	return &server.clients;
}

int port_descriptor(void)
{
	return server.poller;
}

/* ── epoll events ── */

static bool has_output(const struct client *client)
{
	return client->out_at < client->out_used;
}

static bool may_read(const struct client *client)
{
	return client->closing ||
	       (client->credit > 0 && client->out_used - client->out_at < PORT_OUT_PAUSE);
}

static void watch(struct client *client)
{
	const uint32_t events = (may_read(client) ? EPOLLIN : 0) | (has_output(client) ? EPOLLOUT : 0);
	struct epoll_event event = {.events = events, .data.ptr = client};
	if (events == client->events || client->lost)
		return;
	client->events = events;
	(void)epoll_ctl(server.poller, EPOLL_CTL_MOD, client->fd, &event);
}

static void watch_listener(void)
{
	const bool full = server.paused || server.count >= server.config->listener.connections;
	struct epoll_event event = {.events = full ? 0 : EPOLLIN, .data.ptr = NULL};
	if (full == server.full)
		return;
	server.full = full;
	(void)epoll_ctl(server.poller, EPOLL_CTL_MOD, server.listener, &event);
}

/* ── the end of a connection ── */

/* Removes the client; port_run frees its memory. */
static void lose(struct client *client)
{
	if (client->lost)
		return;
	client->lost = true;
	server.config->leave(client);
}

static void free_client(struct client *client)
{
	TAILQ_REMOVE(&server.clients, client, entries);
	close(client->fd);
	free(client->in);
	free(client->out);
	free(client);
	server.count--;
}

static void sweep(void)
{
	for (struct client *client = TAILQ_FIRST(&server.clients), *next; client != NULL;
	     client = next) {
		next = TAILQ_NEXT(client, entries);
		if (client->lost)
			free_client(client);
	}
	watch_listener();
}

/* ── sending ── */

static void flush(struct client *client)
{
	while (has_output(client)) {
		const ssize_t sent = send(client->fd, client->out + client->out_at,
		                          client->out_used - client->out_at, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (sent < 0 && errno == EINTR)
			continue;
		if (sent < 0 && errno != EAGAIN)
			lose(client);
		if (sent <= 0)
			return;
		client->out_at += (size_t)sent;
		client->sent_at = clock_ms();
	}

	free(client->out);
	client->out = NULL;
	client->out_at = client->out_used = client->out_size = 0;
	if (client->closing && !client->shut) {
		client->shut = true;
		client->closes_at = clock_ms() + LINGER_MS;
		(void)shutdown(client->fd, SHUT_WR);
	}
}

/* Makes room for more output. False: too much is waiting already, and the client is dropped. */
static bool reserve(struct client *client, size_t more)
{
	if (client->out_at > 0 && client->out_used + more > client->out_size) {
		memmove(client->out, client->out + client->out_at, client->out_used - client->out_at);
		client->out_used -= client->out_at;
		client->out_at = 0;
	}

	if (client->out_used + more <= client->out_size)
		return true;
	size_t size = client->out_size > 0 ? client->out_size : 1024;
	while (size < client->out_used + more)
		size *= 2;

	uint8_t *out = size <= PORT_OUT_MOST ? realloc(client->out, size) : NULL;
	if (out == NULL) {
		log_line("%s does not read what it is sent, or memory is full: dropped", client->address);
		lose(client);
		return false;
	}

	client->out = out;
	client->out_size = size;
	return true;
}

void port_send_packed(struct client *client, const uint8_t *bytes, size_t size)
{
	if (client->lost || client->closing || !reserve(client, size))
		return;
	if (!has_output(client))
		client->sent_at = clock_ms();
	memcpy(client->out + client->out_used, bytes, size);
	client->out_used += size;
	watch(client);
}

static void send_framed(struct client *client, uint8_t type, const uint8_t *body, size_t size)
{
	uint8_t bytes[HEADER + 2] = {type, 0, (uint8_t)(size >> 8), (uint8_t)size};
	if (size > 0)
		memcpy(bytes + HEADER, body, size);
	port_send_packed(client, bytes, HEADER + size);
}

size_t port_pack(const struct daide_message *message, uint8_t bytes[PORT_IN_MOST])
{
	const size_t size = daide_encode(message, bytes + HEADER);
	bytes[0] = TYPE_DM;
	bytes[1] = 0;
	bytes[2] = (uint8_t)(size >> 8);
	bytes[3] = (uint8_t)size;
	return HEADER + size;
}

void port_send(struct client *client, const struct daide_message *message)
{
	static uint8_t bytes[PORT_IN_MOST];
	port_send_packed(client, bytes, port_pack(message, bytes));
}

void port_end(struct client *client, bool final)
{
	if (client->lost || client->closing)
		return;
	if (final)
		send_framed(client, TYPE_FM, NULL, 0);
	client->closing = true;
	client->in_used = 0;
	client->closes_at = clock_ms() + STALL_MS;
	server.config->leave(client);
	flush(client);
	watch(client);
}

/* Sends an error code and ends the connection. */
static void refuse(struct client *client, int code)
{
	send_framed(client, TYPE_EM, (const uint8_t[]){0, (uint8_t)code}, 2);
	port_end(client, false);
}

/* ── receiving ── */

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
		refuse(client, wrong);
		return;
	}
	client->greeted = true;
	send_framed(client, TYPE_RM, NULL, 0);
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
		lose(client);
	else if (!daide_decode(body, length, &message))
		refuse(client, ERROR_LENGTH);
	else if (has_private_token(&message))
		refuse(client, ERROR_TOKEN);
	else
		server.config->take(client, &message);
}

/* Takes the complete messages, while the client may be read. */
static void take_messages(struct client *client)
{
	size_t at = 0;

	while (!client->lost && !client->closing && may_read(client) &&
	       client->in_used - at >= HEADER) {
		const uint8_t *header = client->in + at;
		const size_t length = number_at(header + 2);
		const int wrong = check_header(client, header[0], length);
		const bool ends = header[0] == TYPE_FM || header[0] == TYPE_EM;
		if (wrong != 0) {
			refuse(client, wrong);
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

static void read_client(struct client *client)
{
	uint8_t waste[4096];

	for (size_t taken = 0; taken < READ_MOST && !client->lost && may_read(client);) {
		if (!client->closing && !make_room(client)) {
			lose(client);
			return;
		}
		const ssize_t got = client->closing ? recv(client->fd, waste, sizeof waste, MSG_DONTWAIT)
		                                    : recv(client->fd, client->in + client->in_used,
		                                           client->in_size - client->in_used, MSG_DONTWAIT);
		if (got < 0 && errno == EINTR)
			continue;
		if (got == 0 || (got < 0 && errno != EAGAIN))
			lose(client);
		if (got <= 0)
			break;
		taken += (size_t)got;
		if (!client->closing) {
			client->in_used += (size_t)got;
			take_messages(client);
		}
	}

	if (client->in_used == 0) {
		free(client->in);
		client->in = NULL;
		client->in_size = 0;
	}
}

/* ── accepting connections ── */

static int count_peer(uint64_t peer)
{
	struct client *client;
	int count = 0;
	TAILQ_FOREACH (client, &server.clients, entries)
		count += client->peer == peer;
	return count;
}

static void welcome(int fd, const struct sockaddr *from, socklen_t size)
{
	struct client *client = calloc(1, sizeof *client);
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};

	if (client == NULL ||
	    getnameinfo(from, size, client->address, sizeof client->address, NULL, 0, NI_NUMERICHOST) !=
	        0 ||
	    (server.config->listener.each > 0 &&
	     count_peer(rate_key(from)) >= server.config->listener.each) ||
	    epoll_ctl(server.poller, EPOLL_CTL_ADD, fd, &event) != 0) {
		free(client);
		close(fd);
		return;
	}

	/* a client whose host is gone must leave its seat before it returns from another connection */
	(void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &(int){1}, sizeof(int));
	(void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &(int){PROBE_S}, sizeof(int));
	(void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &(int){PROBE_S}, sizeof(int));
	(void)setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &(int){STALL_MS}, sizeof(int));
	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
	(void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &(int){PORT_OUT_PAUSE}, sizeof(int));
	client->fd = fd;
	client->peer = rate_key(from);
	client->events = EPOLLIN;
	client->credit = CREDIT_MOST;
	client->begun_at = client->sent_at = clock_ms();
	client->power = POWER_NONE;
	TAILQ_INSERT_TAIL(&server.clients, client, entries);
	server.count++;
}

/* If we are out of descriptors, the connection stays in the queue and the listener stays readable,
 * so it must not be polled. */
static void pause_accepting(void)
{
	if (!server.told)
		log_event(&(struct log_about){.level = LOG_WARNING},
		          "cannot accept a connection, trying again each second: %m");
	server.told = server.paused = true;
}

static void accept_all(void)
{
	for (int n = 0; n < EVENTS && server.count < server.config->listener.connections; n++) {
		struct sockaddr_storage from;
		socklen_t size = sizeof from;
		const int fd =
			accept4(server.listener, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM))
			pause_accepting();
		if (fd < 0)
			break;
		server.told = false;
		welcome(fd, (struct sockaddr *)&from, size);
	}

	watch_listener();
}

/* ── the loop ── */

static void serve(struct client *client, uint32_t events)
{
	if (events & (EPOLLERR | EPOLLHUP)) {
		lose(client);
		return;
	}
	if ((events & EPOLLIN) && !client->lost)
		read_client(client);
	if (!client->lost)
		flush(client);
	watch(client);
}

void port_run(void)
{
	struct epoll_event events[EVENTS];
	const int count = epoll_wait(server.poller, events, EVENTS, 0);
	for (int i = 0; i < count; i++)
		if (events[i].data.ptr == NULL)
			accept_all();
		else
			serve(events[i].data.ptr, events[i].events);
	sweep();
}

static void check_times(struct client *client, int64_t now)
{
	if (client->closing && now >= client->closes_at)
		lose(client);
	else if (has_output(client) && now >= client->sent_at + STALL_MS)
		lose(client);
	else if (client->closing)
		return;
	else if (!client->greeted && now >= client->begun_at + IM_MS)
		refuse(client, ERROR_TIME);
	else if (client->half_at != 0 && may_read(client) && now >= client->half_at + HALF_MS)
		refuse(client, ERROR_LENGTH);
	else if (client->role == ROLE_NONE && now >= client->begun_at + JOIN_MS)
		port_end(client, true);
}

void port_tick(void)
{
	const int64_t now = clock_ms();
	struct client *client;

	TAILQ_FOREACH (client, &server.clients, entries) {
		const bool held = client->credit <= 0;
		client->credit += CREDIT_SECOND;
		if (client->credit > CREDIT_MOST)
			client->credit = CREDIT_MOST;
		if (!client->lost && client->greeted && (held || client->in_used >= HEADER))
			take_messages(client);
		if (!client->lost)
			check_times(client, now);
		watch(client);
	}

	server.paused = false;
	sweep();
}

/* ── opening and closing ── */

bool port_open(struct port_config *config, int *port)
{
	server.config = config;
	if (!listener_open(&config->listener, &server.listener, port, config->error))
		return false;
	server.poller = epoll_create1(EPOLL_CLOEXEC);
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
	if (server.poller >= 0 && epoll_ctl(server.poller, EPOLL_CTL_ADD, server.listener, &event) == 0)
		return true;
	snprintf(config->error, sizeof config->error, "--listen %s: %m", config->listener.place);
	return false;
}

void port_close(void)
{
	struct client *client;
	while ((client = TAILQ_FIRST(&server.clients)) != NULL) {
		flush(client);
		free_client(client);
	}
	close(server.listener);
	close(server.poller);
}
