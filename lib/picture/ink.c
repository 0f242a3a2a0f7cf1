/* ink: see ink.h. */
#include "ink.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

void ink_bytes(struct ink *ink, const char *bytes, size_t length)
{
	if (ink->length < ink->size) {
		const size_t room = ink->size - ink->length;
		memcpy(ink->text + ink->length, bytes, MIN(length, room));
	}
	ink->length += length;
}

static void write_text(struct ink *ink, const char *text)
{
	ink_bytes(ink, text, strlen(text));
}

/* ── numbers ── */

enum { DIGITS_MAX = 16 };

static void write_number(struct ink *ink, int number, bool tenths)
{
	char digits[DIGITS_MAX];
	char *at = digits + DIGITS_MAX;
	unsigned rest = number < 0 ? 0U - (unsigned)number : (unsigned)number;
	if (tenths) {
		if (rest % 10 != 0) {
			*--at = (char)('0' + rest % 10);
			*--at = '.';
		}
		rest /= 10;
	}
	do {
		*--at = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	if (number < 0)
		*--at = '-';
	ink_bytes(ink, at, (size_t)(digits + DIGITS_MAX - at));
}

/* ── escaped text ── */

/* The number of bytes of the character at text; 0: it is not valid UTF-8, or not a character of XML
 * (Unicode 15, table 3-7; XML 1.0, "Char"). */
static size_t measure_character(const unsigned char *text)
{
	const unsigned char first = text[0];
	size_t length = 0;

	if (first < 0x80)
		length = 1;
	else if (first >= 0xC2 && first < 0xE0)
		length = 2;
	else if (first >= 0xE0 && first < 0xF0)
		length = 3;
	else if (first >= 0xF0 && first < 0xF5)
		length = 4;

	for (size_t i = 1; i < length; i++)
		if ((text[i] & 0xC0) != 0x80)
			return 0;
	if ((first == 0xE0 && text[1] < 0xA0) || (first == 0xED && text[1] >= 0xA0) ||
	    (first == 0xF0 && text[1] < 0x90) || (first == 0xF4 && text[1] >= 0x90) ||
	    (first == 0xEF && text[1] == 0xBF && text[2] >= 0xBE))
		return 0;
	return length;
}

/* The replacement of a character in XML; NULL: the character itself. length: its bytes; 0:
 * invalid. */
static const char *find_entity(const char *text, size_t length)
{
	const bool control = length == 1 && ((unsigned char)*text < ' ' || *text == 0x7F);

	switch (*text) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	}
	if (length == 0)
		return "?";
	return control ? " " : NULL;
}

static void write_escaped(struct ink *ink, const char *text)
{
	while (*text != '\0') {
		const size_t length = measure_character((const unsigned char *)text);
		const char *entity = find_entity(text, length);
		if (entity != NULL)
			write_text(ink, entity);
		else
			ink_bytes(ink, text, length);
		text += length > 0 ? length : 1;
	}
}

/* Writes a JSON string that is safe in a script element: "<" could begin "</script>". */
static void write_quoted(struct ink *ink, const char *text)
{
	static const char digits[] = "0123456789abcdef";

	write_text(ink, "\"");
	while (*text != '\0') {
		const size_t length = measure_character((const unsigned char *)text);
		const unsigned char first = (unsigned char)*text;
		if (length == 0) {
			write_text(ink, "?");
		} else if (first < ' ' || strchr("\"\\<\x7F", first) != NULL) {
			const char code[] = {'\\', 'u', '0', '0', digits[first >> 4], digits[first & 15]};
			ink_bytes(ink, code, sizeof code);
		} else {
			ink_bytes(ink, text, length);
		}
		text += length > 0 ? length : 1;
	}
	write_text(ink, "\"");
}

/* ── formats ── */

static void write_point(struct ink *ink, struct drawing_point point)
{
	write_number(ink, point.x, true);
	write_text(ink, " ");
	write_number(ink, point.y, true);
}

void ink_write(struct ink *ink, const char *format, ...)
{
	va_list values;
	va_start(values, format);
	for (;;) {
		const size_t plain = strcspn(format, "%");
		ink_bytes(ink, format, plain);
		format += plain;
		if (*format == '\0')
			break;
		const char verb = format[1];
		if (verb == 's')
			write_text(ink, va_arg(values, const char *));
		else if (verb == 'e')
			write_escaped(ink, va_arg(values, const char *));
		else if (verb == 'j')
			write_quoted(ink, va_arg(values, const char *));
		else if (verb == 'd' || verb == 't')
			write_number(ink, va_arg(values, int), verb == 't');
		else if (verb == 'p')
			write_point(ink, va_arg(values, struct drawing_point));
		else
			assert(!"a verb that ink.h names");
		format += 2;
	}
	va_end(values);
}
