/* The rest of a list of servers after the one that was tried last. */
#include "db/pg/hosts.h"
#include "suite.h"

#include <netdb.h>

TEST(test_lists, "lists")
{
	static const struct {
		struct hosts hosts;
		struct hosts_place place;
		const char *host, *address, *port; /* NULL: nothing is left */
	} rows[] = {
		{{"/a,/b,/c", "", "5432"}, {"/a", "", "5432"}, "/b,/c", ",", "5432,5432"},
		{{"/a,/b,/c", "", "1,2,3"}, {"/b", "", "2"}, "/c", "", "3"},
		{{"/a,/b,/c", "", "1,2,3"}, {"/c", "", "3"}, NULL, NULL, NULL},
		{{"/a,/a,/b", "", "1,2,3"}, {"/a", "", "2"}, "/b", "", "3"},
		{{"@a,@b", "", ""}, {"@a", "", "5432"}, "@b", "", ""},
		{{"", "127.0.0.1,127.0.0.2", "7"}, {"127.0.0.1", "127.0.0.1", "7"}, "", "127.0.0.2", "7"},
		{{"a,b", "127.0.0.1,127.0.0.2", ""}, {"a", "127.0.0.1", "9"}, "b", "127.0.0.2", ""},
		{{"/a", "", ""}, {"/elsewhere", "", "1"}, NULL, NULL, NULL},
		{{"no.such.name.invalid,/b", "", ""}, {"no.such.name.invalid", "", "1"}, "/b", "", ""},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct hosts rest;
		const bool left = hosts_after(&rows[i].hosts, rows[i].place, &rest);
		CHECK(left == (rows[i].host != NULL), "row %d: %d", i, left);
		if (!left || rows[i].host == NULL)
			continue;
		CHECK(strcmp(rest.host, rows[i].host) == 0, "row %d: hosts %s", i, rest.host);
		CHECK(strcmp(rest.hostaddr, rows[i].address) == 0, "row %d: addresses %s", i,
		      rest.hostaddr);
		CHECK(strcmp(rest.port, rows[i].port) == 0, "row %d: ports %s", i, rest.port);
	}
}

/* The addresses of "localhost", in the order in which libpq tries them; how many. */
static int find_addresses(char addresses[8][NI_MAXHOST])
{
	const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *found;
	int count = 0;
	if (getaddrinfo("localhost", NULL, &wanted, &found) != 0)
		return 0;
	for (struct addrinfo *at = found; at != NULL && count < 8; at = at->ai_next)
		count += getnameinfo(at->ai_addr, at->ai_addrlen, addresses[count], NI_MAXHOST, NULL, 0,
		                     NI_NUMERICHOST) == 0;
	freeaddrinfo(found);
	return count;
}

/* Whichever address of a name was tried, those after it come next, then the next name. */
TEST(test_addresses_of_a_name, "addresses of a name")
{
	static const struct hosts hosts = {"localhost,/next", "", "5"};
	char addresses[8][NI_MAXHOST];
	const int count = find_addresses(addresses);
	CHECK(count > 0, "localhost has no address");
	for (int tried = 0; tried < count; tried++) {
		struct hosts rest;
		char expected[8 * NI_MAXHOST] = "";
		for (int i = tried + 1; i < count; i++)
			strcat(strcat(expected, addresses[i]), ",");
		CHECK(hosts_after(&hosts, (struct hosts_place){"localhost", addresses[tried], "5"}, &rest),
		      "nothing is left behind address %d", tried);
		CHECK(strcmp(rest.hostaddr, expected) == 0, "after %s: %s", addresses[tried],
		      rest.hostaddr);
		const size_t length = strlen(rest.host);
		CHECK(length >= 5 && strcmp(rest.host + length - 5, "/next") == 0, "hosts %s", rest.host);
	}
}

/* What does not fit is not cut: nothing is left then. */
TEST(test_too_long, "too long")
{
	struct hosts hosts = {"/a", "", "5432"}, rest;
	for (size_t used = 2; used + 3 < sizeof hosts.host; used += 2)
		strcat(hosts.host, ",b");
	CHECK(!hosts_after(&hosts, (struct hosts_place){"/a", "", "5432"}, &rest), "ports fit");
}

SUITE("hosts")
