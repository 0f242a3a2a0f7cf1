/* processes: the processor time of a PostgreSQL server on this machine, by kind of process, from
 * /proc. */
#ifndef ARESFARM_BENCH_PROCESSES_H
#define ARESFARM_BENCH_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The kinds, in the order of the table in processes.c. */
enum {
	PROCESS_BACKEND, /* they serve connections */
	PROCESS_WAL_WRITER,
	PROCESS_CHECKPOINTER,
	PROCESS_WRITER, /* the background writer */
	PROCESS_VACUUM, /* autovacuum: launcher and workers */
	PROCESS_SENDER, /* of WAL, to a standby */
	PROCESS_OTHER,  /* the postmaster and what is left */
	PROCESS_ENDED,  /* processes that ended meanwhile; to 10 ms */
	PROCESS_KINDS
};
extern const char *const process_names[PROCESS_KINDS];

/* The processor time that a process has taken, in nanoseconds; below 0: it does not exist. */
int64_t process_ns(pid_t pid);

/* The server of which `backend` is a process. 0: it is not on this machine. */
pid_t process_parent(pid_t backend);

/* What all processes of a server have taken so far, by kind, in nanoseconds. */
void processes_read(pid_t postmaster, int64_t ns[PROCESS_KINDS]);

#endif
