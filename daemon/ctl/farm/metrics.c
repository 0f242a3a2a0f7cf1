/* metrics: aresctl metrics: the farm in figures, for a monitoring system. */
#include "ctl/parts/ctl.h"

#include <stdio.h>

#include "db/statements/report/stmt_reports.h"

static int metrics(const struct command *command)
{
	struct db *db = ctl_connect();
	(void)command;
	if (db == NULL)
		return CTL_FAILED;
	if (!stmt_print_metrics(db, stdout))
		return ctl_fail_db(db);
	db_close(db);
	return CTL_DONE;
}

const struct command ctl_metrics = {
	.name = "metrics",
	.about = "print the farm in figures, for Prometheus",
	.text = "Prints games, workers and disk space in Prometheus's text format. For node_exporter's "
			"textfile collector:\n\n"
			"  aresctl metrics >DIR/aresfarm.prom.new &&\n"
			"    mv DIR/aresfarm.prom.new DIR/aresfarm.prom",
	.run = metrics,
};
