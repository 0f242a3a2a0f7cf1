/* show: aresctl show: a stored board and its orders as text. */
#include "ctl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "store/statements.h"
#include "store/stored_print.h"

static struct {
	const char *game, *phase;
	bool json;
} asked;

static int show(struct db *db, const struct game_head *head, const struct stored *stored)
{
	struct map map;
	struct stored_row row;
	char phase[PHASE_TEXT_SIZE];
	if (!stmt_load_map(db, head->map, &map))
		return ctl_fail_db(db);
	db_close(db);
	phase_print(stored->phase, phase);
	if (!stored_unpack(&map, stored, &row.board, &row.orders, row.outcomes))
		return ctl_fail("game %lld: what is stored for %s is no board of its map",
		                (long long)head->game, phase);
	printf("%s/%d, game %lld, %s: %s\n", head->name, head->number, (long long)head->game, phase,
	       head->state);
	stored_print(stdout, &map, &row, head->seats);
	return CTL_DONE;
}

static int show_asked(const struct command *command)
{
	bool found;
	int16_t phase = -1;
	struct game_head head;
	struct stored stored;
	(void)command;
	if (asked.phase != NULL && !phase_parse(asked.phase, strlen(asked.phase), &phase))
		abort(); /* names_check_phase has let it through */
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;
	if (!stmt_find_game(db, asked.game, &found, &head))
		return ctl_fail_db(db);
	if (!found)
		return ctl_fail_game(db, asked.game);
	if (!(asked.json ? stmt_print_board(db, &head, phase, &found, stdout)
	                 : stmt_find_board(db, &head, phase, &found, &stored)))
		return ctl_fail_db(db);
	if (found && !asked.json)
		return show(db, &head, &stored);
	db_close(db);
	return found ? CTL_DONE
	             : ctl_fail("game %s has no board for %s", asked.game,
	                        asked.phase != NULL ? asked.phase : "the last phase");
}

const struct command ctl_show = {
	.name = "show",
	.about = "print a board and its orders",
	.text = "Prints the board of a phase: the centres, units and orders of each power, and how the "
			"orders fared.",
	.arguments =
		(const struct parameter[]){
			CTL_GAME(asked.game),
			{.name = "PHASE",
             .about = "the phase: S1901M, F1912R or W1903A",
             .text = &asked.phase,
             .check = names_check_phase,
             .otherwise = "the last one"},
			{0},
		},
	.options =
		(const struct parameter[]){
			{.name = "json", .about = "print the board as JSON", .flag = &asked.json},
			{0},
		},
	.run = show_asked,
};
