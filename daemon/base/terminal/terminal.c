/* terminal: see terminal.h. */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const char *terminal_color = "auto";

const char *terminal_colors(size_t i)
{
	static const char *const names[] = {"auto", "always", "never", NULL};
	return names[i];
}

bool terminal_is_live(void)
{
	const char *kind = getenv("TERM");
	return isatty(STDOUT_FILENO) && kind != NULL && kind[0] != '\0' && strcmp(kind, "dumb") != 0;
}

static struct winsize ask_size(void)
{
	struct winsize size;
	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
		return (struct winsize){0};
	return size;
}

int terminal_width(void)
{
	const int columns = ask_size().ws_col;
	return columns > 0 ? columns : TERMINAL_WIDTH;
}

int terminal_height(void)
{
	const int lines = ask_size().ws_row;
	return lines > 0 ? lines : TERMINAL_HEIGHT;
}

bool terminal_is_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *locale = getenv(names[i]);
		if (locale != NULL && locale[0] != '\0')
			return strcasestr(locale, "utf-8") != NULL || strcasestr(locale, "utf8") != NULL;
	}
	return false;
}

bool terminal_has_colors(void)
{
	const char *none = getenv("NO_COLOR");
	if (strcmp(terminal_color, "auto") != 0)
		return strcmp(terminal_color, "always") == 0;
	return (none == NULL || none[0] == '\0') && terminal_is_live();
}

enum terminal_depth terminal_depth(void)
{
	const char *const colors = getenv("COLORTERM"), *const kind = getenv("TERM");
	if (colors != NULL && (strcmp(colors, "truecolor") == 0 || strcmp(colors, "24bit") == 0))
		return DEPTH_24_BITS;
	return kind != NULL && strstr(kind, "256color") != NULL ? DEPTH_256 : DEPTH_8;
}

/* The colours of powers, by number, with the hues of lib/picture/picture.css. Their luminance is
 * near 0.18, so their contrast with white and with black is equal. */
#define STYLES(style)                                                                              \
	{                                                                                              \
		[DEPTH_8] = {"\033[" style "31m", "\033[" style "35m", "\033[" style "34m",                \
		             "\033[" style "39m", "\033[" style "32m", "\033[" style "36m",                \
		             "\033[" style "33m"},                                                         \
		[DEPTH_256] = {"\033[" style "38;5;166m", "\033[" style "38;5;133m",                       \
		               "\033[" style "38;5;32m",  "\033[" style "38;5;244m",                       \
		               "\033[" style "38;5;29m",  "\033[" style "38;5;104m",                       \
		               "\033[" style "38;5;136m"},                                                 \
		[DEPTH_24_BITS] = {"\033[" style "38;2;213;83;28m",  "\033[" style "38;2;176;73;154m",     \
		                   "\033[" style "38;2;39;120;214m", "\033[" style "38;2;124;116;104m",    \
		                   "\033[" style "38;2;36;134;84m",  "\033[" style "38;2;132;116;190m",    \
		                   "\033[" style "38;2;160;118;0m"},                                       \
	}
enum { POWER_STYLES = (INKS - INK_POWER) / POWERS_MAX };
static const char *const power_inks[POWER_STYLES][DEPTHS][POWERS_MAX] = {
	STYLES(""),
	STYLES("1;"),
	STYLES("7;"),
};

const char *terminal_ink(enum terminal_ink ink)
{
	static const char *const inks[INK_POWER] = {
		[INK_PLAIN] = "\033[0m", [INK_BOLD] = "\033[1m",     [INK_FAINT] = "\033[2m",
		[INK_GOOD] = "\033[32m", [INK_WARNING] = "\033[33m", [INK_BAD] = "\033[31m",
	};
	if (!terminal_has_colors())
		return "";
	return ink < INK_POWER ? inks[ink]
	                       : power_inks[(ink - INK_POWER) / POWERS_MAX][terminal_depth()]
	                                   [(ink - INK_POWER) % POWERS_MAX];
}

/* Whether the byte continues a UTF-8 character. */
static bool goes_on(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

int terminal_columns(const char *text)
{
	int columns = 0;
	for (; *text != '\0'; text++)
		columns += !goes_on(*text);
	return columns;
}

void terminal_cut(char *text, int width)
{
	enum { DOTS = 3 };
	int columns = 0;
	if (terminal_columns(text) <= width)
		return;
	while (columns < width - DOTS || goes_on(*text))
		columns += !goes_on(*text++);
	memcpy(text, "...", DOTS + 1); /* at least DOTS characters were there, of a byte or more each */
}

void terminal_print_words(FILE *out, const char *text, int column, int indent)
{
	bool first = true;

	while (*(text += strspn(text, " \n")) != '\0') {
		const int length = (int)strcspn(text, " \n");
		if (!first && column + 1 + length > TERMINAL_WIDTH) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
		} else if (!first) {
			fputc(' ', out);
			column++;
		}
		fprintf(out, "%.*s", length, text);
		column += length;
		text += length;
		first = false;
	}

	fputc('\n', out);
}
