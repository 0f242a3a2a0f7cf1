/* export: aresctl export: games in the format of the package `diplomacy`, and as tables of
 * comma-separated values. */
#include <errno.h>
#include <string.h>

#include "base/outfile.h"
#include "ctl/parts/ctl.h"
#include "exchange/export_game.h"

static struct {
	struct words games;
	const char *output, *csv;
} asked;

/* Where the games go. */
struct export
{
	struct db *db;
	bool saved; /* output is open */
	struct outfile output;
	struct export_csv *csv; /* NULL: none */
	int games, phases;
};

static bool write_saved(struct export *export, struct export_game *game,
                        char error[EXPORT_ERROR_SIZE])
{
	if (game->rules->retreats || export_ordered(game))
		return export_saved(game, export->output.out, error);
	snprintf(error, EXPORT_ERROR_SIZE, "the orders stored cannot have their results");
	return false;
}

/* A game of a reference. CTL_DONE, or the status once the reason is printed. */
static int write_game(struct export *export, const struct exported *head)
{
	char error[EXPORT_ERROR_SIZE];
	struct export_game game;
	bool done = export_game_read(export->db, head, &game, error);
	if (done && export->csv != NULL)
		done = export_csv_write(export->csv, export->db, &game);
	export->phases += game.count;
	if (done && export->saved)
		done = write_saved(export, &game, error);
	export->games++;
	export_game_close(&game);
	if (done)
		return CTL_DONE;
	return ctl_fail("export: game %s/%d: %s", head->name, head->number,
	                error[0] != '\0' ? error : db_fault(export->db)->message);
}

static int write_reference(struct export *export, const char *reference)
{
	struct exported head;
	struct db_rows rows;
	int status = CTL_DONE;
	if (!stmt_read_exported(export->db, reference, &rows))
		return ctl_fail("export: %s", db_fault(export->db)->message);
	if (rows.count == 0)
		status = ctl_fail("no tournament or game %s; aresctl tournament list lists tournaments",
		                  reference);
	while (status == CTL_DONE && stmt_next_exported(&rows, &head))
		status = write_game(export, &head);
	return db_rows_close(&rows) || status != CTL_DONE
	           ? status
	           : ctl_fail("export: %s", db_fault(export->db)->message);
}

/* Opens what is written to. False once the reason is printed. */
static bool open_outputs(struct export *export)
{
	const char *output = asked.output != NULL ? asked.output : "-";
	if (asked.csv != NULL) {
		export->csv = export_csv_open(asked.csv);
		if (export->csv == NULL)
			return false;
		if (asked.output == NULL)
			return true;
	}
	export->saved = outfile_open(&export->output, output);
	if (!export->saved)
		ctl_fail("%s cannot be written: %s", output, strerror(errno));
	return export->saved;
}

static int close_outputs(struct export *export, int status)
{
	const bool keep = status == CTL_DONE;
	if (export->saved && !outfile_close(&export->output, keep) && keep)
		status = strcmp(export->output.path, "-") == 0
		             ? CTL_FAILED /* the program reports it when it ends */
		             : ctl_fail("%s cannot be written: %s", export->output.path, strerror(errno));
	if (export->csv != NULL && !export_csv_close(export->csv, status == CTL_DONE) &&
	    status == CTL_DONE)
		status = CTL_FAILED;
	return status;
}

static int run(void)
{
	struct export export = {0};
	char snapshot[STMT_NAME_SIZE];
	export.db = ctl_connect();
	if (!stmt_open_snapshot(export.db, snapshot))
		return ctl_fail_db(export.db);
	int status = open_outputs(&export) ? CTL_DONE : CTL_FAILED;
	for (int i = 0; i < asked.games.count && status == CTL_DONE; i++)
		status = write_reference(&export, asked.games.at[i]);
	status = close_outputs(&export, status);
	if (status == CTL_DONE &&
	    (asked.csv != NULL || (asked.output != NULL && strcmp(asked.output, "-") != 0)))
		ctl_say("exported: %d game%s, %d phases\n", export.games, PLURAL(export.games),
		        export.phases);
	return status;
}

const struct command ctl_export = {
	.name = "export",
	.about = "write games as saved games of others, or as CSV",
	.text = "Writes games as saved games of the Python package diplomacy: JSON, one game per line. "
			"Games that are not over end with the phase that is still to be played.\n\n"
			"With --csv it writes tables instead, or as well: games, seats, phases, units, centres "
			"and orders, each a file with a header. doc/formats.md has their columns, and recipes "
			"for DuckDB, pandas and R.\n\n"
			"  aresctl export thesis-1 -o thesis-1.jsonl.zst\n"
			"  aresctl export thesis-1/17 | jq '.phases[0].orders'",
	.arguments = PARAMETERS(
		ARGUMENTS("TOURNAMENT|GAME", &asked.games,
                  "what to write: a tournament by its name, or a game by TOURNAMENT/NUMBER or "
                  "its number in the farm",
                  .asks = CTL_NAMES, .required = true)),
	.options =
		PARAMETERS(OPTION_TEXT("output", "FILE", &asked.output,
                               "the file; one that ends in .zst is compressed", .letter = 'o',
                               .otherwise = "standard output; with --csv none"),
                   OPTION_TEXT("csv", "FOLDER", &asked.csv,
                               "write tables of comma-separated values into this folder",
                               .otherwise = "no tables")),
	.run = run,
};
