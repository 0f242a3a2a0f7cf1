/* log: one line an event, on standard error, with the time and who says it. Causes are logged once,
 * where they are known. Lines are text for people, or one JSON object each. */
#ifndef ARESFARM_LOG_H
#define ARESFARM_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_INFO, LOG_WARNING, LOG_ERROR };

/* What an event concerns; what is zero or NULL is not known. sqlstate may be empty, too. */
struct log_about {
	enum log_level level;
	int64_t game;
	int32_t epoch;
	const char *sqlstate;
};

/* "text", as it is from the start, or "json". False for any other. */
__attribute__((warn_unused_result)) bool log_format(const char *name);

/* Who speaks from now on: component "worker", in text "aresd worker 3". Kept by reference to the
 * caller's text. */
void log_name(const char *component, const char *name);

/* And as which of the table workers. */
void log_worker(int64_t id);

__attribute__((format(printf, 2, 3))) void log_event(const struct log_about *about,
                                                     const char *format, ...);

/* An event to be known of, no more. */
__attribute__((format(printf, 1, 2))) void log_line(const char *format, ...);

#endif
