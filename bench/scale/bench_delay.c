/* delay: a proxy between clients and a PostgreSQL server that delays data, as a network does.
 *
 *   bench_delay OWN-SOCKET SERVER-SOCKET MICROSECONDS
 *
 * Data arrives this much later in each direction, so a round trip takes twice the delay. Throughput
 * is not limited. A signal ends it. bench/scale.sh uses it. */
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { PAIRS_MOST = 512, CHUNK_SIZE = 1 << 16 };

/* Data on its way. size 0: the sender has closed. */
struct chunk {
	struct chunk *next;
	uint64_t due;
	size_t size, sent;
	char bytes[];
};

/* One direction: from pair.fd[i] to the other one. */
struct way {
	struct chunk *first, *last;
	bool full; /* the receiver's buffer is full */
};

struct pair {
	int fd[2];
	struct way way[2];
};

static struct pair pairs[PAIRS_MOST];
static int pair_count;
static uint64_t delay_ns;

__attribute__((noreturn)) static void fail(const char *what)
{
	fprintf(stderr, "bench_delay: %s: %s\n", what, strerror(errno));
	exit(2);
}

static int open_socket(const char *path, bool listens)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	if (strlen(path) >= sizeof address.sun_path) {
		errno = ENAMETOOLONG;
		fail(path);
	}
	strcpy(address.sun_path, path);
	const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (fd < 0)
		fail("socket");
	const struct sockaddr *at = (const struct sockaddr *)&address;
	if (listens ? bind(fd, at, sizeof address) != 0 || listen(fd, PAIRS_MOST) != 0
	            : connect(fd, at, sizeof address) != 0)
		fail(path);
	return fd;
}

static void add_pair(int client, const char *server)
{
	if (client < 0 || pair_count == PAIRS_MOST) {
		close(client);
		return;
	}
	pairs[pair_count++] = (struct pair){.fd = {client, open_socket(server, false)}};
}

static void drop_pair(int p)
{
	for (int i = 0; i < 2; i++) {
		for (struct chunk *chunk = pairs[p].way[i].first, *next; chunk != NULL; chunk = next) {
			next = chunk->next;
			free(chunk);
		}
		close(pairs[p].fd[i]);
	}
	pairs[p] = pairs[--pair_count];
}

/* Reads what one end has sent. */
static void take(struct pair *pair, int i)
{
	struct way *way = &pair->way[i];
	struct chunk *chunk = malloc(sizeof *chunk + CHUNK_SIZE);
	if (chunk == NULL)
		fail("memory");
	const ssize_t size = recv(pair->fd[i], chunk->bytes, CHUNK_SIZE, MSG_DONTWAIT);
	if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
		free(chunk);
		return;
	}
	chunk->next = NULL;
	chunk->due = clock_ns() + delay_ns;
	chunk->size = size > 0 ? (size_t)size : 0;
	chunk->sent = 0;
	if (way->first == NULL)
		way->first = chunk;
	else
		way->last->next = chunk;
	way->last = chunk;
}

/* Passes on what is due. False: the pair is closed. */
static bool give(struct pair *pair, int i, uint64_t now)
{
	struct way *way = &pair->way[i];
	while (way->first != NULL && way->first->due <= now) {
		struct chunk *chunk = way->first;
		if (chunk->size == 0)
			return false;
		const ssize_t sent = send(pair->fd[!i], chunk->bytes + chunk->sent,
		                          chunk->size - chunk->sent, MSG_DONTWAIT | MSG_NOSIGNAL);
		way->full = sent < 0 && errno == EAGAIN;
		if (sent < 0)
			return errno == EAGAIN || errno == EINTR;
		chunk->sent += (size_t)sent;
		if (chunk->sent == chunk->size) {
			way->first = chunk->next;
			free(chunk);
		}
	}
	return true;
}

/* How long to wait: until the next piece is due. NULL: until an end is ready. */
static struct timespec *find_pause(uint64_t now, struct timespec *pause)
{
	uint64_t next = UINT64_MAX;
	for (int p = 0; p < pair_count; p++)
		for (int i = 0; i < 2; i++) {
			const struct way *way = &pairs[p].way[i];
			if (way->first != NULL && !way->full && way->first->due < next)
				next = way->first->due;
		}
	if (next == UINT64_MAX)
		return NULL;
	const uint64_t left = next > now ? next - now : 0;
	pause->tv_sec = (time_t)(left / 1000000000);
	pause->tv_nsec = (long)(left % 1000000000);
	return pause;
}

static bool ended(const struct pair *pair, int i)
{
	const struct chunk *last = pair->way[i].first != NULL ? pair->way[i].last : NULL;
	return last != NULL && last->size == 0;
}

/* Waits until something can happen. polled gets the events of all ends. */
static void wait_for_any(struct pollfd *polled)
{
	struct timespec pause;
	for (int p = 0; p < pair_count; p++)
		for (int i = 0; i < 2; i++)
			polled[2 * p + i] =
				(struct pollfd){.fd = pairs[p].fd[i],
			                    .events = (short)((ended(&pairs[p], i) ? 0 : POLLIN) |
			                                      (pairs[p].way[!i].full ? POLLOUT : 0))};
	if (ppoll(polled - 1, (nfds_t)(1 + 2 * pair_count), find_pause(clock_ns(), &pause), NULL) < 0 &&
	    errno != EINTR)
		fail("ppoll");
}

/* Reads and writes what is possible. False: the pair is closed. */
static bool serve(struct pair *pair, const struct pollfd polled[2])
{
	for (int i = 0; i < 2; i++)
		if (polled[i].revents & (POLLIN | POLLHUP | POLLERR) && !ended(pair, i))
			take(pair, i);
	return give(pair, 0, clock_ns()) && give(pair, 1, clock_ns());
}

int main(int argc, char **argv)
{
	static struct pollfd polled[1 + 2 * PAIRS_MOST];
	if (argc != 4 || (delay_ns = strtoull(argv[3], NULL, 10) * 1000) > 10000000000) {
		fprintf(stderr, "usage: bench_delay OWN-SOCKET SERVER-SOCKET MICROSECONDS\n");
		return 2;
	}
	prctl(PR_SET_TIMERSLACK, 1000); /* ns; else a sleep lasts 50 us longer */
	polled[0] = (struct pollfd){.fd = open_socket(argv[1], true), .events = POLLIN};
	for (;;) {
		wait_for_any(polled + 1);
		for (int p = pair_count; p-- > 0;)
			if (!serve(&pairs[p], &polled[1 + 2 * p]))
				drop_pair(p);
		if (polled[0].revents & POLLIN)
			add_pair(accept(polled[0].fd, NULL, NULL), argv[2]);
	}
}
