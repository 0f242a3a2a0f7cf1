/* branch: aresctl branch: makes a tournament of continuations of one stored phase of a game. A
 * block has one continuation without a change, and one for each change. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "base/heap.h"
#include "ctl/parts/seats.h"
#include "ctl/parts/tournament_request.h"
#include "db/statements/play/stmt_branches.h"
#include "db/record/stored.h"
#include "game/turn.h"

enum { TIMES_MOST = 100000, TEXT_SIZE = 8192, MESSAGE_MOST = 4096 };

static struct {
	const char *game, *phase, *name, *players, *seats, *order, *message;
	int times;
	int64_t seed;
} asked;

/* What is different in one game of a block. */
struct arm {
	char said[BRANCH_SAID_SIZE];
	power_set powers;                     /* that have an order, a message or another player */
	const struct seat *seats[POWERS_MAX]; /* instead of the usual players; NULL: none */
	int order_count;
	struct submission orders[ADJUSTMENTS_MAX * POWERS_MAX];
	const char *text;     /* the message of the one power; NULL: none */
	power_set recipients; /* 0: all */
};

/* The branch that is asked for. Its first arm is the game without a change. */
struct branch_plan {
	struct game_head head;
	struct map map;
	struct branch_origin origin;
	const struct rules *rules;
	struct board board; /* of the phase */
	int arm_count, seat_count;
	struct arm arms[BRANCH_ARMS_MAX];
	struct seat seats[BRANCH_ARMS_MAX * POWERS_MAX]; /* that arms point to */
	struct seat players[POWERS_MAX];                 /* --players */
};

/* ── what is altered, as text ── */

/* The number of a power; -1: the map does not have it. */
static int find_power(const struct branch_plan *plan, const char *name, size_t length)
{
	for (int p = 0; p < plan->map.power_count; p++)
		if (strlen(plan->map.power[p]) == length &&
		    strncasecmp(name, plan->map.power[p], length) == 0)
			return p;
	return -1;
}

/* The next power's name before a colon; the text after it. *power is unchanged if there is none. */
static void take_power(const struct branch_plan *plan, const char *option, char **at, int *power)
{
	char *const colon = strchr(*at, ':');
	char *const comma = strchr(*at, ',');
	if (colon == NULL || (comma != NULL && comma < colon)) {
		if (*power >= 0)
			return;
		ctl_stop("--%s: \"%s\" must begin with a power, as in \"GER: ...\"", option, *at);
	}

	const char *name = *at + strspn(*at, " ");
	const size_t length = (size_t)(colon - name);
	*power = find_power(plan, name, length);
	if (*power < 0)
		ctl_stop("--%s: %.*s is not a power of the map %s", option, (int)length, name,
		         plan->origin.map);

	*at = colon + 1 + strspn(colon + 1, " ");
}

static bool is_legal(const struct branch_plan *plan, const struct submission *given)
{
	const struct variant variant = rules_variant(plan->rules, &plan->map);
	const int count = turn_orders(variant, &plan->board, given->power, NULL, 0);
	struct order *orders = heap_get((size_t)count, sizeof *orders);
	bool legal = false;
	turn_orders(variant, &plan->board, given->power, orders, count);
	for (int i = 0; i < count && !legal; i++)
		legal = order_equal(orders[i], given->order);
	free(orders);
	return legal;
}

/* Adds an order. One unit gets one order; builds and the like are not compared. */
static void add_order(struct branch_plan *plan, struct arm *arm, int power, const char *text)
{
	struct submission *given = &arm->orders[arm->order_count];
	char why[ERROR_SIZE], phase[PHASE_TEXT_SIZE];
	given->power = (uint8_t)power;
	if (arm->order_count == ADJUSTMENTS_MAX * POWERS_MAX)
		ctl_stop("--order: too many orders");
	if (!order_parse(&plan->map, text, strlen(text), &given->order, why))
		ctl_stop("--order: \"%s\" is not an order: %s", text, why);
	if (!is_legal(plan, given))
		ctl_stop("--order: %s may not order \"%s\" in %s", plan->map.power[power], text,
		         phase_print(plan->board.phase, phase));
	for (int i = 0; i < arm->order_count; i++)
		if (!phase_is_winter(plan->board.phase) && arm->orders[i].order.from == given->order.from)
			ctl_stop("--order: \"%s\" is the second order for its unit", text);
	arm->order_count++;
	power_set_add(&arm->powers, power);
}

/* "GER: A mun - bur, A ber H, FRA: A par H". */
static void read_orders(struct branch_plan *plan, struct arm *arm, char *text)
{
	int power = -1;
	for (char *at = text; *at != '\0';) {
		take_power(plan, "order", &at, &power);
		const size_t length = strcspn(at, ",");
		char *next = at + length + (at[length] == ',');
		at[length] = '\0';
		at += strspn(at, " ");
		add_order(plan, arm, power, at);
		at = next;
	}
}

/* "GER: trinity, FRA: ares(depth=2,age=3)". */
static void read_seats(struct branch_plan *plan, struct arm *arm, char *text)
{
	for (char *at = text; *at != '\0';) {
		struct seat *seat = &plan->seats[plan->seat_count++];
		char error[ERROR_SIZE];
		const char *end;
		int power = -1;
		take_power(plan, "seats", &at, &power);
		if (!seat_parse(at, &end, seat, error))
			ctl_stop("--seats: %s", error);
		if (power_set_has(arm->powers, power))
			ctl_stop("--seats: %s has two players", plan->map.power[power]);
		power_set_add(&arm->powers, power);
		arm->seats[power] = seat;
		at += end - at + (*end == ',');
	}
}

/* The recipients before the colon, separated by commas; none: all. */
static void read_recipients(const struct branch_plan *plan, struct arm *arm, const char *at)
{
	while (*at != '\0') {
		const size_t length = strcspn(at, ", ");
		const int power = find_power(plan, at, length);
		if (power < 0)
			ctl_stop("--message: %.*s is not a power of the map %s", (int)length, at,
			         plan->origin.map);
		if (power_set_has(arm->powers, power))
			ctl_stop("--message: %s cannot write to itself", plan->map.power[power]);
		power_set_add(&arm->recipients, power);
		at += length;
		at += strspn(at, ", ");
	}
}

static void check_text(const struct branch_plan *plan, const struct arm *arm)
{
	if (strcmp(plan->origin.press, "none") == 0)
		ctl_stop("--message: players of game %s do not write to each other", asked.game);
	if (arm->recipients != 0 && strcmp(plan->origin.press, "private") != 0)
		ctl_stop("--message: in game %s players write to all only", asked.game);
	if (arm->text[strspn(arm->text, " \t\n")] == '\0' || strlen(arm->text) > MESSAGE_MOST)
		ctl_stop("--message: a text has 1 to %d bytes", MESSAGE_MOST);
	for (const char *at = arm->text; *at != '\0'; at++)
		if ((*at > 0 && *at < ' ' && *at != '\n' && *at != '\t') || *at == 0x7f)
			ctl_stop("--message: a text has no control characters");
}

/* "FRA>ENG,GER: Who takes Belgium?", or "FRA>: Peace?" to all. */
static void read_message(struct branch_plan *plan, struct arm *arm, char *text)
{
	char *const colon = strchr(text, ':'), *const mark = strchr(text, '>');
	if (colon == NULL || mark == NULL || mark > colon)
		ctl_stop("--message: \"%s\" must begin with powers, as in \"FRA>ENG: ...\"", text);
	*mark = *colon = '\0';
	const int sender = find_power(plan, text, strcspn(text, " "));
	if (sender < 0)
		ctl_stop("--message: %s is not a power of the map %s", text, plan->origin.map);

	power_set_add(&arm->powers, sender);
	arm->text = colon + 1 + strspn(colon + 1, " ");
	utf8_clean_line(arm->said);
	read_recipients(plan, arm, mark + 1 + strspn(mark + 1, " "));
	check_text(plan, arm);
}

/* The semicolon that ends an alternative; NULL: it is the last one. In a message only one with
 * another message after it: "; GER>". */
static char *find_end(char *at, bool message)
{
	for (char *end = strchr(at, ';'); end != NULL; end = strchr(end + 1, ';')) {
		const char *next = end + 1 + strspn(end + 1, " ");
		if (!message || (strcspn(next, " ,;:>") > 0 && next[strcspn(next, " ,;:>")] == '>'))
			return end;
	}
	return NULL;
}

/* An arm for each alternative, which semicolons separate. all: where the words are kept. */
static void read_arms(struct branch_plan *plan, const char *text, const char *option,
                      void (*read)(struct branch_plan *, struct arm *, char *), char all[TEXT_SIZE])
{
	if (text == NULL)
		return;
	if (strlen(text) >= TEXT_SIZE)
		ctl_stop("--%s: longer than %d bytes", option, TEXT_SIZE - 1);
	strcpy(all, text);

	for (char *at = all, *next; at != NULL; at = next) {
		next = find_end(at, read == read_message);
		if (next != NULL)
			*next++ = '\0';
		at += strspn(at, " ");
		if (plan->arm_count == BRANCH_ARMS_MAX)
			ctl_stop("--%s: at most %d things are compared", option, BRANCH_ARMS_MAX - 1);
		struct arm *arm = &plan->arms[plan->arm_count++];
		snprintf(arm->said, sizeof arm->said, "%s", at);
		read(plan, arm, at);
		if (arm->powers == 0)
			ctl_stop("--%s: \"%s\" alters nothing", option, text);
	}
}

/* ── who plays ── */

/* --players: one for all powers, or one for each. */
static void read_players(struct branch_plan *plan)
{
	char error[ERROR_SIZE];
	if (asked.players == NULL && plan->origin.outside)
		ctl_stop("game %s was played by people or by roles: --players must name who plays "
		         "on, as in --players trinity",
		         asked.game);
	if (asked.players == NULL)
		return;
	const char *end;
	if (!seat_parse(asked.players, &end, &plan->players[0], error))
		ctl_stop("--players: %s", error);
	if (*end == '\0') {
		for (int p = 1; p < plan->map.power_count; p++)
			plan->players[p] = plan->players[0];
		return;
	}

	const int count = seats_read("players", asked.players, POWERS_MAX, plan->players);
	if (count != plan->map.power_count)
		ctl_stop("--players: must be one player, or one for each of the %d powers, not %d",
		         plan->map.power_count, count);
}

/* Only players of the farm and bots can play a hundred games at once. */
static void check_players(const struct branch_plan *plan)
{
	for (int i = 0; i < plan->seat_count; i++)
		if (plan->seats[i].player == NULL && plan->seats[i].bot[0] == '\0')
			ctl_stop("--seats: only players of the farm and bots play branches");
	for (int p = 0; asked.players != NULL && p < plan->map.power_count; p++)
		if (plan->players[p].player == NULL && plan->players[p].bot[0] == '\0')
			ctl_stop("--players: only players of the farm and bots play branches");
}

/* The user and entrant of each power of each arm. */
static bool put_users(struct db *db, const struct branch_plan *plan,
                      int32_t users[BRANCH_ARMS_MAX * POWERS_MAX],
                      int32_t entrants[BRANCH_ARMS_MAX * POWERS_MAX])
{
	const int powers = plan->map.power_count;
	for (int i = 0; i < plan->arm_count * powers; i++) {
		const struct seat *seat = plan->arms[i / powers].seats[i % powers];
		if (seat == NULL && asked.players != NULL)
			seat = &plan->players[i % powers];
		users[i] = plan->origin.users[i % powers];
		entrants[i] = asked.players == NULL ? plan->origin.entrants[i % powers] : 0;
		if (seat != NULL && !request_put_user(db, seat, &users[i]))
			return false;
	}
	return true;
}

/* ── making it ── */

/* Lines of what is different, and of its powers. */
static void print_arms(const struct branch_plan *plan,
                       char said[BRANCH_ARMS_MAX * BRANCH_SAID_SIZE],
                       char powers[BRANCH_ARMS_MAX * 3 * POWERS_MAX])
{
	char *at = said, *number = powers;
	*at = *number = '\0';
	for (int i = 0; i < plan->arm_count; i++) {
		at += sprintf(at, "%s%s", i > 0 ? "\n" : "", plan->arms[i].said);
		number += sprintf(number, "%s", i > 0 ? "\n" : "");
		bool any = false;
		for (int p = 0; p < plan->map.power_count; p++)
			if (power_set_has(plan->arms[i].powers, p)) {
				number += sprintf(number, "%s%d", any ? "," : "", p);
				any = true;
			}
	}
}

/* The messages of all arms, parallel to them. */
static void put_messages(const struct branch_plan *plan, int32_t senders[BRANCH_ARMS_MAX],
                         int32_t recipients[BRANCH_ARMS_MAX], char texts[TEXT_SIZE])
{
	char *at = texts;
	for (int i = 0; i < plan->arm_count; i++) {
		const struct arm *arm = &plan->arms[i];
		senders[i] = -1;
		for (int p = 0; arm->text != NULL && p < plan->map.power_count; p++)
			if (power_set_has(arm->powers, p))
				senders[i] = p;
		recipients[i] = arm->recipients;
		at += sprintf(at, "%s%s", i > 0 ? (char[]){BRANCH_TEXT_END, '\0'} : "",
		              arm->text != NULL ? arm->text : "");
	}
}

static bool make(struct db *db, const struct branch_plan *plan, const char *name)
{
	static int32_t users[BRANCH_ARMS_MAX * POWERS_MAX], entrants[BRANCH_ARMS_MAX * POWERS_MAX];
	static int32_t arms[BRANCH_ARMS_MAX * ADJUSTMENTS_MAX * POWERS_MAX],
		powers[sizeof arms / sizeof *arms], orders[sizeof arms / sizeof *arms];
	static char said[BRANCH_ARMS_MAX * BRANCH_SAID_SIZE], of[BRANCH_ARMS_MAX * 3 * POWERS_MAX],
		texts[TEXT_SIZE + BRANCH_ARMS_MAX];
	int32_t senders[BRANCH_ARMS_MAX], recipients[BRANCH_ARMS_MAX];
	struct branch_request request = {
		.name = name,
		.game = plan->head.game,
		.seed = asked.seed,
		.phase = plan->board.phase,
		.times = asked.times,
		.users = users,
		.entrants = entrants,
		.user_count = plan->arm_count * plan->map.power_count,
		.said = said,
		.powers = of,
		.order_arm = arms,
		.order_power = powers,
		.order = orders,
		.senders = senders,
		.recipients = recipients,
		.texts = texts,
		.arm_count = plan->arm_count,
		.by_chance = !plan->rules->adjustments,
	};

	print_arms(plan, said, of);
	put_messages(plan, senders, recipients, texts);
	for (int i = 0; i < plan->arm_count; i++)
		for (int k = 0; k < plan->arms[i].order_count; k++) {
			arms[request.order_count] = i + 1;
			powers[request.order_count] = plan->arms[i].orders[k].power;
			orders[request.order_count++] = order_pack_unit(plan->arms[i].orders[k].order);
		}
	return stmt_begin(db) && put_users(db, plan, users, entrants) &&
	       stmt_make_branch(db, &request) && stmt_commit(db);
}

/* The map of the game and the board of the phase. */
static void find_board(struct db *db, struct branch_plan *plan)
{
	struct stored stored;
	struct phase_orders orders;
	int16_t phase;
	bool known = false;

	const bool parsed = phase_parse(asked.phase, strlen(asked.phase), &phase);
	assert(parsed); /* the argument is checked when it is read */
	if (!stmt_find_board(db, &plan->head, phase, &known, &stored) ||
	    !stmt_load_map(db, plan->head.map, &plan->map) ||
	    !stmt_find_origin(db, plan->head.game, &plan->origin))
		ctl_exit(ctl_fail_db(db));
	if (!known || !stored.resolved ||
	    !stored_unpack(&plan->map, &stored, &plan->board, &orders, NULL))
		ctl_stop("game %s has not played %s", asked.game, asked.phase);

	plan->rules = rules_find(plan->origin.rules);
}

/* What keeps the game from being branched, or NULL. */
static const char *find_obstacle(const struct branch_plan *plan)
{
	if (plan->rules == NULL)
		return "this program lacks its rules";
	if (plan->rules->adjustments)
		return NULL;
	if (plan->origin.secret)
		return "its rules draw by chance, and what they draw is a secret until it is over";
	if (plan->origin.depth == MATCH_PASTS_MAX)
		return "its rules draw by chance, and it is a branch of a branch too often";
	return NULL;
}

/* "cup-17-S1903M", where no name is given. */
static const char *find_name(const struct branch_plan *plan)
{
	static char name[STMT_NAME_SIZE + 32];
	char phase[PHASE_TEXT_SIZE];
	if (asked.name != NULL)
		return asked.name;
	snprintf(name, sizeof name, "%s-%d-%s", plan->head.name, plan->head.number,
	         phase_print(plan->board.phase, phase));
	return name;
}

static int fail_taken(const char *name)
{
	return ctl_fail("a tournament %s exists: --name gives the branch another name", name);
}

static int branch(void)
{
	static struct branch_plan plan;
	static char orders[TEXT_SIZE], messages[TEXT_SIZE], seats[TEXT_SIZE];
	struct db *db = ctl_connect_game(asked.game, &plan.head);
	bool exists = false;
	find_board(db, &plan);

	plan.arm_count = 1;
	strcpy(plan.arms[0].said, "as it was");
	const char *const name = find_name(&plan), *const obstacle = find_obstacle(&plan);
	const char *const wrong = names_check_new(name);
	if (obstacle != NULL || wrong != NULL)
		return obstacle != NULL ? ctl_fail("game %s cannot be branched: %s", asked.game, obstacle)
		                        : ctl_fail("--name: must be given, and be %s", wrong);
	read_arms(&plan, asked.order, "order", read_orders, orders);
	read_arms(&plan, asked.message, "message", read_message, messages);
	read_arms(&plan, asked.seats, "seats", read_seats, seats);
	read_players(&plan);
	check_players(&plan);

	if (!stmt_tournament_exists(db, name, &exists))
		return ctl_fail_db(db);
	const bool made = !exists && make(db, &plan, name);
	if (!made && !exists && strcmp(db_fault(db)->sqlstate, STMT_TAKEN) != 0)
		return ctl_fail_db(db);
	if (!made)
		return fail_taken(name);
	ctl_say("tournament %s: %d games from %s/%d, %s, on%s\n", name, asked.times * plan.arm_count,
	        plan.head.name, plan.head.number, asked.phase, plan.arm_count > 1 ? ", in pairs" : "");
	for (int i = 0; i < plan.arm_count && plan.arm_count > 1; i++)
		ctl_say("  %s\n", plan.arms[i].said);
	return CTL_DONE;
}

const struct command ctl_branch = {
	.name = "branch",
	.about = "play a stored phase on, many times, and compare",
	.text = "Makes a tournament of continuations of one stored phase of a game. Each has the "
			"phases before it, so players with a memory know them. From PHASE on, other random "
			"numbers are drawn.\n\n"
			"--order, --message and --seats name the alterations, separated by semicolons. Each is "
			"compared with the unaltered continuation: a block has one game for each of them, with "
			"the same chance. aresctl query comparison prints the result.\n\n"
			"  aresctl branch cup/17 S1903M --times 100 --order 'GER: A mun - bur; GER: A mun H'\n"
			"  aresctl branch cup/17 S1903M --times 100 --message 'GER>FRA,ENG: Shall we hold "
			"Munich?'\n"
			"  aresctl branch cup/17 S1903M --times 100 --seats 'GER: trinity'",
	.arguments = PARAMETERS(CTL_GAME(asked.game),
                            ARGUMENT("PHASE", &asked.phase, "the first phase that is played anew",
                                     .check = names_check_phase, .required = true)),
	.options = PARAMETERS(
		OPTION_NUMBER("times", "N", &asked.times, 1, TIMES_MOST,
                      "how many continuations of each kind", .normal = "100"),
		OPTION_TEXT(
			"order", "ORDERS", &asked.order,
			"what powers order in PHASE: 'GER: A mun - bur, F kie - den, FRA: A par H'; its "
			"player orders the other units; in winter these are all orders of the power",
			.otherwise = "what their players order"),
		OPTION_TEXT("message", "MESSAGES", &asked.message,
                    "what a power writes before the orders of PHASE: 'FRA>ENG,GER: text', or "
                    "'FRA>: text' to all; bots that read messages know it",
                    .otherwise = "nothing"),
		OPTION_TEXT("seats", "SEATS", &asked.seats,
                    "who plays powers from PHASE on, instead of their players: 'GER: trinity'",
                    .otherwise = "the same players"),
		OPTION_TEXT("players", "PLAYERS", &asked.players,
                    "who plays all continuations on: one player, or one for each power",
                    .hint = names_players, .otherwise = "those who played the game"),
		OPTION_TEXT("name", "NAME", &asked.name, "the new tournament's name",
                    .check = names_check_new, .otherwise = "TOURNAMENT-NUMBER-PHASE"),
		REQUEST_SEED(asked, .normal = "1")),
	.run = branch,
};
