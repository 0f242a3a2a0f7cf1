/* conninfo: see conninfo.h. */
#include "conninfo.h"

#include <stdio.h>
#include <string.h>

#include "link.h"

/* libpq's own messages are not used: they repeat parts of the text, which may hold a password. */
bool conninfo_check(const char *conninfo, char error[CONNINFO_ERROR_SIZE])
{
	bool uri =
		strncmp(conninfo, "postgres://", 11) == 0 || strncmp(conninfo, "postgresql://", 13) == 0;

	if (!uri && strchr(conninfo, '=') == NULL)
		return true;
	bool secret = false;
	PQconninfoOption *options = PQconninfoParse(conninfo, NULL);
	for (const PQconninfoOption *option = options; option != NULL && option->keyword != NULL;
	     option++)
		secret |= option->val != NULL && strstr(option->keyword, "password") != NULL;

	if (options == NULL)
		snprintf(error, CONNINFO_ERROR_SIZE,
		         "no connection string: it must be KEYWORD=VALUE ... or postgresql://...");
	else if (secret)
		snprintf(error, CONNINFO_ERROR_SIZE,
		         "everybody can see a password in a connection string: put it into the file of %s",
		         "PGPASSFILE (default ~/.pgpass) or PGSERVICEFILE");

	PQconninfoFree(options);
	return options != NULL && !secret;
}

/* ── printing ── */

struct text {
	char *at;
	size_t length; /* CONNINFO_TEXT_SIZE: it did not fit */
};

static void add(struct text *text, const char *part)
{
	const size_t length = strlen(part);
	if (text->length + length >= CONNINFO_TEXT_SIZE) {
		text->length = CONNINFO_TEXT_SIZE;
		return;
	}
	memcpy(text->at + text->length, part, length + 1);
	text->length += length;
}

/* A value, in quotes if it needs them. */
static void add_quoted(struct text *text, const char *value)
{
	const bool plain = value[0] != '\0' && strpbrk(value, " \t\n\r'\\") == NULL;
	add(text, plain ? "" : "'");
	for (; *value != '\0'; value++) {
		add(text, *value == '\'' || *value == '\\' ? "\\" : "");
		add(text, (char[]){*value, '\0'});
	}
	add(text, plain ? "" : "'");
}

/* A part of a URL: special characters are written as %XX. A path stays readable. */
static void add_encoded(struct text *text, const char *value)
{
	static const char plain[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
	char code[4];
	for (; *value != '\0'; value++) {
		snprintf(code, sizeof code, strchr(plain, *value) != NULL ? "%c" : "%%%02X",
		         (unsigned char)*value);
		add(text, code);
	}
}

/* The value of an option, if it must be printed; else NULL. */
static const char *value_of(const PQconninfoOption *normal, const PQconninfoOption *given,
                            const char *host)
{
	const char *value = normal->val;

	for (; given->keyword != NULL; given++)
		if (strcmp(given->keyword, normal->keyword) == 0 && given->val != NULL)
			value = given->val;

	if (host != NULL && strcmp(normal->keyword, "host") == 0)
		value = host;
	const bool always = strcmp(normal->keyword, "port") == 0 ||
	                    strcmp(normal->keyword, "user") == 0 ||
	                    strcmp(normal->keyword, "dbname") == 0;
	const bool usual =
		value != NULL && normal->compiled != NULL && strcmp(value, normal->compiled) == 0;
	const bool secret = strstr(normal->keyword, "password") != NULL;

	return value == NULL || value[0] == '\0' || secret || (usual && !always) ? NULL : value;
}

static void print_all(struct text *text, const PQconninfoOption *normal,
                      const PQconninfoOption *given, const char *host, bool url)
{
	add(text, url ? "postgresql://?" : "");
	const char *between = "";

	for (; normal->keyword != NULL; normal++) {
		const char *value = value_of(normal, given, host);
		if (value == NULL)
			continue;
		add(text, between);
		between = url ? "&" : " ";
		add(text, normal->keyword);
		add(text, "=");
		if (url)
			add_encoded(text, value);
		else
			add_quoted(text, value);
	}
}

bool conninfo_print(const char *conninfo, const char *host, bool url, char text[CONNINFO_TEXT_SIZE])
{
	struct text made = {.at = text};
	char named[CONNINFO_TEXT_SIZE];

	/* for libpq a string without = is the name of a database */
	const bool name =
		conninfo[0] != '\0' && strchr(conninfo, '=') == NULL && strstr(conninfo, "://") == NULL;
	struct text string = {.at = named};
	named[0] = '\0';
	add(&string, name ? "dbname=" : conninfo);
	if (name)
		add_quoted(&string, conninfo);

	PQconninfoOption *normal = PQconndefaults();
	PQconninfoOption *given = PQconninfoParse(named, NULL);
	const bool read = normal != NULL && given != NULL && string.length < CONNINFO_TEXT_SIZE;
	if (read)
		print_all(&made, normal, given, host, url);
	PQconninfoFree(normal);
	PQconninfoFree(given);

	return read && made.length < CONNINFO_TEXT_SIZE;
}
