/* signals: what a supervisor is told by signals. They are blocked, and taken one after the other:
 * no code runs in a handler. SIGTERM and SIGINT tell it to stop; SIGHUP to read its settings again;
 * SIGCHLD only wakes it. */
#ifndef ARESFARM_SIGNALS_H
#define ARESFARM_SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

/* From here on the signals wait until they are taken. Children begin with them blocked. */
void signals_block(void);

/* In a child that has its handlers: lets the signals through that came meanwhile. */
void signals_release(void);

/* Takes the signals that have come; waits for one, at most so long. */
void signals_take(int milliseconds);

/* Whether to stop, and since when, by clock_ms. */
bool signals_stop(int64_t *since);

/* The signal that told it to stop, by name; only once it must stop. */
const char *signals_stop_name(void);

/* Whether to stop at once: a second signal came, more than 300 ms after the first. (^C reaches the
 * supervisor from the terminal and from a script that passes it on: that is one signal.) */
bool signals_stop_at_once(void);

/* Whether to read the settings again. Says so once. */
bool signals_reload(void);

/* For db_set_patience, in a program that does nothing but wait: it continues until it must stop. */
bool signals_patience(void *unused, int64_t waited_ms);

#endif
