/* http_server: see http_server.h. Seen to happen with libmicrohttpd 0.9.75, and hence done:
 *
 * - A connection that is resumed inside a handler sleeps on: server_run runs until none was woken.
 * - Who leaves while suspended is noticed at the next write: streams get a beat.
 * - Its timeout counts silence only. So each connection has a deadline, and is shut down at it.
 * - A reply that is queued in the first call of the handler ends the connection. So refusals of
 *   what may have a body are queued there, and all other replies later. */
#include "http_server.h"

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/request_rate.h"
#include "request.h"

enum {
	STOP_MS = 1000,
	POOL_SIZE = 16 * 1024, /* memory of a connection: bounds its head */
	BLOCK_SIZE = 4096
};

/* A connection. */
struct guest {
	LIST_ENTRY(guest) guests;
	int fd;
	int64_t deadline; /* by clock_ms */
};

static struct {
	struct MHD_Daemon *daemon;
	struct server_config config;
	int port;
	struct rate rate;
	LIST_HEAD(, guest) guests;
	LIST_HEAD(, visit) visits;
	bool stopping, woken;
	unsigned beat;
} server;

/* For a request, and between two of them; for a reply or an event to be taken. */
#define REQUEST_MS (1000 * (int64_t)server.config.patience)
#define REPLY_MS   (2 * REQUEST_MS)

/* ── connections ── */

static void note_guest(void *context, struct MHD_Connection *connection, void **own,
                       enum MHD_ConnectionNotificationCode code)
{
	struct guest *guest = *own;
	(void)context;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		const union MHD_ConnectionInfo *info =
			MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
		guest = malloc(sizeof *guest);
		*own = guest;
		if (guest == NULL)
			return;
		*guest = (struct guest){.fd = info->connect_fd, .deadline = clock_ms() + REQUEST_MS};
		LIST_INSERT_HEAD(&server.guests, guest, guests);
	} else if (guest != NULL) {
		LIST_REMOVE(guest, guests);
		free(guest);
		*own = NULL;
	}
}

/* ms: below 0: no deadline. */
static void set_deadline(struct MHD_Connection *connection, int64_t ms)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct guest *guest = info != NULL ? info->socket_context : NULL;
	if (guest != NULL)
		guest->deadline = ms < 0 ? INT64_MAX : clock_ms() + ms;
}

/* ── visits ── */

/* The start of a request: its target as it was sent. */
static void *begin_visit(void *context, const char *target, struct MHD_Connection *connection)
{
	struct visit *visit = visit_make(target, connection);
	(void)context;
	if (visit != NULL)
		LIST_INSERT_HEAD(&server.visits, visit, visits);
	return visit;
}

static void end_visit(void *context, struct MHD_Connection *connection, void **own,
                      enum MHD_RequestTerminationCode code)
{
	struct visit *visit = *own;
	(void)context;
	(void)code;
	if (visit == NULL)
		return;
	set_deadline(connection, REQUEST_MS);
	LIST_REMOVE(visit, visits);
	visit_end(visit);
	*own = NULL;
}

static void resume(struct visit *visit)
{
	if (!visit->suspended)
		return;
	visit->suspended = false;
	server.woken = true;
	MHD_resume_connection(visit->connection);
}

void visit_reply(struct visit *visit, struct reply *reply)
{
	visit->reply = reply;
	visit->status = reply != NULL ? reply->status : 500;
	resume(visit);
}

void visit_stream(struct visit *visit, struct channel *channel)
{
	channel_join(channel, &visit->reader);
	visit->status = 200;
	resume(visit);
}

void server_wake(const struct channel *channel)
{
	struct visit *visit;
	LIST_FOREACH (visit, &server.visits, visits)
		if (visit->reader.channel == channel)
			resume(visit);
}

/* ── streams ── */

static ssize_t feed(void *own, uint64_t at, char *out, size_t room)
{
	struct visit *visit = own;
	bool begun;
	(void)at;

	const size_t size = channel_read(&visit->reader, out, room, &begun);
	if (begun)
		set_deadline(visit->connection, REPLY_MS);
	if (size > 0)
		return (ssize_t)size;
	if (server.stopping || visit->reader.channel->over)
		return MHD_CONTENT_READER_END_OF_STREAM;
	if (visit->beat != server.beat) {
		visit->beat = server.beat;
		memcpy(out, ":\n\n", 3);
		return 3;
	}

	set_deadline(visit->connection, -1);
	visit->suspended = true;
	MHD_suspend_connection(visit->connection);
	return 0;
}

/* ── replies ── */

static void drop(void *reply)
{
	reply_drop(reply);
}

static enum MHD_Result queue(struct visit *visit, struct MHD_Response *response,
                             const struct reply *reply, bool packed)
{
	struct reply_field field;
	bool made = response != NULL &&
	            MHD_add_response_header(response, "Content-Type", reply_type(reply->kind));
	for (size_t i = 0; made && reply_field(reply, i, &field); i++)
		made = MHD_add_response_header(response, field.name, field.value);
	if (made && packed)
		made = MHD_add_response_header(response, "Content-Encoding", "gzip");
	set_deadline(visit->connection, REPLY_MS);
	const enum MHD_Result queued =
		made ? MHD_queue_response(visit->connection, (unsigned)visit->status, response) : MHD_NO;
	if (response != NULL)
		MHD_destroy_response(response);
	return queued;
}

/* Packed, if the browser accepts that; 304, if the browser has it already. */
static enum MHD_Result send_reply(struct visit *visit, struct reply *reply)
{
	if (reply == NULL)
		return MHD_NO;
	const bool same = reply->tag[0] != '\0' && strstr(visit->tags, reply->tag) != NULL;
	const bool packed = reply->packed != NULL && (visit->takes_gzip || reply->text == NULL);
	const size_t size = packed ? reply->packed_size : reply->size;

	visit->status = same ? 304 : reply->status;
	return queue(
		visit,
		MHD_create_response_from_buffer_with_free_callback_cls(
			same ? 0 : size, packed ? reply->packed : reply->text, drop, reply_hold(reply)),
		reply, packed && !same);
}

static enum MHD_Result send_stream(struct visit *visit)
{
	visit->beat = server.beat;
	return queue(visit,
	             MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_SIZE, feed, visit, NULL),
	             &(struct reply){.status = 200, .kind = REPLY_EVENTS}, false);
}

/* ── requests ── */

/* Notes the fields of a head that matter. */
static enum MHD_Result note_field(void *context, enum MHD_ValueKind kind, const char *name,
                                  const char *value)
{
	(void)kind;
	request_note(context, name, value != NULL ? value : "");
	return MHD_YES;
}

/* A refusal as that address speaks: a page, or JSON. address: NULL: it has none that we know. */
static struct reply *make_refusal(const struct address *address, int status, const char *why)
{
	if (address == NULL || !address_is_seat(address->page))
		return reply_refuse(status, why);
	struct reply *reply = reply_refuse_json(status, why);
	if (reply != NULL)
		reply->posted = address_is_posted(address->page);
	return reply;
}

/* Errors of a request that do not depend on its target. */
static struct reply *find_refusal(const struct visit *visit, const struct request_head *head)
{
	const char *why = NULL, *place = server.config.listener.place;
	if (!rate_take(&server.rate, visit->peer, visit->began))
		return make_refusal(head->address, 429, "Too many requests: please wait a second");
	const int status = request_refuse(head, place, server.config.name, visit->way, &why);
	return status == 0 ? NULL : make_refusal(head->address, status, why);
}

/* The visitor, and how the request was sent. */
static void know(struct visit *visit, const struct request_head *head)
{
	const struct server_config *config = &server.config;
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(visit->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	visit->peer = rate_key(info->client_addr);
	visit->way = origin_find_way(head->host, head->proto, config->name, config->tls);
	visit_take_secrets(visit, head->seat, head->cookies, server.port);
	visit->takes_gzip = head->encodings != NULL && strstr(head->encodings, "gzip") != NULL &&
	                    strstr(head->encodings, "gzip;q=0") == NULL;
	if (head->tags != NULL && strlen(head->tags) < sizeof visit->tags)
		strcpy(visit->tags, head->tags);
}

static enum MHD_Result begin(struct visit *visit, const char *method)
{
	const bool found = visit->verdict == ADDRESS_FOUND;
	struct request_head head = {.method = method, .address = found ? &visit->address : NULL};

	visit->begun = true;
	visit_set_method(visit, method);
	MHD_get_connection_values(visit->connection, MHD_HEADER_KIND, note_field, &head);
	know(visit, &head);

	struct reply *reply = find_refusal(visit, &head);
	if (reply == NULL)
		return MHD_YES;
	if (request_is_drained(&head)) {
		visit->asked = true;
		visit_reply(visit, reply);
		return MHD_YES;
	}

	const enum MHD_Result sent = send_reply(visit, reply);
	reply_drop(reply);
	return sent;
}

/* A part of a body. The body of a refused request is discarded. */
static enum MHD_Result take_body(struct visit *visit, const char *bytes, size_t *size)
{
	const bool taken = visit->asked || (visit->body_size + *size <= REQUEST_BODY_MOST &&
	                                    visit_add_body(visit, bytes, *size));
	*size = 0;
	return taken ? MHD_YES : MHD_NO;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **own)
{
	struct visit *visit = *own;
	(void)context;

	(void)url;
	(void)version;
	if (visit == NULL)
		return MHD_NO; /* there was no memory */
	if (!visit->begun)
		return begin(visit, method);
	if (*upload_size > 0)
		return take_body(visit, upload, upload_size);
	if (!visit->asked) {
		visit->asked = true;
		server.config.ask(visit);
	}

	if (visit->reader.channel != NULL)
		return send_stream(visit);
	if (visit->status != 0)
		return send_reply(visit, visit->reply);
	if (server.stopping)
		return MHD_NO;
	set_deadline(connection, -1);
	visit->suspended = true;
	MHD_suspend_connection(connection);

	return MHD_YES;
}

/* ── begin and end ── */

bool server_open(struct server_config *config, int *port)
{
	const struct listener *listener = &config->listener;
	int fd;

	if (!listener_open(listener, &fd, port, config->error))
		return false;
	server.config = *config;
	server.port = *port;
	rate_open(&server.rate, config->rate);
	server.daemon = MHD_start_daemon(
		MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, NULL,
		MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT, (unsigned)listener->connections,
		MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)listener->each,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL_SIZE, MHD_OPTION_STRICT_FOR_CLIENT, 1,
		MHD_OPTION_NOTIFY_CONNECTION, note_guest, NULL, MHD_OPTION_URI_LOG_CALLBACK, begin_visit,
		NULL, MHD_OPTION_NOTIFY_COMPLETED, end_visit, NULL, MHD_OPTION_END);
	if (server.daemon != NULL)
		return true;
	close(fd);
	snprintf(config->error, sizeof config->error, "the server could not begin");

	return false;
}

int server_descriptor(void)
{
	return MHD_get_daemon_info(server.daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

int server_timeout(void)
{
	MHD_UNSIGNED_LONG_LONG ms;
	if (MHD_get_timeout(server.daemon, &ms) == MHD_NO)
		return -1;
	return ms > 1000 ? 1000 : (int)ms;
}

void server_run(void)
{
	do {
		server.woken = false;
		MHD_run(server.daemon);
	} while (server.woken);
}

void server_tick(bool beat)
{
	struct guest *guest;
	struct visit *visit;
	const int64_t now = clock_ms();
	LIST_FOREACH (guest, &server.guests, guests)
		if (now >= guest->deadline)
			shutdown(guest->fd, SHUT_RDWR);
	if (!beat)
		return;
	server.beat++;
	LIST_FOREACH (visit, &server.visits, visits)
		if (visit->reader.channel != NULL)
			resume(visit);
}

static unsigned count_connections(void)
{
	return MHD_get_daemon_info(server.daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS)->num_connections;
}

/* Connections without a request are shut down at once, the rest when their last bytes are sent. A
 * connection that is suspended when the library stops would abort the program. */
void server_close(void)
{
	struct guest *guest;
	struct visit *visit;
	const int64_t end = clock_ms() + STOP_MS;
	const int fd = MHD_quiesce_daemon(server.daemon);

	if (fd >= 0)
		close(fd);
	server.stopping = true;
	do {
		LIST_FOREACH (visit, &server.visits, visits)
			resume(visit);
		server_run();
		LIST_FOREACH (guest, &server.guests, guests)
			if (guest->deadline <= clock_ms() + REQUEST_MS)
				shutdown(guest->fd, SHUT_RDWR);
		usleep(1000);
	} while (count_connections() > 0 && clock_ms() < end);

	LIST_FOREACH (visit, &server.visits, visits)
		resume(visit);
	MHD_run(server.daemon);
	MHD_stop_daemon(server.daemon);
}
