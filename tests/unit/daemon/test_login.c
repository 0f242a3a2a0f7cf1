/* Logging in: the form, the page that it comes from, the cookie that the browser keeps. */
#include "suite.h"
#include "web/http/cookie.h"
#include "web/login/login_form.h"
#include "web/http/origin.h"

#include <string.h>

/* ── forms ── */

static bool read_form(const char *body, struct login_form *form)
{
	return login_form_read(body, strlen(body), form);
}

TEST(test_form, "form")
{
	struct login_form form;
	CU_ASSERT_FATAL(read_form("name=alice&password=secret", &form));
	CU_ASSERT_STRING_EQUAL(form.name, "alice");
	CU_ASSERT_STRING_EQUAL(form.password, "secret");
	CU_ASSERT_FATAL(read_form("x=1&password=a+b%2Bc%25%26%3d%22'&&y&name=J%c3%bcrgen", &form));
	CU_ASSERT_STRING_EQUAL(form.name, "Jürgen");
	CU_ASSERT_STRING_EQUAL(form.password, "a b+c%&=\"'");
	/* a password is any bytes */
	CU_ASSERT_FATAL(read_form("name=a&password=%01%ff%0a", &form));
	CU_ASSERT_STRING_EQUAL(form.password, "\x01\xff\n");
	login_form_wipe(&form);
	for (size_t i = 0; i < sizeof form; i++)
		CU_ASSERT_EQUAL(((const char *)&form)[i], 0);
}

TEST(test_no_form, "no form")
{
	static const char *const bad[] = {
		"",
		"name=alice",
		"password=secret",
		"name=&password=secret",
		"name=alice&password=",
		"name=alice&password=secret&name=bob",
		"name=alice&password=secret&password=other",
		"name=alice&password=%00",
		"name=alice&password=a%0",
		"name=alice&password=a%",
		"name=alice&password=a%zz",
		"name=al%0aice&password=secret",
		"name=%ff&password=secret",
		"Name=alice&password=secret",
		"{\"name\":\"alice\",\"password\":\"secret\"}",
		"name=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&password=secret",
	};
	struct login_form form;
	char long_one[LOGIN_FORM_MOST + 2];
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		CU_ASSERT_FALSE(read_form(bad[i], &form));
		CU_ASSERT_EQUAL(form.password[0], '\0');
	}
	memset(long_one, 'x', sizeof long_one);
	memcpy(long_one, "name=alice&password=", 20);
	CU_ASSERT(login_form_read(long_one, LOGIN_FORM_MOST, &form));
	CU_ASSERT_FALSE(login_form_read(long_one, LOGIN_FORM_MOST + 1, &form));
	CU_ASSERT_FALSE(login_form_read("name=a\0b&password=x", 19, &form));
}

/* ── where it comes from ── */

TEST(test_origin, "origin")
{
	CU_ASSERT(origin_is_ours("same-origin", NULL, "a:80", false));
	CU_ASSERT(origin_is_ours("same-origin", "null", "a:80", false)); /* as no-referrer has it */
	CU_ASSERT_FALSE(origin_is_ours("same-site", "http://a:80", "a:80", false));
	CU_ASSERT_FALSE(origin_is_ours("cross-site", "http://a:80", "a:80", false));
	CU_ASSERT_FALSE(origin_is_ours("none", NULL, "a:80", false));
	CU_ASSERT_FALSE(origin_is_ours("", "http://a:80", "a:80", false));
	CU_ASSERT(origin_is_ours(NULL, "http://a:80", "A:80", false));
	CU_ASSERT(origin_is_ours(NULL, "https://a", "a", true));
	CU_ASSERT_FALSE(origin_is_ours(NULL, "http://a", "a", true));
	CU_ASSERT_FALSE(origin_is_ours(NULL, "https://a", "a", false));
	CU_ASSERT_FALSE(origin_is_ours(NULL, "http://a:81", "a:80", false));
	CU_ASSERT_FALSE(origin_is_ours(NULL, "http://a.b", "a", false));
	CU_ASSERT_FALSE(origin_is_ours(NULL, "null", "a", false));
	CU_ASSERT_FALSE(origin_is_ours(NULL, "http://", "", false));
	CU_ASSERT_FALSE(origin_is_ours(NULL, NULL, "a", false));
	CU_ASSERT_FALSE(origin_is_ours(NULL, "http://a", NULL, false));
}

TEST(test_way, "way")
{
	CU_ASSERT_EQUAL(origin_find_way("127.0.0.1:8027", NULL, NULL, false), WAY_HERE);
	CU_ASSERT_EQUAL(origin_find_way("LOCALHOST", NULL, "farm.example.org", true), WAY_HERE);
	CU_ASSERT_EQUAL(origin_find_way("[::1]:8027", NULL, NULL, false), WAY_HERE);
	CU_ASSERT_EQUAL(origin_find_way("localhost.example.org", NULL, NULL, false), WAY_OPEN);
	CU_ASSERT_EQUAL(origin_find_way("farm.example.org", NULL, "farm.example.org", false), WAY_OPEN);
	CU_ASSERT_EQUAL(origin_find_way("Farm.example.org:443", NULL, "farm.example.org", true),
	                WAY_SECURE);
	CU_ASSERT_EQUAL(origin_find_way("farm.example.org", "https", "farm.example.org", true),
	                WAY_SECURE);
	CU_ASSERT_EQUAL(origin_find_way("farm.example.org", "http", "farm.example.org", true),
	                WAY_OPEN);
	CU_ASSERT_EQUAL(origin_find_way("192.0.2.1", NULL, "farm.example.org", true), WAY_OPEN);
	CU_ASSERT_EQUAL(origin_find_way("192.0.2.1", "https", NULL, true), WAY_OPEN);
	CU_ASSERT_EQUAL(origin_find_way(NULL, "https", "farm.example.org", true), WAY_OPEN);
}

/* ── cookies ── */

#define SECRET "AAAAAAAAAAAAAAAAAAAAAA-_"

TEST(test_cookie, "cookie")
{
	char field[COOKIE_FIELD_SIZE], secret[SECRET_SIZE];
	cookie_print(SECRET, true, 8027, field);
	CU_ASSERT_STRING_EQUAL(field,
	                       "__Host-aresfarm=" SECRET "; Path=/; HttpOnly; SameSite=Strict; Secure");
	cookie_print("", false, 8027, field);
	CU_ASSERT_STRING_EQUAL(field, "aresfarm-8027=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
	CU_ASSERT(cookie_read("a=b; aresfarm-8027=" SECRET "; c=d", false, 8027, secret));
	CU_ASSERT_STRING_EQUAL(secret, SECRET);
	CU_ASSERT(cookie_read("__Host-aresfarm=" SECRET, true, 8027, secret));
	/* of another port; by another way; a part of a name; no secret */
	CU_ASSERT_FALSE(cookie_read("aresfarm-8028=" SECRET, false, 8027, secret));
	CU_ASSERT_FALSE(cookie_read("aresfarm-8027=" SECRET, true, 8027, secret));
	CU_ASSERT_FALSE(cookie_read("__Host-aresfarm=" SECRET, false, 8027, secret));
	CU_ASSERT_FALSE(cookie_read("xaresfarm-8027=" SECRET, false, 8027, secret));
	CU_ASSERT_FALSE(cookie_read("aresfarm-8027=" SECRET "x", false, 8027, secret));
	CU_ASSERT_FALSE(cookie_read("aresfarm-8027=\"AAAAAAAAAAAAAAAAAAAAA\"", false, 8027, secret));
	CU_ASSERT_FALSE(cookie_read("aresfarm-8027", false, 8027, secret));
	CU_ASSERT_FALSE(cookie_read("aresfarm-8027=", false, 8027, secret));
	CU_ASSERT_FALSE(cookie_read(";;; ", false, 8027, secret));
	CU_ASSERT_FALSE(cookie_read("", false, 8027, secret));
}

/* So many links at most, each once, the newest first; what is no secret is left out. */
TEST(test_cookie_seats, "cookie_seats")
{
	char seats[COOKIE_SEATS_SIZE], secret[SECRET_SIZE], field[COOKIE_FIELD_SIZE];

	cookie_read_seats("aresfarm-8027=" SECRET "; aresfarm-seats-8027=" SECRET "." SECRET "!x",
	                  false, 8027, seats);
	CU_ASSERT_STRING_EQUAL(seats, SECRET ".");
	cookie_read_seats("aresfarm-seats-8028=" SECRET ".", false, 8027, seats);
	CU_ASSERT_STRING_EQUAL(seats, "");

	for (int i = 0; i < COOKIE_SEATS_MOST + 3; i++) {
		snprintf(secret, sizeof secret, "%024d", i % (COOKIE_SEATS_MOST + 1));
		cookie_add_seat(seats, secret);
	}
	CU_ASSERT_EQUAL(strlen(seats), COOKIE_SEATS_SIZE - 1);
	CU_ASSERT_PTR_EQUAL(strstr(seats, "000000000000000000000001."), seats);
	CU_ASSERT_PTR_NULL(strstr(seats + SECRET_SIZE, "000000000000000000000001."));

	cookie_print_seats(seats, true, 8027, field);
	CU_ASSERT_PTR_EQUAL(strstr(field, "__Host-aresfarm-seats=000"), field);
	CU_ASSERT_PTR_NOT_NULL(strstr(field, "; HttpOnly; SameSite=Strict; Secure; Max-Age=7776000"));
	cookie_read_seats(field, true, 8027, seats);
	CU_ASSERT_EQUAL(strlen(seats), COOKIE_SEATS_SIZE - 1);
}

SUITE("login")
