/* utf8: see utf8.h. Source: the Unicode standard, section 3.9, table 3-7. */
#include "utf8.h"

#include <ctype.h>
#include <stddef.h>

/* The number of bytes of the UTF-8 character there; 0 if it is invalid. */
static int utf8_length(const unsigned char *at)
{
	static const struct {
		unsigned char from, to, second_least, second_most;
		int length;
	} kinds[] = {
		{0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
		{0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
		{0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
	};
	size_t kind = 0;

	while (kind < sizeof kinds / sizeof *kinds &&
	       (at[0] < kinds[kind].from || at[0] > kinds[kind].to))
		kind++;

	if (kind == sizeof kinds / sizeof *kinds)
		return 0;
	int length = kinds[kind].length;
	if (length > 1 && (at[1] < kinds[kind].second_least || at[1] > kinds[kind].second_most))
		return 0;

	for (int i = 2; i < length; i++)
		if ((at[i] & 0xc0) != 0x80)
			return 0;
	return length;
}

void utf8_clean(char *text)
{
	for (int length; *text != '\0'; text += length > 0 ? length : 1) {
		length = utf8_length((unsigned char *)text);
		if (length == 0)
			*text = '?';
	}
}

void utf8_clean_line(char *text)
{
	utf8_clean(text);
	for (; *text != '\0'; text++)
		if (iscntrl((unsigned char)*text))
			*text = '?';
		else if ((unsigned char)text[0] == 0xc2 && (unsigned char)text[1] < 0xa0)
			text[0] = text[1] = '?'; /* U+0080 to U+009F: control characters for some terminals */
}
