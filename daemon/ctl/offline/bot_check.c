/* bot_check: aresctl bot check: tries a bot on a hundred positions. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "ctl/parts/bot_positions.h"
#include "bots/bot.h"
#include "ctl/parts/ctl.h"
#include "game/turn.h"

enum { FAULTS_MOST = 10, GAME = 1, MAP_ID = 1, COLUMNS = 80 };

static struct {
	const char *command;
	int64_t seed;
	int show; /* the number of a position; 0: none */
	bool press;
	struct bot_limits limits;
} asked;

/* What came of it. */
struct outcome {
	int asked[POSITION_KINDS], right[POSITION_KINDS];
	int faults, answers;
	int wanting;                    /* right answers that have fewer orders than were due */
	int pressed, written;           /* questions for messages; right answers to them */
	bool silent;                    /* it never said hello, so it cannot be tried */
	int64_t took_us[BOT_POSITIONS]; /* by answer */
};

static struct bot_question question_of(const struct map *map, const struct rules *rules,
                                       const struct bot_position *position)
{
	return (struct bot_question){
		.map = map,
		.map_id = MAP_ID,
		.rules = rules,
		.board = &position->board,
		.last = position->any ? &position->last : NULL,
		.history = &position->history,
		.tournament = GAME,
		.game = GAME,
		.block = GAME,
		.seed = asked.seed,
		.round_limit = 2 * 60,
		.power = position->power,
	};
}

/* ── the question of a position ── */

static void print(struct message *message)
{
	fwrite(message->bytes, 1, message->size, stdout);
	free(message->bytes);
}

/* Prints the messages that a bot gets if this is its first question. */
static void show(const struct map *map, const struct rules *rules,
                 const struct bot_position *position)
{
	const struct bot_question question = question_of(map, rules, position);
	const struct bot_legal legal = bot_list_legal(&question);
	struct message message;

	message_hello(map, asked.limits.seconds, &message);
	print(&message);
	message_phase(&question, asked.show, &legal, asked.limits.seconds, &message);
	print(&message);
	free(legal.order);
}

/* ── trying ── */

/* Notes a fault. A bot that never said hello cannot be tried. */
static void note_fault(const struct map *map, const struct bot_position *position, int number,
                       const struct bot *bot, const struct bot_fault *fault,
                       struct outcome *outcome)
{
	char phase[PHASE_TEXT_SIZE];

	outcome->faults++;
	outcome->silent = bot->hello.name[0] == '\0';
	if (outcome->silent) {
		ctl_fail("bot check: the bot cannot be tried: %s, %s%s%s%s", bot_fault_names[fault->kind],
		         fault->words, fault->kind == BOT_LATE ? ": it must flush each line" : "",
		         bot->last_line[0] != '\0' ? "; it said: " : "", bot->last_line);
		return;
	}
	printf("position %d, %s %s (%s): %s, %s%s%s\n", number,
	       phase_print(position->board.phase, phase), map->power[position->power],
	       bot_position_names[position->kind], bot_fault_names[fault->kind], fault->words,
	       fault->last_line[0] != '\0' ? "; it said: " : "", fault->last_line);
}

static void try(struct bot *bot, const struct map *map, const struct rules *rules,
                const struct bot_position *position, int number, struct outcome *outcome)
{
	struct bot_asked tried = {.question = question_of(map, rules, position)};
	outcome->asked[position->kind]++;
	bot_ask(bot, &tried);
	if (tried.outcome == BOT_ORDERED) {
		const int due = turn_count_due(map, &position->board, position->power);
		outcome->right[position->kind]++;
		outcome->wanting += tried.orders.count < due;
		outcome->took_us[outcome->answers++] = (int64_t)tried.think_ns / 1000;
		return;
	}
	note_fault(map, position, number, bot, &tried.fault, outcome);
}

/* Asks a bot for messages, with a message to it, in a game whose press is public or private in
 * turn. */
static void try_press(struct bot *bot, const struct map *map, const struct rules *rules,
                      const struct bot_position *position, int number, struct outcome *outcome)
{
	const bool private = number % 2 == 0;
	const uint8_t sender = (uint8_t)((position->power + 1) % map->power_count);
	struct letter letter = {
		.phase = position->board.phase, .round = 1, .sender = sender, .text = "What will you do?"};
	struct letters letters = {0}, said = {0};
	struct bot_asked tried = {.question = question_of(map, rules, position), .said = &said};

	if (private)
		power_set_add(&letter.recipients, position->power);
	letters_add(&letters, &letter);
	tried.question.press = private ? "private" : "public";
	tried.question.letters = &letters;
	tried.question.round = 2;
	tried.question.rounds = 2;
	outcome->pressed++;
	bot_ask(bot, &tried);
	if (tried.outcome == BOT_ORDERED)
		outcome->written++;
	else
		note_fault(map, position, number, bot, &tried.fault, outcome);
	letters_close(&said);
	letters_close(&letters);
}

static void tell_end(struct bot *bot, const struct map *map, const struct board *board)
{
	const struct game_verdict verdict = {.ending = GAME_DRAW, .winner = POWER_NONE};
	const struct bot_end end = {map, board, &verdict, GAME, GAME, 1};
	bot_tell_over(bot, &end);
}

/* ── what came of it ── */

static int compare(const void *one, const void *other)
{
	const int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
	return (a > b) - (a < b);
}

static void tell_times(struct outcome *outcome)
{
	qsort(outcome->took_us, (size_t)outcome->answers, sizeof *outcome->took_us, compare);
	if (outcome->answers > 0)
		printf("a decision took %.1f ms, half of them less; the longest %.1f ms; it had %d s\n",
		       (double)outcome->took_us[outcome->answers / 2] / 1000,
		       (double)outcome->took_us[outcome->answers - 1] / 1000, asked.limits.seconds);
}

/* "right: opening 7 of 7, ...", in lines that fit a terminal. Returns how many were asked. */
static int tell_right(const struct outcome *outcome)
{
	int all = 0, column = printf("right:");
	for (int kind = 0; kind < POSITION_KINDS; kind++) {
		char text[COLUMNS];
		const int length = snprintf(text, sizeof text, " %s %d of %d%s", bot_position_names[kind],
		                            outcome->right[kind], outcome->asked[kind],
		                            kind + 1 < POSITION_KINDS ? "," : "");
		if (column + length > COLUMNS)
			column = printf("\n      ") - 1;
		column += printf("%s", text);
		all += outcome->asked[kind];
	}
	printf("\n");
	return all;
}

static int tell(const struct bot *bot, struct outcome *outcome)
{
	char said[BOT_SAID_SIZE];
	if (outcome->silent)
		return CTL_FAILED;
	snprintf(said, sizeof said, "%s", bot->hello.name);
	utf8_clean_line(said);
	const int all = tell_right(outcome);
	tell_times(outcome);
	if (outcome->wanting > 0)
		printf("answers that lack orders: %d; there the rules decide\n", outcome->wanting);
	if (outcome->pressed > 0)
		printf("right answers to questions for messages: %d of %d\n", outcome->written,
		       outcome->pressed);
	else if (bot->hello.writes)
		printf("it writes messages: --press asks for them, too\n");
	printf("%s: %d positions (--seed %lld), %d fault%s%s\n", said, all, (long long)asked.seed,
	       outcome->faults, PLURAL(outcome->faults),
	       outcome->faults == FAULTS_MOST ? ": no more are tried" : "");
	return outcome->faults > 0 ? CTL_WANTING : CTL_DONE;
}

static int check(void)
{
	static struct bot_position positions[BOT_POSITIONS];
	static struct bot bot;
	static struct outcome outcome;
	static struct map map;
	struct bot_command called = {.name = "bot"};
	struct bot_words words;
	char error[BOT_ERROR_SIZE];
	const struct rules *rules = rules_find("standard");
	if (asked.command == NULL && asked.show == 0)
		return ctl_fail("bot check: COMMAND is missing; aresctl bot check --help says more");
	if (asked.command != NULL && !command_split(asked.command, &words, error))
		return ctl_fail("COMMAND '%.60s' must be %s", asked.command, error);
	ctl_build_map("standard", &map);
	bot_positions_find(&map, rules, (uint64_t)asked.seed, positions);
	if (asked.show > 0) {
		show(&map, rules, &positions[asked.show - 1]);
		return CTL_DONE;
	}
	snprintf(called.text, sizeof called.text, "%s", asked.command);
	signal(SIGPIPE, SIG_IGN); /* the bot may have ended */
	asked.limits.copies = 1;
	asked.limits.starts = 1;
	bot_open(&bot, &called, &asked.limits);
	for (int i = 0; i < BOT_POSITIONS && outcome.faults < FAULTS_MOST && !outcome.silent; i++) {
		if (asked.press && phase_is_movement(positions[i].board.phase))
			try_press(&bot, &map, rules, &positions[i], i + 1, &outcome);
		if (outcome.faults < FAULTS_MOST && !outcome.silent)
			try(&bot, &map, rules, &positions[i], i + 1, &outcome);
	}
	tell_end(&bot, &map, &positions[0].board);
	bot_close(&bot);
	return tell(&bot, &outcome);
}

const struct command ctl_bot_check = {
	.name = "check",
	.about = "try a bot on a hundred positions",
	.text =
		"Starts a bot as aresd does, and asks it for orders in a hundred positions of all kinds: "
		"openings, movement, convoys, retreats, builds, removals, and games in which powers are "
		"eliminated. It prints what was wrong with which position, how long the decisions took, "
		"and how many answers lack orders. It ends after ten faults. The same seed gives the same "
		"positions. It needs no database.\n\n"
		"With --show it prints the two lines that a bot reads before it must order in that "
		"position, and starts none: hello and phase.\n\n"
		"The command is one word of the shell: words within it are separated by blanks, and kept "
		"together by quotes.\n\n"
		"  aresctl bot check 'python3 doc/bots/greedy.py'\n"
		"  aresctl bot check --show 9 | python3 doc/bots/greedy.py",
	.arguments =
		PARAMETERS(ARGUMENT("COMMAND", &asked.command, "the bot's program, with its arguments")),
	.options = PARAMETERS(
		OPTION_WIDE("seed", "N", &asked.seed, 0, 1000000000, "which positions", .normal = "1"),
		OPTION_NUMBER("show", "N", &asked.show, 1, BOT_POSITIONS,
                      "print what a bot is told when position N is asked first, and start none"),
		OPTION_FLAG("press", &asked.press, "ask for messages, too, before each movement"),
		OPTION_NUMBER("time", "S", &asked.limits.seconds, 1, 86400, "seconds for a decision",
                      .normal = "10"),
		OPTION_NUMBER("start", "S", &asked.limits.start, 1, 86400, "seconds until it says hello",
                      .normal = "30"),
		OPTION_NUMBER("memory", "MB", &asked.limits.memory, 0, 1 << 24,
                      "memory of each of its processes; 0: any amount", .normal = "2048")),
	.run = check,
	.status = "0 all answers are right, 1 some are not, 2 the bot cannot be tried.",
};
