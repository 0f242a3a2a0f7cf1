/* options_log: see options_log.h. */
#include "options_log.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "base/utf8.h"

const char *options_log_formats(size_t i)
{
	static const char *const formats[] = {"text", "json", NULL};
	return formats[i];
}

bool options_log_environment(struct options_log *options, char error[OPTIONS_ERROR_SIZE])
{
	const struct parameter rows[] = {OPTIONS_LOG(*options)};
	const char *format = getenv("ARESFARM_LOG");
	return format == NULL || format[0] == '\0' ||
	       options_take(&rows[0], "ARESFARM_LOG", format, error);
}

void options_log_apply(const struct options_log *options)
{
	const bool set = options->format == NULL || log_format(options->format);
	assert(set); /* options_log_formats has the names of log_format */
	if (options->quiet)
		log_quietly();
}

void options_refuse(const char *program, char error[OPTIONS_ERROR_SIZE])
{
	utf8_clean_line(error);
	fprintf(stderr, "%s: %s\n", program, error);
}
