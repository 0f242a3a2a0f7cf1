/* service: a long-running program: how it reads its command line, starts, stops, and reports that
 * it cannot start. */
#ifndef ARESFARM_SERVICE_H
#define ARESFARM_SERVICE_H

#include "base/options/options_log.h"

enum { SERVICE_FAILED = 2 }; /* the exit status of a service that could not start, or failed */

struct service {
	const struct command *program;
	const char *component;      /* its name in JSON log lines: "web" */
	struct options_log *logged; /* filled by the program's OPTIONS_LOG rows */
	void (*set_normal)(void);   /* sets the defaults; NULL: options_set_normal */
	/* Completes the options after they are read; may be NULL. False, with the reason in error. */
	bool (*complete)(char error[OPTIONS_ERROR_SIZE]);
};

/* The body of main: reads ARESFARM_LOG and the command line, and runs the program. Returns the exit
 * status. */
MUST_CHECK int service_main(const struct service *service, int argc, char **argv);

/* Logs why the service cannot start. Returns the exit status. */
int service_fail(const char *why);

/* Logs a notice of the server: for db_notices. */
void service_log_notice(const char *sqlstate, const char *message);

/* Blocks SIGTERM and SIGINT, and ignores SIGPIPE. Returns a descriptor that becomes readable when
 * the service must stop; below 0 on failure. */
MUST_CHECK int service_open_signals(void);

#endif
