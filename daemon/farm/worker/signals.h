/* signals: the signals of a supervisor. They are blocked and received synchronously: no code runs
 * in a handler. SIGTERM and SIGINT stop it; SIGHUP makes it reread its settings; SIGCHLD only wakes
 * it. */
#ifndef ARESFARM_SIGNALS_H
#define ARESFARM_SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

/* From here on the signals stay pending until they are taken. Children start with them blocked. */
void signals_block(void);

/* Unblocks the signals in a child, after it has installed its handlers. */
void signals_release(void);

/* Takes pending signals; waits for one at most this long. */
void signals_take(int milliseconds);

/* Whether to stop, and since when, by clock_ms. */
bool signals_stop(int64_t *since);

/* The name of the signal that told it to stop; valid only if it must stop. */
const char *signals_stop_name(void);

/* Whether to stop at once: a second signal came, more than 300 ms after the first. (^C may reach
 * the supervisor both from the terminal and from a script that forwards it; that counts as one
 * signal.) */
bool signals_stop_at_once(void);

/* Whether to reread the settings. True once per SIGHUP. */
bool signals_reload(void);

/* For db_set_patience, in a program that only waits: continues until it must stop. */
bool signals_patience(void *unused, int64_t waited_ms);

#endif
