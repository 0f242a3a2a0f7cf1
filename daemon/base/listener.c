/* listener: see listener.h. */
#include "listener.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024, HOST_SIZE = 128, SPARE_FILES = 64 };

static bool find_address(const char *place, struct addrinfo **address)
{
	char host[HOST_SIZE];
	const char *colon = strrchr(place, ':');
	const bool bracket = place[0] == '[';
	const size_t length = colon != NULL ? (size_t)(colon - place) : 0;

	if (colon == NULL || length >= sizeof host || (bracket && place[length - 1] != ']'))
		return false;
	snprintf(host, sizeof host, "%.*s", (int)length - 2 * bracket, place + bracket);
	int64_t port; /* getaddrinfo also accepts 99999 */
	if (!options_number(colon + 1, 0, UINT16_MAX, &port))
		return false;

	const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
	                               .ai_socktype = SOCK_STREAM};
	return getaddrinfo(host, colon + 1, &hints, address) == 0;
}

static bool listen_at(const struct addrinfo *address, int fd, int *port)
{
	struct sockaddr_in6 real; /* its port is at the same place for IPv4 */
	socklen_t size = sizeof real;
	const bool listens =
		fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int)) == 0 &&
		bind(fd, address->ai_addr, address->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0 &&
		getsockname(fd, (struct sockaddr *)&real, &size) == 0;
	*port = listens ? ntohs(real.sin6_port) : 0;
	return listens;
}

/* Every connection needs a descriptor. */
static void raise_limit(int connections)
{
	struct rlimit limit;
	const rlim_t need = (rlim_t)connections + SPARE_FILES;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	limit.rlim_cur = MAX(limit.rlim_cur, MIN(need, limit.rlim_max));
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

bool listener_open(const struct listener *listener, int *fd, int *port,
                   char error[LISTENER_ERROR_SIZE])
{
	struct addrinfo *address;

	raise_limit(listener->connections);
	if (!find_address(listener->place, &address)) {
		snprintf(error, LISTENER_ERROR_SIZE,
		         "--listen %s: must be ADDRESS:PORT in figures, such as 127.0.0.1:8027 or "
		         "[::1]:8027",
		         listener->place);
		return false;
	}

	*fd = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	const bool listens = listen_at(address, *fd, port);
	if (!listens)
		snprintf(error, LISTENER_ERROR_SIZE, "--listen %s: %m", listener->place);
	if (!listens && *fd >= 0)
		close(*fd);
	freeaddrinfo(address);

	return listens;
}

void listener_say(const struct listener *listener, int port, const char *scheme, const char *end)
{
	const char *place = listener->place;
	printf("listening on %s%.*s:%d%s\n", scheme, (int)(strrchr(place, ':') - place), place, port,
	       end);
	fflush(stdout);
}
