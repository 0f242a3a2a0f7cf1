/* place: see place.h. */
#include "place.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/options.h"

enum { BACKLOG = 1024, HOST_SIZE = 128 };

static bool find_address(const char *place, struct addrinfo **address)
{
	char host[HOST_SIZE];
	const char *colon = strrchr(place, ':');
	const bool bracket = place[0] == '[';
	const size_t length = colon != NULL ? (size_t)(colon - place) : 0;
	if (length < 2 || length >= sizeof host || (bracket && place[length - 1] != ']'))
		return false;
	snprintf(host, sizeof host, "%.*s", (int)length - 2 * bracket, place + bracket);
	int64_t port; /* getaddrinfo takes 99999, too */
	if (!options_number(colon + 1, 0, UINT16_MAX, &port))
		return false;
	const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
	                               .ai_socktype = SOCK_STREAM};
	return getaddrinfo(host, colon + 1, &hints, address) == 0;
}

static bool listen_at(const struct addrinfo *address, int fd, int *port)
{
	struct sockaddr_in6 real; /* has its port where that of IPv4 has it */
	socklen_t size = sizeof real;
	const bool listens =
		fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int)) == 0 &&
		bind(fd, address->ai_addr, address->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0 &&
		getsockname(fd, (struct sockaddr *)&real, &size) == 0;
	*port = listens ? ntohs(real.sin6_port) : 0;
	return listens;
}

bool place_listen(const char *place, int *fd, int *port, char error[PLACE_ERROR_SIZE])
{
	struct addrinfo *address;
	if (!find_address(place, &address)) {
		snprintf(error, PLACE_ERROR_SIZE,
		         "--listen %s: must be ADDRESS:PORT in figures, such as 127.0.0.1:8027 or "
		         "[::1]:8027",
		         place);
		return false;
	}
	*fd = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	const bool listens = listen_at(address, *fd, port);
	if (!listens)
		snprintf(error, PLACE_ERROR_SIZE, "--listen %s: %m", place);
	if (!listens && *fd >= 0)
		close(*fd);
	freeaddrinfo(address);
	return listens;
}
