/* log: see log.h. A line is one write of at most PIPE_BUF bytes, so that lines of several processes
 * do not mix in a pipe. */
#include "log.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "json.h"
#include "utf8.h"

enum { LINE_SIZE = 1024, JSON_MESSAGE_SIZE = 600 };
_Static_assert(6 * JSON_MESSAGE_SIZE + 400 < PIPE_BUF,
               "a message fits even when every character is escaped");

static struct {
	bool json, quiet;
	const char *component, *name;
	int64_t worker; /* 0: none */
} speaker = {.component = "supervisor", .name = "aresd"};

bool log_format(const char *name)
{
	speaker.json = strcmp(name, "json") == 0;
	return speaker.json || strcmp(name, "text") == 0;
}

void log_quietly(void)
{
	speaker.quiet = true;
}

void log_name(const char *component, const char *name)
{
	speaker.component = component;
	speaker.name = name;
}

void log_worker(int64_t id)
{
	speaker.worker = id;
}

/* The number of bytes that snprintf wrote: length is what it returned. */
static size_t within(int length, size_t size)
{
	return (size_t)length < size ? (size_t)length : size - 1;
}

static size_t print_text(char line[LINE_SIZE], struct timespec now, const char *format,
                         va_list args)
{
	struct tm local;
	localtime_r(&now.tv_sec, &local);
	size_t length = strftime(line, LINE_SIZE, "%F %T ", &local);
	length += (size_t)snprintf(line + length, LINE_SIZE - length, "%s: ", speaker.name);
	length += within(vsnprintf(line + length, LINE_SIZE - length - 1, format, args),
	                 LINE_SIZE - length - 1);
	utf8_clean_line(line); /* untrusted text must not add lines */
	return length;
}

/* ── JSON ── */

static size_t print_json(char *line, size_t size, struct timespec now,
                         const struct log_about *about, const char *format, va_list args)
{
	static const char *const levels[] = {
		[LOG_INFO] = "info", [LOG_WARNING] = "warning", [LOG_ERROR] = "error"};
	char message[JSON_MESSAGE_SIZE], quoted[6 * JSON_MESSAGE_SIZE + 3], time[32];
	struct tm utc;

	gmtime_r(&now.tv_sec, &utc);
	strftime(time, sizeof time, "%FT%T", &utc);
	size_t length = (size_t)snprintf(
		line, size, "{\"ts\":\"%s.%03ldZ\",\"level\":\"%s\",\"component\":\"%s\",\"pid\":%d", time,
		now.tv_nsec / 1000000, levels[about->level], speaker.component, (int)getpid());
	if (speaker.worker != 0)
		length += (size_t)snprintf(line + length, size - length, ",\"worker\":%lld",
		                           (long long)speaker.worker);

	if (about->game != 0)
		length += (size_t)snprintf(line + length, size - length, ",\"game\":%lld",
		                           (long long)about->game);

	if (about->epoch != 0)
		length +=
			(size_t)snprintf(line + length, size - length, ",\"epoch\":%d", (int)about->epoch);

	if (about->sqlstate != NULL && about->sqlstate[0] != '\0')
		length += (size_t)snprintf(line + length, size - length, ",\"sqlstate\":\"%.5s\"",
		                           about->sqlstate);

	vsnprintf(message, sizeof message, format, args);
	utf8_clean(message); /* before the server knows our encoding, it uses its own */
	json_print_string(message, quoted, sizeof quoted);
	return length + within(snprintf(line + length, size - length, ",\"message\":%s}", quoted),
	                       size - length);
}

/* ── writing ── */

static void say(const struct log_about *about, const char *format, va_list args)
{
	char line[PIPE_BUF];
	struct timespec now;
	if (speaker.quiet && about->level == LOG_INFO)
		return;
	clock_gettime(CLOCK_REALTIME, &now);
	size_t length = speaker.json ? print_json(line, sizeof line - 1, now, about, format, args)
	                             : print_text(line, now, format, args);
	line[length] = '\n';
	if (write(STDERR_FILENO, line, length + 1) < 0)
		return; /* the error cannot be reported */
}

void log_event(const struct log_about *about, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	say(about, format, args);
	va_end(args);
}

void log_line(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	say(&(struct log_about){.level = LOG_INFO}, format, args);
	va_end(args);
}
