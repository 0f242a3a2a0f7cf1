/* xml: whether a text is a well-formed element of XML, as far as pictures need it: tags are
 * balanced, attributes quoted and named once per tag, and no markup stands in a text, which is
 * UTF-8. No comments, no instructions, no CDATA. */
#ifndef ARESFARM_TESTS_XML_H
#define ARESFARM_TESTS_XML_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { XML_DEPTH = 32, XML_NAMES = 32 };

struct xml_name {
	const char *at;
	size_t length;
};

static inline struct xml_name xml_take_name(const char **at, const char *end)
{
	const char *begin = *at;
	while (*at < end && (isalnum((unsigned char)**at) || **at == '-' || **at == ':'))
		++*at;
	return (struct xml_name){begin, (size_t)(*at - begin)};
}

static inline bool xml_same(struct xml_name a, struct xml_name b)
{
	return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* An entity that XML knows without a definition. */
static inline bool xml_take_entity(const char **at, const char *end)
{
	static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		const size_t length = strlen(known[i]);
		if ((size_t)(end - *at) >= length && memcmp(*at, known[i], length) == 0) {
			*at += length;
			return true;
		}
	}
	return false;
}

/* A character of several bytes: decoded, so that the shortest form only is one. */
static inline bool xml_take_letter(const char **at, const char *end)
{
	static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char first = (unsigned char)**at;
	const int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
	unsigned code = first & (0x7Fu >> length);
	if (first < 0xC0 || first >= 0xF8 || end - *at < length)
		return false;
	for (int i = 1; i < length; i++) {
		if (((unsigned char)(*at)[i] & 0xC0) != 0x80)
			return false;
		code = code << 6 | ((unsigned char)(*at)[i] & 0x3F);
	}
	*at += length;
	return code >= least[length] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) &&
	       (code & 0xFFFE) != 0xFFFE;
}

/* Text up to a character. */
static inline bool xml_take_text(const char **at, const char *end, char stop)
{
	while (*at < end && **at != stop) {
		const unsigned char c = (unsigned char)**at;
		if (c == '<' || (c < ' ' && c != '\n' && c != '\t') || c == 0x7F)
			return false;
		if (c == '&' ? !xml_take_entity(at, end) : c >= 0x80 && !xml_take_letter(at, end))
			return false;
		*at += c != '&' && c < 0x80;
	}
	return true;
}

/* The attributes of a tag, up to its ">" or "/>". */
static inline bool xml_take_attributes(const char **at, const char *end)
{
	struct xml_name seen[XML_NAMES];
	for (int count = 0; *at < end && **at == ' '; count++) {
		++*at;
		if (count == XML_NAMES)
			return false;
		seen[count] = xml_take_name(at, end);
		for (int i = 0; i < count; i++)
			if (xml_same(seen[i], seen[count]))
				return false;
		if (seen[count].length == 0 || end - *at < 2 || memcmp(*at, "=\"", 2) != 0)
			return false;
		*at += 2;
		if (!xml_take_text(at, end, '"') || *at == end)
			return false;
		++*at;
	}
	return true;
}

/* NULL: the text is one whole element, and perhaps an end of line. Else where it is not. */
static inline const char *xml_find_fault(const char *text, size_t length)
{
	struct xml_name open[XML_DEPTH];
	const char *at = text, *const end = text + length;
	int depth = 0;
	if (length == 0 || *at != '<')
		return at;
	do {
		const char *const tag = at++;
		const bool closes = at < end && *at == '/';
		at += closes;
		const struct xml_name name = xml_take_name(&at, end);
		if (name.length == 0 || (closes && (depth == 0 || !xml_same(open[--depth], name))) ||
		    !xml_take_attributes(&at, end))
			return tag;
		const bool whole = at < end && *at == '/';
		at += whole;
		if (at == end || *at++ != '>' || (closes && whole) || depth == XML_DEPTH)
			return tag;
		if (!closes && !whole)
			open[depth++] = name;
		const char *const said = at;
		if (depth > 0 && !xml_take_text(&at, end, '<'))
			return said;
	} while (depth > 0 && at < end);
	return depth == 0 && (at == end || (at + 1 == end && *at == '\n')) ? NULL : at;
}

#endif
