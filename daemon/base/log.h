/* log: one line per event, on standard error, with the time and the process. A cause is logged
 * once, where it is known. A line is text for people, or a JSON object. */
#ifndef ARESFARM_LOG_H
#define ARESFARM_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "board/macros.h"

enum log_level { LOG_INFO, LOG_WARNING, LOG_ERROR };

/* What an event concerns. Zero or NULL means not known; so does an empty sqlstate. */
struct log_about {
	enum log_level level;
	int64_t game;
	int32_t epoch;
	const char *sqlstate;
};

/* Sets the format: "text", the default, or "json". False if there is no such format. */
MUST_CHECK bool log_format(const char *name);

/* From now on, log only warnings and errors. */
void log_quietly(void);

/* Names this process: component "worker" in JSON, name "aresd worker 3" in text. Keeps the
 * pointers. */
void log_name(const char *component, const char *name);

/* Sets the id of the process in the table workers. */
void log_worker(int64_t id);

__attribute__((format(printf, 2, 3))) void log_event(const struct log_about *about,
                                                     const char *format, ...);

/* Logs an event of level LOG_INFO. */
__attribute__((format(printf, 1, 2))) void log_line(const char *format, ...);

#endif
