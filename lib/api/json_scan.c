/* json_scan: see json_scan.h. */
#include "json_scan.h"

#include <string.h>

enum { DEPTH_MAX = 64 };

static void skip_blanks(struct json_scan *s)
{
	while (s->at < s->end && strchr(" \t\r\n", *s->at) && *s->at != '\0')
		s->at++;
}

/* Skips a character if it is next, and returns whether it was. */
static bool pass(struct json_scan *s, char sign)
{
	skip_blanks(s);
	if (s->at == s->end || *s->at != sign)
		return false;
	s->at++;
	return true;
}

/* Takes the bytes between the quotes of the next value, a string. */
static bool take_string(struct json_scan *s, const char **text, size_t *length)
{
	if (!pass(s, '"'))
		return false;
	*text = s->at;
	while (s->at < s->end && *s->at != '"')
		s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
	*length = (size_t)(s->at - *text);
	return pass(s, '"');
}

/* Skips a value, up to the comma or bracket after it. False: brackets do not match. */
static bool pass_value(struct json_scan *s)
{
	char open[DEPTH_MAX];
	int depth = 0;
	const char *text;
	size_t length;

	for (skip_blanks(s); s->at < s->end; skip_blanks(s)) {
		const char sign = *s->at;
		if (depth == 0 && strchr(",]}", sign) && sign != '\0')
			return true;
		if (sign == '"') {
			if (!take_string(s, &text, &length))
				return false;
			continue;
		}
		s->at++;
		if (sign == '{' || sign == '[') {
			if (depth == DEPTH_MAX)
				return false;
			open[depth++] = sign;
		} else if (sign == '}' || sign == ']') {
			if (open[--depth] != (sign == '}' ? '{' : '['))
				return false;
		}
	}
	return depth == 0;
}

bool scan_open(const char *text, size_t length, struct json_scan *object)
{
	struct json_scan whole = {text, text + length};

	*object = whole;
	skip_blanks(object);
	return object->at < object->end && *object->at == '{' && pass_value(&whole) &&
	       whole.at == whole.end;
}

struct json_scan scan_value(struct json_scan *from)
{
	struct json_scan value = *from;

	skip_blanks(&value);
	from->at = value.at;
	pass_value(from);
	value.end = from->at;
	return value;
}

/* Skips the opening bracket before the first element, a comma before others. */
static bool next(struct json_scan *s, char open, char close)
{
	if (!pass(s, open) && !pass(s, ','))
		return false;
	skip_blanks(s);
	return s->at < s->end && *s->at != close;
}

bool scan_next_element(struct json_scan *list)
{
	return next(list, '[', ']');
}

bool scan_next_member(struct json_scan *object, const char **name, size_t *length)
{
	return next(object, '{', '}') && take_string(object, name, length) && pass(object, ':');
}

bool scan_member(struct json_scan object, const char *name, struct json_scan *value)
{
	const char *found;
	size_t length;

	while (scan_next_member(&object, &found, &length)) {
		*value = scan_value(&object);
		if (length == strlen(name) && memcmp(found, name, length) == 0)
			return true;
	}
	return false;
}

size_t scan_text(struct json_scan *from, char *text, size_t size)
{
	struct json_scan value = scan_value(from);
	const char *bytes;
	size_t length;

	if (!take_string(&value, &bytes, &length) || length >= size) {
		text[0] = '\0';
		return 0;
	}
	memcpy(text, bytes, length);
	text[length] = '\0';
	return length;
}
