/* ctl_metrics: aresctl metrics: the farm in figures, for those who watch many things at once. */
#include "ctl.h"

#include <stdio.h>

#include "store/statements.h"

static const char usage[] =
	"usage: aresctl metrics\n\n"
	"Games, workers and disk space in Prometheus's text format. For node_exporter's textfile "
    "collector:\n\n"
	"  aresctl metrics >DIR/aresfarm.prom.new && mv DIR/aresfarm.prom.new DIR/aresfarm.prom\n";

int ctl_metrics(int argc, char **argv)
{
	int first, status;
	if (!ctl_options(argc, argv, usage, NULL, &first, &status))
		return status;
	if (first < argc)
		return ctl_fail("metrics takes no arguments");
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;
	if (!stmt_print_metrics(db, stdout))
		return ctl_fail_db(db);
	db_close(db);
	return CTL_DONE;
}
