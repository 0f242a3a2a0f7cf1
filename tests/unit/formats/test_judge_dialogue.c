/* Whole games by e-mail: our players mail the orders that suggest prints to a Judge which is
 * simulated here, and read what it mails to them: the start, what it acknowledges, and results. It
 * continues when it has all that the real one waits for, and refuses what that one refuses. */
#include "formats/judge/judge_orders.h"
#include "judge_order_reader.h"
#include "formats/judge/judge_fold.h"
#include "judge_writer.h"
#include "suite.h"
#include "game/turn.h"

enum { GAMES = 20, PHASES_MAX = 90, TEXT_SIZE = 1 << 16 };

/* A game at the Judge, and each power's view of it. */
struct dialogue {
	struct match match; /* the Judge's; all seats are external */
	struct given given;
	struct judge_fold fold[POWERS_MAX];
	struct seat seat;
	uint64_t seed;
	bool idle_winter; /* the Judge plays a winter of waives; match.board is after it */
	int waived, destroyed;
};

static void tell(void *context, long line, const char *text)
{
	(void)context;
	CHECK(false, "line %ld: %s", line, text);
}

/* ── mails ── */

static void mail(struct dialogue *d, int power, const char *text)
{
	static struct mail_report report;
	struct mail_reader reader = {.map = suite_map()};
	const char *end = text + strlen(text);
	char error[ERROR_SIZE];
	enum mail_event event;
	long line;

	for (const char *at = text; (event = judge_mail_read(&reader, &at, end, &report)) == MAIL_READ;)
		CHECK(judge_fold_take(&d->fold[power], &report, &line, error), "%s", error);
	CHECK(event == MAIL_END, "%ld: %s", reader.line, reader.error);
}

/* Closes `out`, mails what was written to it to all powers, and frees it. */
static void mail_all(struct dialogue *d, FILE *out, char **text)
{
	fclose(out);
	for (int p = 0; p < POWERS_MAX; p++)
		mail(d, p, *text);
	free(*text);
}

static void mail_start(struct dialogue *d)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	fputs(":: Judge: JDG  Game: North  Variant: Standard\n\nStarting position for Spring of "
	      "1901.\n\n",
	      out);
	for (int u = 0; u < d->match.board.unit_count; u++) {
		const struct unit unit = d->match.board.unit[u];
		fprintf(out, "%s: ", writer_powers[unit.power][0]);
		write_unit(out, unit.type, unit.loc);
		fputs(".\n", out);
	}
	fputs("\nThe deadline for the first orders is Tue Oct 13 2026 23:30:00 +0000.\n", out);
	mail_all(d, out, &text);
}

/* The Judge tells a power which of its orders it has. */
static void acknowledge(struct dialogue *d, int power, const struct phase_orders *orders)
{
	static void (*const lines[])(FILE *, const struct phase_record *,
	                             int) = {NULL, write_retreat_line, write_adjustment_line};
	static struct phase_record record;
	const struct board *board = &d->match.board;
	const int16_t phase = (int16_t)(board->phase - d->idle_winter);
	const int kind = phase_is_movement(phase) ? 0 : phase_kind(phase) < WINTER_ADJUSTMENTS ? 1 : 2;
	static const char *const kinds[] = {"Movement", "Retreat", "Adjustment"};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	record = (struct phase_record){.board = *board, .orders = *orders};
	fprintf(out, ":: Judge: JDG\n\n%s orders for %s of %d. (north.001)\n\n", kinds[kind],
	        (const char *[]){"Spring", "Spring", "Fall", "Fall", "Winter"}[phase_kind(phase)],
	        phase_year(phase));
	for (int i = 0; i < orders->count; i++) {
		if (kind == 0) {
			fprintf(out, "%s: ", writer_powers[power][0]);
			write_unit(out, orders->order[i].type, orders->order[i].from);
			fputs(" HOLD.\n", out);
		} else {
			lines[kind](out, &record, i);
		}
	}
	fputs("\nTime to deadline: 3 days, 23 hours, 30 minutes, and 0 seconds.\n", out);
	fclose(out);
	mail(d, power, text);
	free(text);
}

/* ── the players' side: what suggest does ── */

static void think(struct dialogue *d, int power, struct phase_record *record)
{
	static struct given nothing;
	struct phase_cost cost;
	struct match match = {.map = suite_map(),
	                      .rules = d->match.rules,
	                      .judge = d->match.judge,
	                      .seed = d->seed,
	                      .threads = 1,
	                      .given = &nothing};

	match.seats[power] = d->seat;
	void *room = aligned_alloc(PLAYER_ALIGN, match_room_size(&match) + PLAYER_ALIGN);
	match_furnish(&match, room);
	match_start(&match, &d->fold[power].board);
	match_probe(&match, record, &cost);
	free(room);
}

/* The orders that a power mails. */
static void answer(struct dialogue *d, int power, struct phase_orders *own)
{
	static struct phase_record record;
	const struct judge_fold *fold = &d->fold[power];

	own->count = judge_count_waives(suite_map(), &fold->board, fold->idle_winter, (uint8_t)power);
	for (int i = 0; i < own->count; i++) {
		own->power[i] = (uint8_t)power;
		own->order[i] = order_waive();
	}
	if (own->count > 0 || fold->idle_winter ||
	    turn_count_due(suite_map(), &fold->board, (uint8_t)power) == 0)
		return;
	think(d, power, &record);
	for (int i = 0; i < record.orders.count; i++)
		if (record.orders.power[i] == power &&
		    judge_takes(suite_map(), &record.board, record.orders.order[i])) {
			own->power[own->count] = (uint8_t)power;
			own->order[own->count++] = record.orders.order[i];
		}
}

/* ── the Judge's side ── */

static bool can_retreat(const struct board *board, int i)
{
	uint8_t options[EXITS_MAX];

	return retreat_options(suite_map(), board, i, options) > 0;
}

/* The number of orders that the Judge waits for. */
static int count_awaited(const struct dialogue *d, int power)
{
	const struct board *board = &d->match.board;
	const bool winter = d->idle_winter || phase_is_winter(board->phase);
	int centres[POWERS_MAX], units[POWERS_MAX], retreats = 0;

	board_count_centres(suite_map(), board, centres);
	board_count_units(board, units);
	if (winter) {
		const int due = centres[power] - units[power],
				  allowed = build_allowance(suite_map(), board, (uint8_t)power);
		if (due > 0)
			return allowed > 0 ? allowed : due;
		return centres[power] == 0 ? 0 : -due;
	}
	if (phase_is_movement(board->phase))
		return units[power];
	for (int i = 0; i < board->retreat_count; i++)
		retreats += board->retreat[i].unit.power == power && can_retreat(board, i);
	return retreats;
}

/* Reads an order that was mailed. It is refused for a unit that was destroyed. */
static void take_order(struct dialogue *d, int power, const char *text)
{
	struct board board = d->match.board;
	struct order order;
	char error[JUDGE_ORDER_ERROR_SIZE];

	board.phase = (int16_t)(board.phase - d->idle_winter);
	CHECK(judge_order_read(suite_map(), &board, text, strlen(text), &order, error), "%s: %s", text,
	      error);
	if (board.retreat_count > 0) {
		const int i =
			board_find_retreat(suite_map(), &board, suite_map()->loc[order.from].province);
		CHECK(i >= 0 && can_retreat(&board, i), "%s: the unit was destroyed", text);
	}
	d->waived += order.kind == ORDER_WAIVE;
	if (build_allowance(suite_map(), &board, (uint8_t)power) > 0 || order.kind != ORDER_WAIVE)
		d->given.submission[d->given.count++] = (struct submission){(uint8_t)power, order};
}

/* Asks all powers. False: a turn stalls. */
static bool collect(struct dialogue *d)
{
	bool complete = true;
	char phase[PHASE_TEXT_SIZE];

	d->given.count = 0;
	for (int p = 0; p < POWERS_MAX; p++) {
		static struct phase_orders own;
		const struct board *seen = &d->fold[p].board;
		answer(d, p, &own);
		for (int i = 0; i < own.count; i++) {
			char text[JUDGE_ORDER_SIZE];
			take_order(d, p, judge_order_print(suite_map(), seen, &own, i, text));
		}
		const int awaited = count_awaited(d, p);
		CHECK(own.count == awaited, "%s: the Judge has %d orders of %s and waits for %d",
		      phase_print(d->match.board.phase, phase), own.count, suite_map()->power[p], awaited);
		complete &= own.count == awaited;
		acknowledge(d, p, &own);
	}
	return complete;
}

/* Whether some power may build and none has a place to. */
static bool needs_waives(const struct dialogue *d)
{
	if (phase_kind(d->match.board.phase) != SPRING_MOVES)
		return false;
	for (int p = 0; p < POWERS_MAX; p++)
		if (judge_count_waives(suite_map(), &d->match.board, true, (uint8_t)p) > 0)
			return true;
	return false;
}

/* The winter that is not a phase of ours. */
static void mail_waives(struct dialogue *d)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	const int year = phase_year(d->match.board.phase);

	fprintf(out, "Adjustment results for Winter of %d.  (north.001)\n\n", year - 1);
	for (int p = 0; p < POWERS_MAX; p++)
		for (int n = judge_count_waives(suite_map(), &d->match.board, true, (uint8_t)p); n > 0; n--)
			fprintf(out, "%s:    Build waived.\n", writer_powers[p][0]);
	fprintf(out, "\nThe next phase of 'north' will be Movement for Spring of %d.\n", year);
	d->idle_winter = false;
	mail_all(d, out, &text);
}

/* Plays a phase and mails its results. */
static void resolve(struct dialogue *d)
{
	static struct phase_record record, passed;
	struct phase_cost cost;
	struct board after, next;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	const bool winter = phase_is_winter(d->match.board.phase);

	match_play(&d->match, &record, &cost);
	after = d->match.board;
	d->given.count = 0;
	for (int i = 0; i < after.retreat_count; i++)
		d->destroyed += !can_retreat(&after, i);
	if (writer_is_idle(&after))
		match_play(&d->match, &passed, &cost);
	d->idle_winter = !winter && needs_waives(d);
	next = d->match.board;
	next.phase = (int16_t)(next.phase - d->idle_winter);
	write_report(out, &record, &after, &next);
	mail_all(d, out, &text);
}

static void play(struct dialogue *d)
{
	bool runs = true;
	char phase[PHASE_TEXT_SIZE];

	mail_start(d);
	for (int n = 0; runs && n < PHASES_MAX; n++) {
		runs = collect(d);
		if (d->idle_winter)
			mail_waives(d);
		else
			resolve(d);
		for (int p = 0; p < POWERS_MAX; p++)
			CHECK(board_equal(&d->fold[p].board, &d->match.board), "%s: %s sees another board",
			      phase_print(d->match.board.phase, phase), suite_map()->power[p]);
		runs &= match_verdict(&d->match).ending == GAME_RUNNING;
	}
}

TEST(test_games, "whole games, all powers, with a Judge that is simulated")
{
	static const char *const seats[] = {"random", "randbot", "dumbbot", "scorer"};
	static struct dialogue d;
	int waived = 0, destroyed = 0;

	for (int game = 0; game < GAMES; game++) {
		char error[ERROR_SIZE];
		struct board start;
		d = (struct dialogue){.seed = suite_seed() * 100 + (uint64_t)game};
		d.match = (struct match){.map = suite_map(),
		                         .rules = rules_find("standard"),
		                         .judge = judge_find("atlas"),
		                         .seed = d.seed,
		                         .round_limit = 40,
		                         .threads = 1,
		                         .given = &d.given};
		for (int p = 0; p < POWERS_MAX; p++) {
			d.fold[p].tell = tell;
			d.fold[p].game = (struct game){.map = suite_map(), .rules = d.match.rules};
			d.fold[p].judge = d.match.judge;
		}
		SUITE_MUST(seat_parse(seats[game % COUNT(seats)], NULL, &d.seat, error), error);
		board_start(suite_map(), &start);
		match_start(&d.match, &start);
		play(&d);
		waived += d.waived;
		destroyed += d.destroyed;
	}
	CHECK(waived > 0 && destroyed > 0, "%d waives, %d destroyed units", waived, destroyed);
}

SUITE("judge_dialogue")
