/* bot: see bot.h. */
#include "bot.h"

#include <poll.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "game/turn.h"

/* TELL_MS: the time to take a message without an answer. STARTS_MOST: how often a bot that has
 * never said hello is started; PAUSE_MS: before the next start. */
enum { TELL_MS = 200, STARTS_MOST = 3, PAUSE_MS = 500 };

void bot_open(struct bot *bot, const struct bot_command *command, const struct bot_limits *limits)
{
	*bot = (struct bot){.command = command, .limits = limits};
}

void bot_close(struct bot *bot)
{
	if (bot->running)
		process_end(&bot->process);
	bot->running = false;
}

/* Ends a bot after a fault, and notes its last words. */
static enum bot_outcome fail(struct bot *bot, struct bot_fault *fault)
{
	bot_close(bot);
	process_last_words(&bot->process, fault->last_words);
	process_last_line(&bot->process, fault->last_line);
	if (strcmp(fault->last_line, bot->last_line) == 0)
		fault->last_line[0] = '\0';
	else
		strcpy(bot->last_line, fault->last_line);
	return BOT_FAULTED;
}

/* What an exchange without an answer means. seconds: it had. */
static enum bot_outcome fail_exchange(struct bot *bot, enum process_event event, int seconds,
                                      const char *to, struct bot_fault *fault)
{
	char text[BOT_ERROR_SIZE];
	bool absent;
	switch (event) {
	case PROCESS_STOPPED:
		bot_close(bot);
		return BOT_STOPPED;
	case PROCESS_CLOSED:
		process_describe(&bot->process, &absent, text);
		(void)faults_set(fault, absent ? BOT_ABSENT : BOT_DEAD, "%s", text);
		break;
	case PROCESS_LONG:
		(void)faults_set(fault, BOT_GARBLED, "a line of more than %d bytes", PROCESS_LINE_MOST);
		break;
	case PROCESS_UNASKED:
		(void)faults_set(fault, BOT_UNASKED, "it wrote something before it was asked");
		break;
	default:
		(void)faults_set(fault, BOT_LATE, "no answer to %s within %d s", to, seconds);
	}
	return fail(bot, fault);
}

/* Writes a message and reads the line that answers it. */
static enum bot_outcome exchange(struct bot *bot, const struct message *message, int seconds,
                                 const char *to, const char **line, size_t *length,
                                 struct bot_fault *fault)
{
	const struct process_wait wait = {clock_ms() + seconds * INT64_C(1000), bot->go_on,
	                                  bot->context};
	const enum process_event event =
		process_exchange(&bot->process, message->bytes, message->size, &wait, line, length);
	return event == PROCESS_ANSWERED ? BOT_ORDERED : fail_exchange(bot, event, seconds, to, fault);
}

/* Tells it the map, and reads who it is. */
static enum bot_outcome greet(struct bot *bot, const struct bot_question *question,
                              struct bot_fault *fault)
{
	struct message message;
	const char *line;
	size_t length;
	message_hello(question->map, bot->limits->seconds, &message);
	enum bot_outcome outcome =
		exchange(bot, &message, bot->limits->start, "hello", &line, &length, fault);
	free(message.bytes);
	if (outcome == BOT_ORDERED && !answer_read_hello(line, length, &bot->hello, fault))
		outcome = fail(bot, fault);
	bot->map_id = question->map_id;
	bot->started |= outcome == BOT_ORDERED;
	return outcome;
}

/* Starts it, and tells it the map, where that must be. */
static enum bot_outcome make_ready(struct bot *bot, const struct bot_question *question,
                                   struct bot_fault *fault)
{
	struct bot_words words;
	char error[BOT_ERROR_SIZE];
	if (bot->running && bot->map_id == question->map_id)
		return BOT_ORDERED;
	if (!bot->running) {
		if (!command_split(bot->command->text, &words, error) ||
		    !process_start(&bot->process, &words, bot->limits, error)) {
			(void)faults_set(fault, BOT_ABSENT, "%s", error);
			return BOT_FAULTED;
		}
		bot->running = true;
	}
	return greet(bot, question, fault);
}

/* The same. A bot that has never said hello is a mistake of the operator more often than of the
 * bot: no game counts it as a fault. */
static enum bot_outcome make_ready_first(struct bot *bot, const struct bot_question *question,
                                         struct bot_fault *fault)
{
	enum bot_outcome outcome = make_ready(bot, question, fault);
	for (int starts = 1; !bot->started && outcome == BOT_FAULTED; starts++) {
		if (starts == STARTS_MOST)
			return BOT_UNUSABLE;
		poll(NULL, 0, PAUSE_MS);
		outcome = make_ready(bot, question, fault);
	}
	return outcome;
}

/* Opens the line that asks it next. */
static void open_question(struct bot *bot, const struct bot_question *question,
                          const struct bot_legal *legal, struct message *message)
{
	struct bot_question told = *question;

	if (!bot->hello.remembers)
		told.history = NULL;
	message_phase(&told, ++bot->id, legal, bot->limits->seconds, message);
}

/* Asks for orders, or for what it says. */
static enum bot_outcome ask(struct bot *bot, const struct bot_question *question,
                            struct bot_orders *orders, struct letters *said,
                            struct bot_fault *fault)
{
	struct message message;
	const char *line;
	size_t length;
	enum bot_outcome outcome = make_ready_first(bot, question, fault);
	bot->cost.any = false;
	if (outcome != BOT_ORDERED || (said != NULL && !bot->hello.writes))
		return outcome;
	const struct bot_legal legal = bot_list_legal(question);
	open_question(bot, question, &legal, &message);
	outcome = exchange(bot, &message, bot->limits->seconds, "the phase", &line, &length, fault);
	if (outcome == BOT_ORDERED &&
	    !(said != NULL ? answer_read_press(question, bot->id, line, length, said, &bot->cost, fault)
	                   : answer_read_orders(question, bot->id, &legal, line, length, orders,
	                                        &bot->cost, fault)))
		outcome = fail(bot, fault);
	free(message.bytes);
	free(legal.order);
	return outcome;
}

enum bot_outcome bot_ask(struct bot *bot, const struct bot_question *question,
                         struct bot_orders *orders, struct bot_fault *fault)
{
	return ask(bot, question, orders, NULL, fault);
}

enum bot_outcome bot_ask_press(struct bot *bot, const struct bot_question *question,
                               struct letters *said, struct bot_fault *fault)
{
	return ask(bot, question, NULL, said, fault);
}

/* ── several at once ── */

/* Questions that are written one after the other. */
struct outbox {
	char *bytes;
	size_t size, sent;
};

static void settle(struct bot_asked *asked, enum bot_outcome outcome)
{
	asked->outcome = outcome;
	asked->done = true;
}

/* The one that has waited longest of those that were sent, or of all; NULL: all are answered. */
static struct bot_asked *find_oldest(struct bot_asked asked[], int count, bool sent)
{
	struct bot_asked *oldest = NULL;
	for (int i = 0; i < count; i++)
		if (!asked[i].done && (asked[i].sent || !sent) &&
		    (oldest == NULL || asked[i].id < oldest->id))
			oldest = &asked[i];
	return oldest;
}

static void post(struct bot *bot, struct bot_asked *asked, struct outbox *outbox)
{
	struct message message;
	open_question(bot, &asked->question, &asked->legal, &message);
	asked->id = bot->id;
	outbox->bytes = realloc(outbox->bytes, outbox->size + message.size);
	if (outbox->bytes == NULL)
		abort();
	memcpy(outbox->bytes + outbox->size, message.bytes, message.size);
	outbox->size += message.size;
	free(message.bytes);
	asked->sent = true;
	asked->sent_ms = clock_ms();
}

static int count_open(const struct bot_asked asked[], int count)
{
	int open = 0;
	for (int i = 0; i < count; i++)
		open += asked[i].sent && !asked[i].done;
	return open;
}

/* As many as the bot takes; singly: one. */
static void post_more(struct bot *bot, struct bot_asked asked[], int count, bool singly,
                      struct outbox *outbox)
{
	const int64_t most = singly ? 1 : bot->hello.at_once;
	int open = count_open(asked, count);
	for (int i = 0; i < count && open < most; i++)
		if (!asked[i].sent && !asked[i].done) {
			post(bot, &asked[i], outbox);
			open++;
		}
}

/* After a fault that ended the bot: what is left is asked again. */
static void take_back(struct bot_asked asked[], int count, struct outbox *outbox)
{
	for (int i = 0; i < count; i++)
		asked[i].sent &= asked[i].done;
	outbox->size = outbox->sent = 0;
}

/* An answer to a question that was given up comes too late and is left out. False: it answers
 * nothing that was asked. */
static bool take_answer(struct bot *bot, struct bot_asked asked[], int count, const char *line,
                        size_t length)
{
	const int64_t id = answer_find_id(line, length);
	struct bot_asked *to = NULL;
	for (int i = 0; i < count && to == NULL; i++)
		if (asked[i].sent && !asked[i].done && asked[i].id == id)
			to = &asked[i];
	if (to == NULL)
		return id > 0 && id <= bot->id;

	const bool taken =
		to->said != NULL
			? answer_read_press(&to->question, id, line, length, to->said, &to->cost, &to->fault)
			: answer_read_orders(&to->question, id, &to->legal, line, length, &to->orders,
	                             &to->cost, &to->fault);
	bot->answered_ms = clock_ms();
	to->think_ns = (uint64_t)(bot->answered_ms - to->sent_ms) * UINT64_C(1000000);
	settle(to, taken ? BOT_ORDERED : BOT_FAULTED);
	return true;
}

/* Takes all lines that are there. PROCESS_UNASKED: one answers nothing. */
static enum process_event take_answers(struct bot *bot, struct bot_asked asked[], int count)
{
	static char line[PROCESS_LINE_MOST + 1];
	size_t length;
	while (process_take_line(&bot->process, line, &length))
		if (!take_answer(bot, asked, count, line, length))
			return PROCESS_UNASKED;
	return PROCESS_ANSWERED;
}

/* Gives up what is late. PROCESS_LATE: the bot has answered nothing since it was asked. */
static enum process_event give_up_late(struct bot *bot, struct bot_asked asked[], int count)
{
	const int64_t now = clock_ms();
	for (int i = 0; i < count; i++) {
		struct bot_asked *late = &asked[i];
		if (!late->sent || late->done || now < late->sent_ms + bot->limits->seconds * INT64_C(1000))
			continue;
		if (bot->answered_ms < late->sent_ms)
			return PROCESS_LATE;
		(void)faults_set(&late->fault, BOT_LATE, "no answer to the phase within %d s",
		                 bot->limits->seconds);
		settle(late, BOT_FAULTED);
	}
	return PROCESS_ANSWERED;
}

/* Writes and reads for a moment. PROCESS_ANSWERED: the bot is as it should be. */
static enum process_event serve(struct bot *bot, struct bot_asked asked[], int count, bool singly,
                                struct outbox *outbox)
{
	enum { SLICE_MS = 50 };
	if (bot->go_on != NULL && !bot->go_on(bot->context))
		return PROCESS_STOPPED;
	post_more(bot, asked, count, singly, outbox);
	enum process_event event =
		process_step(&bot->process, outbox->bytes, outbox->size, &outbox->sent, SLICE_MS);
	if (event == PROCESS_ANSWERED)
		event = take_answers(bot, asked, count);
	if (event == PROCESS_ANSWERED || event == PROCESS_LATE)
		event = give_up_late(bot, asked, count);
	return event;
}

/* Asks until all are answered. After a fault of the bot as a whole they are asked one by one, so
 * that it is known which one it fails at. False: as bot_ask_together. */
static bool ask_all(struct bot *bot, struct bot_asked asked[], int count, struct outbox *outbox)
{
	struct bot_asked *oldest;
	bool singly = false;
	while ((oldest = find_oldest(asked, count, false)) != NULL) {
		enum bot_outcome outcome = make_ready_first(bot, &oldest->question, &oldest->fault);
		if (outcome == BOT_ORDERED) {
			const enum process_event event = serve(bot, asked, count, singly, outbox);
			if (event == PROCESS_ANSWERED)
				continue;
			struct bot_asked *const waiting = find_oldest(asked, count, true);
			oldest = waiting != NULL ? waiting : oldest;
			outcome = fail_exchange(bot, event, bot->limits->seconds, "the phase", &oldest->fault);
		}
		const bool blamed = outcome != BOT_FAULTED || count_open(asked, count) <= 1;
		if (blamed)
			settle(oldest, outcome);
		take_back(asked, count, outbox);
		singly = true;
		if (outcome != BOT_FAULTED)
			return false;
	}
	return true;
}

bool bot_ask_together(struct bot *bot, struct bot_asked asked[], int count)
{
	struct outbox outbox = {0};
	for (int i = 0; i < count; i++) {
		asked[i].legal = bot_list_legal(&asked[i].question);
		asked[i].sent = asked[i].done = false;
		asked[i].cost.any = false;
		if (asked[i].said != NULL && !bot->hello.writes)
			settle(&asked[i], BOT_ORDERED);
	}
	const bool done = ask_all(bot, asked, count, &outbox);
	for (int i = 0; i < count; i++)
		free(asked[i].legal.order);
	free(outbox.bytes);
	return done;
}

void bot_tell_over(struct bot *bot, const struct bot_end *end)
{
	const struct process_wait wait = {.until_ms = clock_ms() + TELL_MS};
	struct message message;
	if (!bot->running)
		return;
	message_over(end, &message);
	if (!process_tell(&bot->process, message.bytes, message.size, &wait))
		bot_close(bot);
	free(message.bytes);
}
