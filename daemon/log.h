/* log: one line an event, on standard error, with the time and who says it. Causes are logged once, where they are
 * known. */
#ifndef ARESFARM_LOG_H
#define ARESFARM_LOG_H

/* Who speaks from now on: "supervisor", "worker 3". Kept by reference to the caller's text. */
void log_name(const char *name);

__attribute__((format(printf, 1, 2))) void log_line(const char *format, ...);

#endif
