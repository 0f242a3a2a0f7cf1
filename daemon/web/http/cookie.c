/* cookie: see cookie.h. */
#include "cookie.h"

#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 40, SEATS_DAYS = 90 };

static void print_name(const char *what, bool secure, int port, char name[NAME_SIZE])
{
	if (secure)
		snprintf(name, NAME_SIZE, "__Host-aresfarm%s", what);
	else
		snprintf(name, NAME_SIZE, "aresfarm%s-%d", what, port);
}

static const char seats_name[] = "-seats";

/* Where the value of the next cookie of a name is in a field, from *at on. NULL: there is none. */
static const char *find_value(const char **at, const char *name, size_t *length)
{
	const size_t begin = strlen(name) + 1;
	while (**at != '\0') {
		*at += strspn(*at, " \t;");
		const char *cookie = *at;
		const size_t size = strcspn(cookie, ";");
		*at += size;
		if (size >= begin && strncmp(cookie, name, begin - 1) == 0 && cookie[begin - 1] == '=') {
			*length = size - begin;
			return cookie + begin;
		}
	}
	return NULL;
}

static bool copy_secret(const char *value, size_t length, char secret[SECRET_SIZE])
{
	if (length != SECRET_SIZE - 1)
		return false;
	memcpy(secret, value, length);
	secret[length] = '\0';
	return secret_is_formed(secret);
}

bool cookie_read(const char *field, bool secure, int port, char secret[SECRET_SIZE])
{
	char name[NAME_SIZE];
	const char *value;
	size_t length;
	print_name("", secure, port, name);
	while ((value = find_value(&field, name, &length)) != NULL)
		if (copy_secret(value, length, secret))
			return true;
	return false;
}

static void print(const char *name, const char *value, bool secure, const char *age,
                  char field[COOKIE_FIELD_SIZE])
{
	snprintf(field, COOKIE_FIELD_SIZE, "%s=%s; Path=/; HttpOnly; SameSite=Strict%s%s", name, value,
	         secure ? "; Secure" : "", value[0] == '\0' ? "; Max-Age=0" : age);
}

void cookie_print(const char *secret, bool secure, int port, char field[COOKIE_FIELD_SIZE])
{
	char name[NAME_SIZE];
	print_name("", secure, port, name);
	print(name, secret, secure, "", field);
}

/* ── links to seats ── */

void cookie_read_seats(const char *field, bool secure, int port, char seats[COOKIE_SEATS_SIZE])
{
	char name[NAME_SIZE], secret[SECRET_SIZE];
	size_t length;
	int count = 0;

	print_name(seats_name, secure, port, name);
	const char *value = find_value(&field, name, &length);
	for (size_t at = 0; value != NULL && at + SECRET_SIZE <= length; at += SECRET_SIZE)
		if (value[at + SECRET_SIZE - 1] == '.' && count < COOKIE_SEATS_MOST &&
		    copy_secret(value + at, SECRET_SIZE - 1, secret))
			sprintf(seats + SECRET_SIZE * count++, "%s.", secret);
	seats[SECRET_SIZE * count] = '\0';
}

void cookie_print_seats(const char *seats, bool secure, int port, char field[COOKIE_FIELD_SIZE])
{
	char name[NAME_SIZE], age[32];
	snprintf(age, sizeof age, "; Max-Age=%d", SEATS_DAYS * 24 * 60 * 60);
	print_name(seats_name, secure, port, name);
	print(name, seats, secure, age, field);
}

void cookie_add_seat(char seats[COOKIE_SEATS_SIZE], const char *secret)
{
	char others[COOKIE_SEATS_SIZE];
	strcpy(others, seats);
	int count = 1;
	sprintf(seats, "%s.", secret);
	for (const char *at = others; *at != '\0' && count < COOKIE_SEATS_MOST; at += SECRET_SIZE)
		if (strncmp(at, secret, SECRET_SIZE - 1) != 0)
			sprintf(seats + SECRET_SIZE * count++, "%.*s", SECRET_SIZE, at);
}
