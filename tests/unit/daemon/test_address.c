/* What a request asks for is found in a table. Whatever a stranger sends becomes at most a name, a
 * number or a phase; and no address exceeds its rate of requests. */
#include "suite.h"
#include "web/http/address.h"
#include "base/request_rate.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

/* ── addresses ── */

static struct address found(const char *target)
{
	struct address address;
	CU_ASSERT_EQUAL_FATAL(address_parse(target, &address), ADDRESS_FOUND);
	return address;
}

static enum address_verdict verdict(const char *target)
{
	struct address address;
	return address_parse(target, &address);
}

TEST(test_pages, "pages")
{
	CU_ASSERT_EQUAL(found("/").page, PAGE_HOME);
	CU_ASSERT_EQUAL(found("/wall").page, PAGE_WALL);
	CU_ASSERT_EQUAL(found("/wall?").page, PAGE_WALL);
	CU_ASSERT_EQUAL(found("/%77all").page, PAGE_WALL);
	CU_ASSERT_EQUAL(found("/seat").page, PAGE_TABLE);
	CU_ASSERT_EQUAL(found("/t/x").page, PAGE_TOURNAMENT);
	CU_ASSERT_EQUAL(found("/t/x/events").page, PAGE_EVENTS);
	CU_ASSERT_EQUAL(found("/t/x/report").page, PAGE_REPORT);
	CU_ASSERT_STRING_EQUAL(found("/t/x/report?score=squares").print, "squares");
	CU_ASSERT_STRING_EQUAL(found("/t/x?score=solos&page=3").print, "solos");
	CU_ASSERT_EQUAL(found("/t/x?score=solos&page=3").sheet, 3);
	CU_ASSERT_EQUAL(found("/g/7").game, 7);
	CU_ASSERT_EQUAL(found("/g/7/board.svg").page, PAGE_BOARD);
	CU_ASSERT_EQUAL(found("/g/7/phase?phase=F1901M").page, PAGE_PHASE);
	CU_ASSERT_EQUAL(found("/m/standard/map.json").page, PAGE_MAP);
	CU_ASSERT_STRING_EQUAL(found("/m/standard/ground.svg").name, "standard");
	CU_ASSERT_STRING_EQUAL(found("/assets/ab_-/web.js").print, "ab_-");
	CU_ASSERT_STRING_EQUAL(found("/assets/ab_-/web.js").name, "web.js");
}

TEST(test_names, "names")
{
	CU_ASSERT_STRING_EQUAL(found("/t/a%20b%2Fc").name, "a b/c");
	CU_ASSERT_STRING_EQUAL(found("/t/%c3%A4").name, "\xc3\xa4");
	CU_ASSERT_STRING_EQUAL(found("/t/a+b").name, "a+b");
	CU_ASSERT_STRING_EQUAL(found("/t/..").name, "..");
}

TEST(test_parameters, "parameters")
{
	CU_ASSERT_EQUAL(found("/g/7").phase, -1);
	CU_ASSERT_EQUAL(found("/g/7?phase=S1901M").phase, 0);
	CU_ASSERT_EQUAL(found("/g/7?x&phase=W1901A&y=").phase, 4);
	CU_ASSERT_EQUAL(found("/g/7?phase=S1901M&phase=F1901M").phase, 2);
	CU_ASSERT_EQUAL(found("/t/x").sheet, 1);
	CU_ASSERT_EQUAL(found("/t/x?page=12&phase=bad").sheet, 12);
	CU_ASSERT_EQUAL(found("/wall?page=x").page, PAGE_WALL);
	CU_ASSERT_STRING_EQUAL(found("/seat/state?seen=ab").name, "ab");
}

TEST(test_none, "none")
{
	static const char *const none[] = {
		"//",
		"/t",
		"/t/",
		"/t/x/",
		"/t/x/events/x",
		"/g/",
		"/g/0",
		"/g/-1",
		"/g/ 1",
		"/g/1.0",
		"/g/0x1",
		"/g/9223372036854775808",
		"/../etc",
		"/wall/",
		"/Wall",
		"/t/x/board.svg",
		"/g/1/events",
		"/assets//web.js",
		"/assets",
		"/t//events",
		"/g/1?phase=",
		"/g/1?phase=X1901",
		"/t/x?page=0",
		"/t/x?page=1000001",
	};
	char longest[ADDRESS_NAME_SIZE + 8] = "/t/";
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		CU_ASSERT_EQUAL(verdict(none[i]), ADDRESS_NONE);
	memset(longest + 3, 'x', ADDRESS_NAME_SIZE - 1);
	CU_ASSERT_EQUAL(verdict(longest), ADDRESS_FOUND);
	longest[3 + ADDRESS_NAME_SIZE - 1] = 'x';
	CU_ASSERT_EQUAL(verdict(longest), ADDRESS_NONE);
}

TEST(test_bad, "bad")
{
	static const char *const bad[] = {
		"",        "*",         "x",         "http://127.0.0.1/", "/%",         "/%0",
		"/%00",    "/t/%0a",    "/t/%7f",    "/t/\x01",           "/t/%zz",     "/t/%ff",
		"/t/\xff", "/t/%c0%80", "/t/%e2%82", "/g/1?phase=%",      "/g/1?%00=1", "/g/1?phase=%00",
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		CU_ASSERT_EQUAL(verdict(bad[i]), ADDRESS_BAD);
}

TEST(test_same, "same")
{
	const struct address one = found("/g/7?phase=S1901M"), other = found("/g/7?x=1&phase=%531901M");
	const struct address last = found("/g/7"), name = found("/t/a"), second = found("/t/a?page=2");
	CU_ASSERT(address_same(&one, &other));
	CU_ASSERT(!address_same(&one, &last));
	CU_ASSERT(!address_same(&name, &second));
}

/* ── hosts ── */

TEST(test_hosts, "hosts")
{
	CU_ASSERT(address_host_is_ours("127.0.0.1:8027", "127.0.0.1:8027", NULL));
	CU_ASSERT(address_host_is_ours("LOCALHOST", "127.0.0.1:8027", NULL));
	CU_ASSERT(address_host_is_ours("[::1]:1", "[::1]:8027", NULL));
	CU_ASSERT(!address_host_is_ours("evil.example", "127.0.0.1:8027", NULL));
	CU_ASSERT(!address_host_is_ours("127.0.0.1.evil.example", "127.0.0.1:8027", NULL));
	CU_ASSERT(!address_host_is_ours("", "[::1]:8027", NULL));
	CU_ASSERT(!address_host_is_ours("[::1].evil.example", "[::1]:8027", "x"));
	CU_ASSERT(address_host_is_ours("Play.example:443", "127.0.0.1:8027", "play.example"));
	CU_ASSERT(!address_host_is_ours("other.example", "0.0.0.0:8027", "play.example"));
	CU_ASSERT(address_host_is_ours("anything.example", "0.0.0.0:8027", NULL));
	CU_ASSERT(address_host_is_ours("10.0.0.1", "10.0.0.1:80", "x"));
}

/* ── rates ── */

static int take(struct rate *rate, uint64_t key, int64_t now, int times)
{
	int taken = 0;
	while (times-- > 0)
		taken += rate_take(rate, key, now);
	return taken;
}

static uint64_t key_of(const char *text)
{
	struct sockaddr_in6 six = {.sin6_family = AF_INET6};
	struct sockaddr_in four = {.sin_family = AF_INET};
	if (inet_pton(AF_INET6, text, &six.sin6_addr) == 1)
		return rate_key((const struct sockaddr *)&six);
	CU_ASSERT_EQUAL_FATAL(inet_pton(AF_INET, text, &four.sin_addr), 1);
	return rate_key((const struct sockaddr *)&four);
}

TEST(test_rate_key, "rate_key")
{
	CU_ASSERT_EQUAL(key_of("2001:db8:1:2::1"), key_of("2001:db8:1:2:ffff::9"));
	CU_ASSERT_NOT_EQUAL(key_of("2001:db8:1:2::1"), key_of("2001:db8:1:3::1"));
	CU_ASSERT_NOT_EQUAL(key_of("192.0.2.1"), key_of("192.0.2.2"));
	/* a server that listens at [::] sees IPv4 so */
	CU_ASSERT_EQUAL(key_of("::ffff:192.0.2.1"), key_of("192.0.2.1"));
	CU_ASSERT_NOT_EQUAL(key_of("::ffff:192.0.2.1"), key_of("::ffff:192.0.2.2"));
}

TEST(test_rate, "rate")
{
	static struct rate rate;
	rate_open(&rate, 10);
	CU_ASSERT_EQUAL(take(&rate, 1, 5000, 100), 20);
	CU_ASSERT_EQUAL(take(&rate, 2, 5000, 100), 20); /* another address has its own */
	CU_ASSERT_EQUAL(take(&rate, 1, 5050, 100), 0);
	CU_ASSERT_EQUAL(take(&rate, 1, 5100, 100), 1);
	CU_ASSERT_EQUAL(take(&rate, 1, 6100, 100), 10);
	CU_ASSERT_EQUAL(take(&rate, 1, 1000000000, 100), 20);
	rate_open(&rate, 0);
	CU_ASSERT_EQUAL(take(&rate, 1, 5000, 100), 100);
	/* ten a minute; what is given back counts for nothing */
	rate_open_slowly(&rate, 10, 60000);
	CU_ASSERT_EQUAL(take(&rate, 1, 5000, 100), 20);
	rate_give_back(&rate, 1);
	CU_ASSERT_EQUAL(take(&rate, 1, 5000, 100), 1);
	CU_ASSERT_EQUAL(take(&rate, 1, 10999, 100), 0);
	CU_ASSERT_EQUAL(take(&rate, 1, 11000, 100), 1);
	CU_ASSERT_EQUAL(take(&rate, 1, 71000, 100), 10);
}

SUITE("address")
