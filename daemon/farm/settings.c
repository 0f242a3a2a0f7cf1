/* settings: see settings.h. */
#include "settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"

enum { PATH_SHOWN = 200, KEYS_MOST = 64 };

#define BLANKS          " \t"
#define LETTERS         "abcdefghijklmnopqrstuvwxyz-"
#define KEY_LETTERS     LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* The state of reading a file. */
struct reading {
	const struct parameter *options;
	const char *path;
	int line;                 /* the one being read; 0: none yet */
	int found[OPTIONS_MOST];  /* by option: the line that sets it; 0: none */
	int number[OPTIONS_MOST]; /* by option, if found */
	int key_count;
	struct {
		char name[SETTINGS_LINE_MOST + 1]; /* "bot.greedy" */
		int line;
	} keys[KEYS_MOST]; /* of the repeatable options */
	char *error;
};

/* Sets error to the message, after the file and the line. Always returns false. */
__attribute__((format(printf, 2, 3))) static bool refuse_settings(const struct reading *reading,
                                                                  const char *format, ...)
{
	const size_t length = strlen(reading->path);
	const char *shown = reading->path + (length > PATH_SHOWN ? length - PATH_SHOWN : 0);
	char what[OPTIONS_ERROR_SIZE - PATH_SHOWN - 32], line[16] = "";
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	if (reading->line > 0)
		snprintf(line, sizeof line, ":%d", reading->line);
	snprintf(reading->error, OPTIONS_ERROR_SIZE, "%s%s%s: %s", shown > reading->path ? "..." : "",
	         shown, line, what);
	utf8_clean_line(reading->error);

	return false;
}

/* ── lines ── */

static void trim(const char **from, const char **end)
{
	while (*from < *end && strchr(BLANKS, **from) != NULL)
		++*from;
	while (*from < *end && strchr(BLANKS, (*end)[-1]) != NULL)
		--*end;
}

/* The numeric option of that name, or -1. */
static int find_option(const struct parameter *options, const char *name)
{
	for (int i = 0; options[i].name != NULL; i++)
		if (options[i].number != NULL && strcmp(options[i].name, name) == 0)
			return i;
	return -1;
}

static bool take_setting(struct reading *reading, const char *name, const char *value)
{
	char error[OPTIONS_ERROR_SIZE];
	const int i = find_option(reading->options, name);

	if (i < 0)
		return refuse_settings(
			reading, "no setting %.60s; aresd --help lists the options with a number", name);

	if (reading->found[i] != 0)
		return refuse_settings(reading, "%s is in line %d already", name, reading->found[i]);
	struct parameter held = reading->options[i];
	held.number = &reading->number[i];
	if (!options_take(&held, name, value, error))
		return refuse_settings(reading, "%s", error);
	reading->found[i] = reading->line;

	return true;
}

/* "bot.greedy = COMMAND". */
static bool take_keyed(struct reading *reading, const char *name, const char *key,
                       const char *value)
{
	const struct parameter *option = reading->options;
	char text[2 * SETTINGS_LINE_MOST];

	while (option->name != NULL &&
	       (option->several == NULL || strlen(option->name) != (size_t)(key - name - 1) ||
	        strncmp(option->name, name, strlen(option->name)) != 0))
		option++;

	if (option->name == NULL)
		return refuse_settings(reading, "no setting %.60s; only bot.NAME has a dot", name);
	for (int i = 0; i < reading->key_count; i++)
		if (strcmp(reading->keys[i].name, name) == 0)
			return refuse_settings(reading, "%.80s is in line %d already", name,
			                       reading->keys[i].line);

	if (reading->key_count == KEYS_MOST)
		return refuse_settings(reading, "too many settings such as %.60s", name);
	snprintf(text, sizeof text, "%s=%s", key, value);
	const char *must = option->several(text);
	if (must != NULL)
		return refuse_settings(reading, "%.60s: must be %s", name, must);
	strcpy(reading->keys[reading->key_count].name, name);
	reading->keys[reading->key_count++].line = reading->line;

	return true;
}

/* "workers = 4", without the comment. */
static bool take_words(struct reading *reading, const char *from, const char *end)
{
	char name[SETTINGS_LINE_MOST + 1], value[SETTINGS_LINE_MOST + 1];

	trim(&from, &end);
	if (from == end)
		return true;
	const char *equals = memchr(from, '=', (size_t)(end - from)), *name_end = equals;
	if (equals == NULL)
		return refuse_settings(reading, "must be a line such as \"workers = 4\"");

	const char *value_from = equals + 1;
	trim(&from, &name_end);
	trim(&value_from, &end);
	snprintf(name, sizeof name, "%.*s", (int)(name_end - from), from);
	snprintf(value, sizeof value, "%.*s", (int)(end - value_from), value_from);

	const size_t head = strspn(name, LETTERS);
	if (head > 0 && name[head] == '.' &&
	    name[head + 1 + strspn(name + head + 1, KEY_LETTERS)] == '\0')
		return take_keyed(reading, name, name + head + 1, value);

	if (name[0] == '\0' || name[strspn(name, LETTERS)] != '\0' || strpbrk(value, BLANKS) != NULL)
		return refuse_settings(reading, "must be a line such as \"workers = 4\"");
	return take_setting(reading, name, value);
}

static bool take_line(struct reading *reading, const char *from, const char *end)
{
	if (end > from && end[-1] == '\r')
		end--;
	if (end - from > SETTINGS_LINE_MOST)
		return refuse_settings(reading, "a line must have at most %d bytes, but this one has more",
		                       SETTINGS_LINE_MOST);
	for (const char *at = from; at < end; at++)
		if ((unsigned char)*at < ' ' && *at != '\t')
			return refuse_settings(reading, "must be text, but has a byte 0x%02x", *at);
	const char *comment = memchr(from, '#', (size_t)(end - from));
	return take_words(reading, from, comment != NULL ? comment : end);
}

static bool take_lines(struct reading *reading, const char *text, size_t length)
{
	const char *const end = text + length, *stop;
	const size_t mark = strlen(BYTE_ORDER_MARK);

	if (length >= mark && memcmp(text, BYTE_ORDER_MARK, mark) == 0)
		text += mark;
	for (; text < end; text = stop + 1) {
		reading->line++;
		stop = memchr(text, '\n', (size_t)(end - text));
		if (!take_line(reading, text, stop != NULL ? stop : end))
			return false;
		if (stop == NULL)
			return refuse_settings(reading, "the last line has no end: is the file complete?");
	}

	return true;
}

/* ── the file ── */

/* Opens a regular file. Returns a descriptor; or -1, with the reason in error. */
static int open_file(const struct reading *reading)
{
	struct stat file = {.st_mode = S_IFREG};
	int fd = -1;

	/* Opening anything but a regular file may block or have side effects. */
	if (stat(reading->path, &file) == 0 && S_ISREG(file.st_mode))
		fd = open(reading->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd >= 0)
		return fd;

	if (S_ISREG(file.st_mode))
		(void)refuse_settings(reading, "%s", strerror(errno));
	else if (S_ISDIR(file.st_mode))
		(void)refuse_settings(reading, "must be an ordinary file, but is a folder");
	else
		(void)refuse_settings(reading, "must be an ordinary file, but is %s",
		                      S_ISFIFO(file.st_mode) ? "a pipe" : "a device or a socket");
	return -1;
}

/* Reads a whole file of at most SETTINGS_FILE_MOST bytes. */
static bool read_file(const struct reading *reading, char text[SETTINGS_FILE_MOST + 1],
                      size_t *length)
{
	const int fd = open_file(reading);

	if (fd < 0)
		return false;
	ssize_t got = 1;
	for (*length = 0; got > 0 && *length <= SETTINGS_FILE_MOST;
	     *length += got > 0 ? (size_t)got : 0)
		got = read(fd, text + *length, SETTINGS_FILE_MOST + 1 - *length);

	const int fault = errno;
	close(fd);
	if (got < 0)
		return refuse_settings(reading, "%s", strerror(fault));
	if (*length > SETTINGS_FILE_MOST)
		return refuse_settings(reading, "must have at most %d bytes, but has more",
		                       SETTINGS_FILE_MOST);

	return *length > 0 ||
	       refuse_settings(reading, "is empty: is it complete? Without settings it needs a line");
}

bool settings_read(const struct parameter *options, const char *path,
                   char error[OPTIONS_ERROR_SIZE])
{
	static char text[SETTINGS_FILE_MOST + 1];
	static struct reading reading;
	size_t length;
	reading = (struct reading){.options = options, .path = path, .error = error};
	if (!read_file(&reading, text, &length) || !take_lines(&reading, text, length))
		return false;
	for (int i = 0; options[i].name != NULL; i++)
		if (reading.found[i] != 0)
			*options[i].number = reading.number[i];
	return true;
}
