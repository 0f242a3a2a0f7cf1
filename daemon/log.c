/* log: see log.h. A line is one write, so that lines of several processes do not mix. */
#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const char *speaker = "aresd";

void log_name(const char *name)
{
	speaker = name;
}

void log_line(const char *format, ...)
{
	char line[1024];
	time_t now = time(NULL);
	struct tm local;
	localtime_r(&now, &local);
	size_t length = strftime(line, sizeof line, "%F %T ", &local);
	length += (size_t)snprintf(line + length, sizeof line - length, "%s: ", speaker);
	va_list args;
	va_start(args, format);
	length += (size_t)vsnprintf(line + length, sizeof line - length - 1, format, args);
	va_end(args);
	if (length > sizeof line - 2)
		length = sizeof line - 2;
	line[length] = '\n';
	if (write(STDERR_FILENO, line, length + 1) < 0)
		return; /* nobody is left to tell */
}
