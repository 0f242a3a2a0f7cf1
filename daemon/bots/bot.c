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
	if (outcome == BOT_ORDERED && !answer_read_hello(line, length, bot->said, &bot->writes, fault))
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
	if (outcome != BOT_ORDERED || (said != NULL && !bot->writes))
		return outcome;
	const struct bot_legal legal = bot_list_legal(question);
	message_phase(question, ++bot->id, &legal, bot->limits->seconds, &message);
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
