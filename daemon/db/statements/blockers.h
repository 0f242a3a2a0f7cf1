/* blockers: who holds the lock that a statement of ours waits for. It asks the server over a second
 * connection, when the statement has waited for a second. A statement that takes long without a
 * lock is none of its business. */
#ifndef ARESFARM_BLOCKERS_H
#define ARESFARM_BLOCKERS_H

/* From now on tells once for each wait: one line, without an end of line. */
void blockers_watch(void (*tell)(const char *line));

#endif
