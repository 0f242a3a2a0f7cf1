/* options_log: the options --log and --quiet of a program that logs, and the message if it cannot
 * start. */
#ifndef ARESFARM_OPTIONS_LOG_H
#define ARESFARM_OPTIONS_LOG_H

#include "options.h"

struct options_log {
	const char *format; /* a name that log_format knows, or NULL */
	bool quiet;
};

/* The rows of a program's options that fill a struct options_log. */
#define OPTIONS_LOG(options)                                                                       \
	OPTION_TEXT("log", "FORMAT", &(options).format,                                                \
	            "the log's lines: text, or a JSON object each", .choice = options_log_formats,     \
	            .otherwise = "ARESFARM_LOG, or text"),                                             \
		OPTION_FLAG("quiet", &(options).quiet, "log only what goes wrong", .letter = 'q')

#define OPTIONS_LOG_ENVIRONMENT "ARESFARM_LOG is the log's format where --log gives none."

/* The i-th format, or NULL after the last one. */
const char *options_log_formats(size_t i);

/* Takes the format from ARESFARM_LOG if that is set. Call it before the options are read: they
 * override it. */
MUST_CHECK bool options_log_environment(struct options_log *options,
                                        char error[OPTIONS_ERROR_SIZE]);

/* Applies the options to the log. */
void options_log_apply(const struct options_log *options);

/* Prints on standard error why a program cannot start. Makes error a single line. */
void options_refuse(const char *program, char error[OPTIONS_ERROR_SIZE]);

#endif
