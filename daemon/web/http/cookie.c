/* cookie: see cookie.h. */
#include "cookie.h"

#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 32 };

static void print_name(bool secure, int port, char name[NAME_SIZE])
{
	if (secure)
		strcpy(name, "__Host-aresfarm");
	else
		snprintf(name, NAME_SIZE, "aresfarm-%d", port);
}

/* Copies the value of a cookie "NAME=VALUE" of so many bytes. */
static bool copy_value(const char *at, size_t length, const char *name, char secret[SECRET_SIZE])
{
	const size_t begin = strlen(name) + 1;
	if (length != begin + SECRET_SIZE - 1 || strncmp(at, name, begin - 1) != 0 ||
	    at[begin - 1] != '=')
		return false;
	memcpy(secret, at + begin, SECRET_SIZE - 1);
	secret[SECRET_SIZE - 1] = '\0';
	return secret_is_formed(secret);
}

bool cookie_read(const char *field, bool secure, int port, char secret[SECRET_SIZE])
{
	char name[NAME_SIZE];
	print_name(secure, port, name);
	for (const char *at = field; *at != '\0';) {
		at += strspn(at, " \t;");
		const size_t length = strcspn(at, ";");
		if (copy_value(at, length, name, secret))
			return true;
		at += length;
	}
	return false;
}

void cookie_print(const char *secret, bool secure, int port, char field[COOKIE_FIELD_SIZE])
{
	char name[NAME_SIZE];
	print_name(secure, port, name);
	snprintf(field, COOKIE_FIELD_SIZE, "%s=%s; Path=/; HttpOnly; SameSite=Strict%s%s", name, secret,
	         secure ? "; Secure" : "", secret[0] == '\0' ? "; Max-Age=0" : "");
}
