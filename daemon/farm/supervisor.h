/* supervisor: starts workers, keeps them running, and shows the database which of them are alive.
 *
 * It does not play. While it is connected it holds an advisory lock. If the lock is gone, any other
 * supervisor releases its workers' games at once. */
#ifndef ARESFARM_SUPERVISOR_H
#define ARESFARM_SUPERVISOR_H

#include "db/pg/db.h"
#include "farm/worker/worker.h"

struct supervisor_config {
	struct worker_config worker; /* the supervisor fills in `supervisor` and `parent` */
	int workers;                 /* 1 to STMT_WORKERS_MAX */
	int lease_seconds;
	int decision_seconds; /* limit of one decision, after which the worker is killed; 0: none
	                       */
	bool until_done;      /* end when no game is pending, claimed or waiting for a role */
	/* Rereads the settings, at SIGHUP. Settings of workers apply to workers that start later.
	 * False, after it has logged why, if the settings stay unchanged. */
	bool (*reload)(struct supervisor_config *config);
};

/* Runs until SIGTERM or SIGINT, and then ends within two seconds, whatever the database does. A
 * second signal kills the workers, and ends it at once. The caller must have called signals_block.
 * Takes ownership of the connection. False if the supervisor could not start, unless it was told to
 * stop meanwhile; or if it ends by itself (until_done) after games were quarantined or a bot never
 * started. The reason is logged. */
MUST_CHECK bool supervisor_run(const struct supervisor_config *config, struct db *db);

#endif
