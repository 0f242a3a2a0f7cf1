/* supervisor: starts workers, keeps them running, and shows the database which of them are alive.
 *
 * It plays nothing. While it is connected it holds an advisory lock. When the lock is gone, any
 * other supervisor hands its workers' games back at once. */
#ifndef ARESFARM_SUPERVISOR_H
#define ARESFARM_SUPERVISOR_H

#include "db/pg/db.h"
#include "farm/worker/worker.h"

struct supervisor_config {
	struct worker_config worker; /* the supervisor fills in `supervisor` and `parent` */
	int workers;                 /* 1 to STMT_WORKERS_MAX */
	int lease_seconds;
	int decision_seconds; /* the most one decision may take; then the worker is killed; 0: no limit
	                       */
	bool until_done;      /* end when no game is pending, claimed or waiting for a role */
	/* Reads the settings again, at SIGHUP. Those of a worker take effect when a worker starts.
	 * False, after it has said why, when the settings stay as they are. */
	bool (*reload)(struct supervisor_config *config);
};

/* Runs until SIGTERM or SIGINT, and ends within two seconds then, whatever the database does. A
 * second signal kills the workers, and ends it at once. The caller has called signals_block. Takes
 * the connection over and closes it. False when the supervisor could not begin, and was not told to
 * stop meanwhile; or when it ends by itself (until_done) and games were quarantined since it began,
 * or a bot never started. The reason is logged. */
MUST_CHECK bool supervisor_run(const struct supervisor_config *config, struct db *db);

#endif
