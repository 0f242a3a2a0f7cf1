/* supervisor: starts workers, keeps them going, shows the database which of them are alive.
 *
 * It plays nothing. While it is connected it holds the advisory lock that says so: when it is gone,
 * whoever supervises next hands its workers' games back at once. A worker that lives but is stopped
 * gets no heartbeats, and its games go back when the lease is over. */
#ifndef ARESFARM_SUPERVISOR_H
#define ARESFARM_SUPERVISOR_H

#include "worker.h"

struct supervisor_config {
	struct worker_config worker; /* supervisor and parent are filled in here */
	int workers;                 /* 1 to STMT_WORKERS_MAX */
	int lease_seconds;
	int decision_seconds; /* what one decision may take, before its worker is killed; 0: any time */
	bool until_done;      /* ends when no game is pending, claimed or waiting */
	/* Reads the settings anew, at SIGHUP; those that are the worker's take effect with workers
	 * started then. False, having said why, when they stay as they are. */
	bool (*reload)(struct supervisor_config *config);
};

/* Runs until SIGTERM or SIGINT, over this connection for as long as it lasts. A second signal kills
 * the workers. False when it could not begin; the reason is logged. */
__attribute__((warn_unused_result)) bool supervisor_run(const struct supervisor_config *config,
                                                        struct db *db);

#endif
