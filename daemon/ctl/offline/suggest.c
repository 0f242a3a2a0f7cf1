/* suggest: aresctl suggest: what a player would order for a power, on a position from a mail of the
 * e-mail Judge or from a case. Needs no database. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ctl/parts/case_files.h"
#include "ctl/parts/ctl.h"
#include "formats/cases/cases.h"
#include "formats/judge/judge_names.h"
#include "formats/judge/judge_orders.h"
#include "exchange/mail_file.h"
#include "ctl/parts/names.h"
#include "db/record/terms.h"
#include "game/turn.h"

enum { SEED_MOST = INT32_MAX };

static struct {
	const char *player, *power, *map, *rules, *signon, *format, *file;
	int64_t seed;
} asked;

static const char *const formats[] = {"judge", "ours", NULL};

static const char *name_format(size_t i)
{
	return i < 2 ? formats[i] : NULL;
}

/* What is asked about. */
struct question {
	struct map map;
	const struct rules *rules;
	uint8_t power;
	struct seat seat;
	struct mail_game game; /* board and phases; of a case: the board only */
};

/* ── the position ── */

/* The last case of a text, and the position of its last phase. */
static void read_cases(struct question *q, const char *text, size_t length)
{
	static struct test_case c, last;
	struct case_reader reader = {
		.map = &q->map, .map_name = asked.map, .find_map = case_files_find_map};
	const char *end = text + length, *name = mail_file_name(asked.file);
	enum case_event event;
	last.phase_count = 0;
	while ((event = cases_read(&reader, &text, end, &c)) == CASE_READ)
		last = c;
	if (event == CASE_MALFORMED)
		ctl_stop("suggest: %s:%ld: %s", name, reader.line, reader.error);
	if (reader.open)
		ctl_stop("suggest: %s:%ld: case %s should have an end line", name, reader.line, c.id);
	if (last.phase_count == 0)
		ctl_stop("suggest: %s: neither a report of the Judge is in it nor a case with a phase",
		         name);
	if (memcmp(last.map, &q->map, sizeof q->map) != 0)
		ctl_stop("suggest: %s: case %s is on another map: --map must name it", name, last.id);
	q->game.fold.board = last.phases[last.phase_count - 1].before;
}

static void read_position(struct question *q)
{
	char *text;
	size_t length;
	mail_file_load("suggest", asked.file, &text, &length);
	q->game.command = "suggest";
	q->game.map = &q->map;
	q->game.rules = q->rules;
	mail_file_fold(&q->game, asked.file, text, length);
	if (q->game.reports == 0)
		read_cases(q, text, length);
	else if (!q->game.fold.open)
		ctl_stop("suggest: %s: its reports are only previews", mail_file_name(asked.file));
	free(text);
}

/* ── thinking ── */

/* The player observes the phases before, if it remembers any. */
static void remember(const struct question *q, struct match *match)
{
	char phase[PHASE_TEXT_SIZE];
	for (size_t i = 0; i < q->game.count && match_remembers(match); i++) {
		const struct phase_record *record = &q->game.phases[i].record;
		if (!match_resume(match, &record->board, &record->orders))
			fprintf(stderr,
			        "%s: what happened in %s cannot be played again; %s does not learn it\n",
			        q->game.file, phase_print(record->board.phase, phase), q->seat.player->name);
	}
}

static void think(const struct question *q, struct phase_record *record)
{
	static struct given nothing;
	static struct phase_cost cost;
	struct match match = {.map = &q->map,
	                      .rules = q->rules,
	                      .judge = judge_find("atlas"),
	                      .seed = (uint64_t)asked.seed,
	                      .threads = options_cores(POWERS_MAX),
	                      .given = &nothing};
	struct room room = {0};
	match.seats[q->power] = q->seat;
	if (!terms_give_room(&match, &room))
		ctl_stop("suggest: no memory for %s", asked.player);
	match_start(&match, &q->game.fold.board);
	remember(q, &match);
	match_start(&match, &q->game.fold.board);
	match_probe(&match, record, &cost);
	free(room.bytes);
}

/* ── the answer ── */

/* Keeps the power's own orders, as far as the Judge accepts them. Moves by convoy name the seas of
 * the convoys among them. */
static void keep_own(const struct question *q, const struct phase_record *record,
                     struct phase_orders *own)
{
	own->count = 0;
	for (int i = 0; i < record->orders.count; i++)
		if (record->orders.power[i] == q->power &&
		    judge_takes(&q->map, &record->board, record->orders.order[i])) {
			own->power[own->count] = q->power;
			own->order[own->count++] = record->orders.order[i];
		}
}

static void waive(uint8_t power, int count, struct phase_orders *own)
{
	own->count = 0;
	while (own->count < count) {
		own->power[own->count] = power;
		own->order[own->count++] = order_waive();
	}
}

static void print_orders(const struct question *q, const struct phase_orders *own)
{
	const bool mail = strcmp(asked.format, "judge") == 0;
	if (mail && asked.signon != NULL)
		printf("SIGNON %s\n", asked.signon);
	for (int i = 0; i < own->count; i++) {
		char text[JUDGE_ORDER_SIZE];
		if (mail)
			judge_order_print(&q->map, &q->game.fold.board, own, i, text);
		else
			order_print(&q->map, own->order[i], text);
		puts(text);
	}
	if (mail && asked.signon != NULL)
		puts("SIGNOFF");
}

static int answer(const struct question *q)
{
	static struct phase_record record;
	static struct phase_orders own;
	const struct board *board = &q->game.fold.board;
	const bool idle_winter = q->game.fold.idle_winter;
	const char *power = q->map.power[q->power];
	const int waives = judge_count_waives(&q->map, board, idle_winter, q->power);
	char phase[PHASE_TEXT_SIZE];
	phase_print((int16_t)(board->phase - idle_winter), phase);
	if (q->game.fold.over)
		return ctl_fail("suggest: %s: the game is over", mail_file_name(asked.file));
	if (waives == 0 && (idle_winter || turn_count_due(&q->map, board, q->power) == 0)) {
		ctl_fail("suggest: %s has nothing to decide in %s", power, phase);
		return CTL_WANTING;
	}
	if (waives > 0) {
		waive(q->power, waives, &own);
	} else {
		think(q, &record);
		keep_own(q, &record, &own);
	}
	print_orders(q, &own);
	return CTL_DONE;
}

/* ── the options ── */

/* "gnorth secret": the power's letter and the game, then a password. */
static void check_signon(const struct question *q)
{
	const char *text = asked.signon;
	if (text == NULL)
		return;
	bool plain = *text != '\0';
	for (const char *c = text; *c != '\0'; c++)
		plain &= isprint((unsigned char)*c) != 0;
	const char *blank = strchr(text, ' ');
	if (!plain || blank == NULL || blank - text < 2 || blank[1] == '\0' || blank[1] == ' ')
		ctl_stop("--signon: it must be the power's letter with the game's name, a blank, and the "
		         "password: 'gnorth secret'");
	if (tolower((unsigned char)text[0]) != tolower((unsigned char)q->map.power[q->power][0]))
		ctl_stop("--signon: %.1s is not the letter of %s", text, q->map.power[q->power]);
}

_Noreturn static void refuse_power(const struct map *map)
{
	char names[POWERS_MAX * sizeof ", AUS"] = "";
	for (int p = 0; p < map->power_count; p++)
		sprintf(names + strlen(names), "%s%s", p > 0 ? ", " : "", map->power[p]);
	ctl_stop("--power %.40s: the map has no such power: it has %s", asked.power, names);
}

static void read_options(struct question *q)
{
	char error[ERROR_SIZE];
	const char *end;
	ctl_build_map(asked.map, &q->map);
	q->power = map_find_power(&q->map, asked.power, strlen(asked.power));
	if (q->power == POWER_NONE)
		refuse_power(&q->map);
	if (!seat_parse(asked.player, &end, &q->seat, error))
		ctl_stop("--player: %s", error);
	if (*end != '\0' || q->seat.player == NULL)
		ctl_stop("--player %s: it must be one player of aresctl players", asked.player);
	check_signon(q);
}

static int suggest(void)
{
	static struct question q;
	q.rules = rules_find(asked.rules);
	read_options(&q);
	read_position(&q);
	return answer(&q);
}

const struct command ctl_suggest = {
	.name = "suggest",
	.about = "order for a power, on a mail of the Judge or a case",
	.text = "Reads the reports of the e-mail Judge in a file, ignores all other text, and "
			"prints a player's orders for a power in the position after the last report: "
			"moves, retreats, builds and removals. The orders can be mailed to the Judge as "
			"they are. FILE can also be a file of cases: then the position is the last phase "
			"of the last case.\n\n"
			"Reports are replayed by our judge. If it differs from a mail, a message on "
			"standard error says so, and the mail is followed. A player with a memory learns "
			"from all reports of the file.",
	.arguments = PARAMETERS(ARGUMENT("FILE", &asked.file,
                                     "the reports of one game, or cases; - is standard input",
                                     .files = "*", .required = true)),
	.options = PARAMETERS(
		OPTION_TEXT("power", "POWER", &asked.power, "the power to order for, as its code",
                    .hint = names_powers, .required = true),
		OPTION_TEXT("player", "PLAYER", &asked.player, "who orders, as in --seats",
                    .hint = names_players, .normal = "trinity"),
		OPTION_TEXT("rules", "RULES", &asked.rules,
                    "the rules for replaying reports and for the player; under datc3 an army "
                    "without its convoy stays, as in the Judge",
                    .choice = names_recorded_rules, .normal = "standard"),
		OPTION_WIDE("seed", "N", &asked.seed, 0, SEED_MOST, "draws the player's chance",
                    .normal = "1"),
		OPTION_TEXT("format", "FORMAT", &asked.format,
                    "how orders are written: as the Judge reads them, or as we do",
                    .choice = name_format, .normal = "judge"),
		OPTION_TEXT("signon", "TEXT", &asked.signon,
                    "put SIGNON and SIGNOFF around: 'gnorth secret'"),
		OPTION_TEXT("map", "MAP", &asked.map, "the map of the game", .hint = names_maps,
                    .normal = "standard")),
	.status = "0 orders are printed, 1 the power has nothing to decide, 2 the options or the "
			  "input are wrong.",
	.run = suggest,
};
