/* address: see address.h. */
#include "address.h"
#include "percent.h"

#include <string.h>
#include <strings.h>

#include "base/options/options.h"
#include "base/utf8.h"
#include "board/board.h"

/* ── the table ── */

/* A bit each. */
enum parameters {
	PARAMETERS_NONE = 0,
	PARAMETERS_PHASE = 1,
	PARAMETERS_SCORE = 2,
	PARAMETERS_SHEET = 4,
	PARAMETERS_SEEN = 8,
	PARAMETERS_TOURNAMENT = PARAMETERS_SCORE | PARAMETERS_SHEET
};

/* By enum address_page. */
static const struct route {
	const char *pattern;
	enum parameters parameters;
	enum address_method method;
	enum address_kind kind;
} routes[ADDRESS_PAGES] = {
#define ADDRESS(page, pattern, parameters, method, kind, maker)                                    \
	[PAGE_##page] = {pattern, PARAMETERS_##parameters, METHOD_##method, KIND_##kind},
#include "addresses.def"
};

enum address_kind address_kind(enum address_page page)
{
	return routes[page].kind;
}

bool address_is_posted(enum address_page page)
{
	return routes[page].method == METHOD_POST || routes[page].method == METHOD_FORM;
}

bool address_takes_form(enum address_page page)
{
	return routes[page].method == METHOD_FORM || routes[page].method == METHOD_BOTH;
}

bool address_is_seat(enum address_page page)
{
	return routes[page].kind == KIND_SEAT || routes[page].kind == KIND_HOST;
}

/* ── texts ── */

struct span {
	const char *at;
	size_t length;
};

/* Writes what a part of a path or query means. Too long a text is none. */
static enum address_verdict decode(struct span span, char text[ADDRESS_NAME_SIZE])
{
	char clean[ADDRESS_NAME_SIZE];
	size_t length = 0;

	for (const char *at = span.at; at < span.at + span.length;) {
		const unsigned char byte = percent_take(&at, span.at + span.length);
		if (byte < ' ' || byte == 0x7f)
			return ADDRESS_BAD;
		if (length == ADDRESS_NAME_SIZE - 1)
			return ADDRESS_NONE;
		text[length++] = (char)byte;
	}

	text[length] = '\0';
	memcpy(clean, text, length + 1);
	utf8_clean(clean);
	return strcmp(clean, text) == 0 ? ADDRESS_FOUND : ADDRESS_BAD;
}

/* ── paths ── */

static struct span take_part(struct span *rest)
{
	const char *slash = memchr(rest->at, '/', rest->length);
	const struct span part = {rest->at, slash != NULL ? (size_t)(slash - rest->at) : rest->length};
	rest->at += part.length;
	rest->length -= part.length;
	return part;
}

static bool begins_part(struct span *rest)
{
	if (rest->length == 0 || rest->at[0] != '/')
		return false;
	rest->at++;
	rest->length--;
	return true;
}

static enum address_verdict read_part(struct span pattern, struct span part,
                                      struct address *address)
{
	char text[ADDRESS_NAME_SIZE];
	const enum address_verdict verdict = decode(part, text);

	if (verdict != ADDRESS_FOUND)
		return verdict;
	switch (pattern.length == 1 ? pattern.at[0] : '\0') {
	case '*':
		strcpy(address->name, text);
		return text[0] != '\0' ? ADDRESS_FOUND : ADDRESS_NONE;
	case '%':
		strcpy(address->print, text);
		return text[0] != '\0' ? ADDRESS_FOUND : ADDRESS_NONE;
	case '#':
		return options_number(text, 1, INT64_MAX, &address->game) ? ADDRESS_FOUND : ADDRESS_NONE;
	default:
		return strlen(text) == pattern.length && memcmp(text, pattern.at, pattern.length) == 0
		           ? ADDRESS_FOUND
		           : ADDRESS_NONE;
	}
}

static enum address_verdict read_path(const struct route *route, struct span path,
                                      struct address *address)
{
	struct span pattern = {route->pattern, strlen(route->pattern)};
	while (begins_part(&pattern)) {
		if (!begins_part(&path))
			return ADDRESS_NONE;
		const enum address_verdict verdict =
			read_part(take_part(&pattern), take_part(&path), address);
		if (verdict != ADDRESS_FOUND)
			return verdict;
	}
	return path.length == 0 ? ADDRESS_FOUND : ADDRESS_NONE;
}

/* ── parameters ── */

/* The parameter of a name that the page takes. */
static enum parameters find_parameter(const struct route *route, const char *name)
{
	static const struct {
		const char *name;
		enum parameters parameter;
	} names[] = {{"phase", PARAMETERS_PHASE},
	             {"score", PARAMETERS_SCORE},
	             {"page", PARAMETERS_SHEET},
	             {"seen", PARAMETERS_SEEN}};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if ((route->parameters & names[i].parameter) != 0 && strcmp(name, names[i].name) == 0)
			return names[i].parameter;
	return PARAMETERS_NONE;
}

static enum address_verdict read_parameter(const struct route *route, struct span name,
                                           struct span value, struct address *address)
{
	char key[ADDRESS_NAME_SIZE], text[ADDRESS_NAME_SIZE];
	int64_t number;
	if (decode(name, key) != ADDRESS_FOUND)
		return ADDRESS_BAD;
	const enum parameters parameter = find_parameter(route, key);
	if (parameter == PARAMETERS_NONE)
		return ADDRESS_FOUND;
	if (decode(value, text) != ADDRESS_FOUND)
		return ADDRESS_BAD;

	switch (parameter) {
	case PARAMETERS_PHASE:
		return phase_parse(text, strlen(text), &address->phase) ? ADDRESS_FOUND : ADDRESS_NONE;
	case PARAMETERS_SCORE:
		strcpy(address->print, text);
		return ADDRESS_FOUND;
	case PARAMETERS_SHEET:
		if (!options_number(text, 1, ADDRESS_SHEET_MOST, &number))
			return ADDRESS_NONE;
		address->sheet = (int32_t)number;
		return ADDRESS_FOUND;
	default:
		strcpy(address->name, text);
		return ADDRESS_FOUND;
	}
}

static enum address_verdict read_query(const struct route *route, const char *query,
                                       struct address *address)
{
	enum address_verdict verdict = ADDRESS_FOUND;
	while (verdict == ADDRESS_FOUND && *query != '\0') {
		const size_t length = strcspn(query, "&");
		const char *equals = memchr(query, '=', length);
		const size_t key = equals != NULL ? (size_t)(equals - query) : length;
		const struct span value = {query + key + (equals != NULL), length - key - (equals != NULL)};
		verdict = read_parameter(route, (struct span){query, key}, value, address);
		query += length + (query[length] == '&');
	}
	return verdict;
}

enum address_verdict address_parse(const char *target, struct address *address)
{
	const size_t length = strcspn(target, "?");
	const char *query = target[length] == '?' ? target + length + 1 : "";

	if (target[0] != '/')
		return ADDRESS_BAD;
	for (int i = 0; i < ADDRESS_PAGES; i++) {
		memset(address, 0, sizeof *address);
		address->page = (enum address_page)i;
		address->phase = -1;
		address->sheet = 1;
		const enum address_verdict verdict =
			read_path(&routes[i], (struct span){target, length}, address);
		if (verdict == ADDRESS_FOUND)
			return read_query(&routes[i], query, address);
		if (verdict == ADDRESS_BAD)
			return ADDRESS_BAD;
	}

	return ADDRESS_NONE;
}

bool address_same(const struct address *one, const struct address *other)
{
	return one->page == other->page && one->game == other->game && one->phase == other->phase &&
	       one->sheet == other->sheet && strcmp(one->name, other->name) == 0 &&
	       strcmp(one->print, other->print) == 0;
}

/* ── hosts ── */

/* A host without its port. */
static struct span find_host(const char *text)
{
	const char *end = text[0] == '[' ? strchr(text, ']') : NULL;
	if (end != NULL && (end[1] == ':' || end[1] == '\0'))
		return (struct span){text, (size_t)(end + 1 - text)};
	if (end != NULL)
		return (struct span){text, strlen(text)};
	return (struct span){text, strcspn(text, ":")};
}

static bool is_host(struct span host, const char *name)
{
	return strlen(name) == host.length && strncasecmp(host.at, name, host.length) == 0;
}

bool address_host_is_ours(const char *host, const char *listen, const char *name)
{
	static const char *const local[] = {"localhost", "127.0.0.1", "[::1]"};
	const struct span asked = find_host(host), own = find_host(listen);
	bool loopback = own.length > 4 && strncmp(own.at, "127.", 4) == 0;
	for (size_t i = 0; i < sizeof local / sizeof *local; i++) {
		loopback |= is_host(own, local[i]);
		if (is_host(asked, local[i]))
			return true;
	}
	if (!loopback && name == NULL)
		return true;
	return (asked.length == own.length && strncasecmp(asked.at, own.at, own.length) == 0) ||
	       (name != NULL && is_host(asked, name));
}
