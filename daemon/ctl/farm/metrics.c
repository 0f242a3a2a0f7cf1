/* metrics: aresctl metrics: the farm in figures, for a monitoring system. */
#include "ctl/parts/ctl.h"

#include <stdio.h>

#include "db/statements/report/stmt_reports.h"

static int metrics(void)
{
	struct db *db = ctl_connect();
	return ctl_end(db, stmt_print_metrics(db, stdout));
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
