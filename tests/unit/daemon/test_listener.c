/* A server listens where it was told to, and says why it cannot. */
#include "base/listener.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "suite.h"

static bool open_at(const char *place, int *fd, int *port, char error[LISTENER_ERROR_SIZE])
{
	return listener_open(&(struct listener){.place = place, .connections = 1}, fd, port, error);
}

/* A port of 99999 must not become another one. */
TEST(test_wrong_places, "wrong places")
{
	static const char *const wrong[] = {
		"8027",  "127.0.0.1",    "localhost:80", "127.0.0.1:99999", "[::1:80", ":80",
		"[]:80", "127.0.0.1:-1", "::1]:8027",    "[:8027",          ""};
	char error[LISTENER_ERROR_SIZE];
	int fd, port;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		CU_ASSERT(!open_at(wrong[i], &fd, &port, error));
		CU_ASSERT(strstr(error, "must be ADDRESS:PORT in figures") != NULL);
		CU_ASSERT(strstr(error, wrong[i]) != NULL);
	}
}

/* Port 0 gets one that is free. Nobody else gets it then. */
TEST(test_any_port, "any port")
{
	char place[40], error[LISTENER_ERROR_SIZE];
	int fd, second, port, same;
	CU_ASSERT_FATAL(open_at("127.0.0.1:0", &fd, &port, error));
	CU_ASSERT(port > 0);
	const struct sockaddr_in there = {.sin_family = AF_INET,
	                                  .sin_port = htons((uint16_t)port),
	                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	const int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	CU_ASSERT(connect(client, (const struct sockaddr *)&there, sizeof there) == 0);
	snprintf(place, sizeof place, "127.0.0.1:%d", port);
	CU_ASSERT(!open_at(place, &second, &same, error));
	CU_ASSERT(strstr(error, "Address already in use") != NULL);
	close(client);
	close(fd);
}

/* The limit becomes what is needed if it is lower. 64 are for other files. */
TEST(test_descriptors, "a descriptor for every connection")
{
	char error[LISTENER_ERROR_SIZE];
	struct rlimit limit;
	int fd, port;
	CU_ASSERT_FATAL(getrlimit(RLIMIT_NOFILE, &limit) == 0);
	for (rlim_t most = limit.rlim_max, i = 0; i < 3; i++) {
		static const int connections[] = {100, 90, 1 << 30};
		const rlim_t wanted[] = {164, 164, most};
		limit.rlim_cur = i == 0 ? 128 : limit.rlim_cur;
		CU_ASSERT(setrlimit(RLIMIT_NOFILE, &limit) == 0);
		const struct listener listener = {.place = "127.0.0.1:0", .connections = connections[i]};
		CU_ASSERT_FATAL(listener_open(&listener, &fd, &port, error));
		close(fd);
		CU_ASSERT(getrlimit(RLIMIT_NOFILE, &limit) == 0);
		CU_ASSERT(limit.rlim_cur == wanted[i]);
	}
}

SUITE("listener")
