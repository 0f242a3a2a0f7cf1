/* service: a program that stays until it is told to end: how it reads its command line and begins,
 * what ends it, and how it says that it cannot begin. */
#ifndef ARESFARM_SERVICE_H
#define ARESFARM_SERVICE_H

#include "base/options/options_log.h"

enum { SERVICE_FAILED = 2 }; /* the exit status of a service that could not begin, or failed */

struct service {
	const struct command *program;
	const char *component;      /* what the log's JSON calls it: "web" */
	struct options_log *logged; /* where the program's rows OPTIONS_LOG write */
	void (*set_normal)(void);   /* sets the program's normal values; NULL: options_set_normal */
	/* Completes what the command line says; NULL: nothing is missing. False, with why in error. */
	bool (*complete)(char error[OPTIONS_ERROR_SIZE]);
};

/* All that main does: reads ARESFARM_LOG and the command line, and runs the program. The exit
 * status. */
MUST_CHECK int service_main(const struct service *service, int argc, char **argv);

/* Logs why the service cannot begin. The exit status. */
int service_fail(const char *why);

/* Logs what the server says beside its answers: for db_notices. */
void service_log_notice(const char *sqlstate, const char *message);

/* Blocks SIGTERM and SIGINT, and ignores SIGPIPE. A descriptor that can be read when the service is
 * told to end; below 0: the system gives none. */
MUST_CHECK int service_open_signals(void);

#endif
