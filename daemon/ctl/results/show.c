/* show: aresctl show: a stored board and its orders as text. */
#include "ctl/parts/ctl.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/terminal/screen.h"
#include "ctl/parts/names.h"
#include "picture/picture.h"
#include "picture/sketch.h"
#include "db/statements/play/stmt_faults.h"
#include "db/statements/report/stmt_show.h"
#include "db/record/stored_print.h"

static struct {
	const char *game, *phase;
	bool json, svg;
} asked;

enum { UNITS_A_LINE = 7 };

/* ── faults of bots ── */

/* Prints the faults of bots in a game, and their consequences. phase: below 0: in all phases. */
static bool tell_faults(struct db *db, int64_t game, int16_t phase)
{
	struct db_rows rows;
	const char *line;
	bool any = false;
	if (!stmt_read_faults(db, game, phase, &rows))
		return false;
	for (; stmt_next_fault(&rows, &line); any = true)
		printf("%s  %s\n", any ? "" : "\nfaults of bots\n", line);
	return db_rows_close(&rows);
}

/* ── a map in text, for terminals with colours ── */

enum {
	LINE = 2,      /* columns that are as wide as a line is high */
	WIDTH_MIN = 79 /* columns that a map gets even if it is higher than the terminal */
};

/* On a wide terminal the map is not higher than the terminal, if possible. */
static int choose_width(void)
{
	const int width = terminal_width() - 1, fitting = terminal_height() * LINE;
	const int most = MAX(fitting, WIDTH_MIN);
	return MIN(width, most);
}

static enum terminal_ink ink_of(const struct sketch_part *part)
{
	const bool owned = part->power < POWERS_MAX;
	switch ((enum sketch_kind)part->kind) {
	case SKETCH_WATER:
		return INK_FAINT;
	case SKETCH_LAND:
		return owned ? INK_POWER + part->power : INK_FAINT;
	case SKETCH_CENTRE:
		return owned ? INK_OWNED + part->power : INK_PLAIN;
	default:
		return owned ? INK_UNIT + part->power : INK_BAD;
	}
}

/* Prints the board as a map, as wide as the terminal allows, and what its signs mean. */
static void print_map(const struct map *map, const struct board *board)
{
	static struct picture_map picture;
	static struct sketch sketch;
	static struct screen screen;
	picture_open(&picture, map);
	sketch_draw(map, &picture.drawing, board, choose_width(), &sketch);
	screen_clear(&screen, sketch.width, sketch.height, false);
	for (int i = 0; i < sketch.count; i++)
		screen_put(&screen, sketch.part[i].line, sketch.part[i].column, ink_of(&sketch.part[i]),
		           sketch.part[i].text);
	screen_write(&screen, stdout);
	printf("%sxA army, xF fleet of power x; /n coast; !xA dislodged; * centre, by owner%s\n",
	       terminal_ink(INK_FAINT), terminal_ink(INK_PLAIN));
}

/* ── one board ── */

static int show_board(struct db *db, const struct game_head *head, const struct stored *stored)
{
	struct map map;
	struct stored_row row;
	char phase[PHASE_TEXT_SIZE];

	if (!stmt_load_map(db, head->map, &map))
		return ctl_fail_db(db);
	phase_print(stored->phase, phase);
	if (!stored_unpack(&map, stored, &row.board, &row.orders, row.outcomes))
		return ctl_fail("game %lld: what is stored for %s is not a board of its map",
		                (long long)head->game, phase);

	printf("%s/%d, game %lld, %s: %s\n", head->name, head->number, (long long)head->game, phase,
	       head->state);
	if (terminal_has_colors())
		print_map(&map, &row.board);
	stored_print(stdout, &map, &row, head->seats);
	return ctl_end(db, tell_faults(db, head->game, stored->phase));
}

/* Prints the picture of what is stored. */
static int draw_board(struct db *db, const struct game_head *head, const struct stored *stored)
{
	struct map map;
	struct picture_map picture;
	struct phase_record record;
	char title[STMT_NAME_SIZE + 64], phase[PHASE_TEXT_SIZE];

	if (!stmt_load_map(db, head->map, &map))
		return ctl_fail_db(db);
	phase_print(stored->phase, phase);
	if (!stored_unpack_record(&map, stored, &record))
		return ctl_fail("game %lld: what is stored for %s is not a board of its map",
		                (long long)head->game, phase);

	picture_open(&picture, &map);
	snprintf(title, sizeof title, "%s/%d, game %lld", head->name, head->number,
	         (long long)head->game);
	const size_t size = picture_write(&picture, &record, title, NULL, 0);
	char *text = malloc(size);
	if (text == NULL)
		return ctl_fail("no memory for the picture");
	(void)!picture_write(&picture, &record, title, text, size);
	fwrite(text, 1, size, stdout);
	free(text);

	return CTL_DONE;
}

/* ── a story ── */

/* What was printed last. */
struct told {
	char heading[STMT_NAME_SIZE], centres[STMT_NAME_SIZE], power[STMT_NAME_SIZE];
	int units; /* on this line */
	bool any;
};

static void tell_unit(struct told *told, const struct story_line *line)
{
	const bool same = told->units > 0 && strcmp(told->power, line->power) == 0;
	if (same && told->units % UNITS_A_LINE != 0) {
		printf(", %s", line->text);
	} else {
		printf("%s  %-3s  %s", told->units > 0 ? "\n" : "", same ? "" : line->power, line->text);
		told->units = 0;
	}
	if (line->outcome[0] != '\0')
		printf(" (%s)", line->outcome);
	told->units++;
	snprintf(told->power, sizeof told->power, "%s", line->power);
}

static void end_units(struct told *told)
{
	if (told->units > 0)
		putchar('\n');
	told->units = 0;
}

static void tell_line(struct told *told, const struct story_line *line)
{
	if (line->kind != STORY_UNIT || strcmp(told->heading, line->heading) != 0)
		end_units(told);
	if (strcmp(told->heading, line->heading) != 0) {
		printf("\n%s\n", line->heading);
		snprintf(told->heading, sizeof told->heading, "%s", line->heading);
		told->any = true;
	}

	if (line->kind == STORY_UNIT) {
		tell_unit(told, line);
	} else if (line->kind == STORY_ORDER) {
		printf("  %-3s  %-28s %s\n", line->power, line->text, line->outcome);
	} else if (strcmp(told->centres, line->text) != 0) {
		printf("  centres: %s\n", line->text);
		snprintf(told->centres, sizeof told->centres, "%s", line->text);
	}
}

/* Prints the phases played of a game. If there are none, the caller says so. */
static bool tell(struct db *db, bool agent, int64_t game, int16_t phase, bool *any)
{
	struct db_rows rows;
	struct story_line line;
	struct told told = {0};
	if (!stmt_read_story(db, agent, game, phase, &rows))
		return false;
	while (stmt_next_story(&rows, &line))
		tell_line(&told, &line);
	end_units(&told);
	*any = told.any;
	return db_rows_close(&rows);
}

/* ── who asks ── */

/* The game, and who plays each power. */
static bool print_head(struct db *db, const struct game_head *head)
{
	struct map map;
	const char *seats = head->seats;
	if (!stmt_load_map(db, head->map, &map))
		return false;
	printf("%s/%d, game %lld: %s\n", head->name, head->number, (long long)head->game, head->state);
	for (int power = 0; power < map.power_count; power++) {
		const size_t length = strcspn(seats, "\n");
		printf("%s %.*s\n", map.power[power], (int)length, seats);
		seats += length + (seats[length] == '\n');
	}
	return true;
}

static int show_to_reader(struct db *db, int16_t phase, bool *found)
{
	struct game_head head;
	struct stored stored;
	if (!stmt_find_game(db, asked.game, found, &head))
		return ctl_fail_db(db);
	if (!*found)
		return ctl_fail_game(asked.game);

	const bool one = asked.svg || (phase >= 0 && !asked.json);
	bool done;
	if (one)
		done = stmt_find_board(db, &head, phase, found, &stored);
	else if (asked.json)
		done = stmt_print_board(db, &head, phase, found, stdout);
	else
		done = print_head(db, &head) && tell(db, false, head.game, phase, found) &&
		       tell_faults(db, head.game, -1);
	if (!done)
		return ctl_fail_db(db);

	if (*found && one)
		return asked.svg ? draw_board(db, &head, &stored) : show_board(db, &head, &stored);
	return CTL_DONE;
}

static int show_to_agent(struct db *db, int16_t phase, bool *found)
{
	struct db_rows rows;
	struct agent_game game;

	if (!stmt_find_agent_game(db, asked.game, found, &game, &rows))
		return ctl_fail_db(db);
	if (!*found)
		return ctl_fail("you have no seat in a game %s; the view api.my_games lists your games",
		                asked.game);

	if (!asked.json)
		printf("%s\n%s\n", game.title, game.seats);
	return ctl_end(db,
	               db_rows_close(&rows) &&
	                   (asked.json ? stmt_print_agent_boards(db, game.game, phase, found, stdout)
	                               : tell(db, true, game.game, phase, found)));
}

static int show_asked(void)
{
	bool found, agent;
	int16_t phase = -1;

	if (asked.phase != NULL) {
		const bool read = phase_parse(asked.phase, strlen(asked.phase), &phase);
		assert(read); /* names_check_phase has accepted it */
	}
	if (asked.json && asked.svg)
		return ctl_fail("--json and --svg are two ways to print a game; give one of them");

	struct db *db = ctl_connect_any(&agent);
	if (agent && asked.svg)
		return ctl_fail("--svg needs a role that may read the farm's tables: farm_reader");

	const int status = agent ? show_to_agent(db, phase, &found) : show_to_reader(db, phase, &found);
	if (status != CTL_DONE || found)
		return status;
	return asked.phase != NULL ? ctl_fail("game %s has no board for %s", asked.game, asked.phase)
	                           : ctl_fail("nothing was played of game %s yet", asked.game);
}

const struct command ctl_show = {
	.name = "show",
	.about = "print a game, or one board and its orders",
	.text = "Prints a game phase by phase: each order and its result, all centres when they "
			"changed, and the final board. With PHASE it prints the board of that phase: the "
			"centres, units and orders of each power; on a terminal with colours, also a map. "
			"An external player sees its own games, of all phases that were played.",
	.arguments = PARAMETERS(CTL_GAME(asked.game),
                            ARGUMENT("PHASE", &asked.phase, "the phase: S1901M, F1912R or W1903A",
                                     .check = names_check_phase, .otherwise = "the whole game")),
	.options = PARAMETERS(
		OPTION_FLAG("json", &asked.json, "print JSON: a line for each phase"),
		OPTION_FLAG("svg", &asked.svg,
                    "print the board as a picture (SVG), with its orders; without PHASE the last")),
	.run = show_asked,
};
