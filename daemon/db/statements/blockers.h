/* blockers: reports which session holds the lock that one of our statements waits for. It asks the
 * server over a second connection after the statement has waited for a second. Statements that are
 * slow for other reasons are ignored. */
#ifndef ARESFARM_BLOCKERS_H
#define ARESFARM_BLOCKERS_H

/* From now on, calls tell once for each wait: one line, without a newline. */
void blockers_watch(void (*tell)(const char *line));

#endif
