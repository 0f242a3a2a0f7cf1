/* bot: see bot.h. */
#include "bot.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/heap.h"

/* STARTS_MOST: starts of a bot that has never answered hello; PAUSE_MS: before the next start. */
enum { STARTS_MOST = 3, PAUSE_MS = 500, SLICE_MS = 50 };

static const uint64_t SECOND_NS = 1000000000;

/* Loops over the existing copies, each as `copy`. */
#define FOR_COPIES(bot, copy)                                                                      \
	for (struct bot_copy * copy, **at = (bot)->copies;                                             \
	     at < (bot)->copies + BOT_COPIES_MOST && (copy = *at) != NULL; at++)

void bot_open(struct bot *bot, const struct bot_command *command, const struct bot_limits *limits)
{
	*bot = (struct bot){.command = command, .limits = limits, .window = BOT_AT_ONCE_MOST};
	TAILQ_INIT(&bot->queue);
}

void bot_close(struct bot *bot)
{
	assert(bot->unanswered == 0);
	FOR_COPIES(bot, copy)
	{
		copy_end(copy);
		free(copy);
		*at = NULL;
	}
}

/* ── questions ── */

void bot_put(struct bot *bot, struct bot_asked *asked)
{
	asked->done = asked->suspect = asked->cost.any = false;
	asked->copy = NULL;
	asked->heard[0] = '\0';
	asked->think_ns = 0;
	TAILQ_INSERT_TAIL(&bot->queue, asked, next);
	bot->unanswered++;
}

static void turn_to(struct bot *bot, const struct bot_asked *asked)
{
	if (bot->turn_to != NULL)
		bot->turn_to(bot->context, asked);
}

/* Removes a question from the queue, or from the copy that has it. */
static void remove_asked(struct bot *bot, struct bot_asked *asked)
{
	if (asked->copy == NULL)
		TAILQ_REMOVE(&bot->queue, asked, next);
	else
		copy_remove(asked->copy, asked);
}

static void settle(struct bot *bot, struct bot_asked *asked, enum bot_outcome outcome)
{
	remove_asked(bot, asked);
	bot->suspects -= asked->suspect;
	bot->unanswered--;
	asked->outcome = outcome;
	asked->done = true;
}

bool bot_needs_history(const struct bot *bot)
{
	return !bot->started || bot->hello.remembers;
}

void bot_take_back(struct bot *bot, struct bot_asked *asked)
{
	if (asked->done)
		return;
	struct bot_copy *copy = asked->copy;
	settle(bot, asked, BOT_FAULTED);
	if (copy != NULL && copy->hello.at_once == 1) /* it would answer this one, not the next */
		copy_end(copy);
}

/* ── faults ── */

/* Ends a copy after a fault, and stores the end of its standard error in the fault. */
static void end_copy(struct bot *bot, struct bot_copy *copy, struct bot_fault *fault)
{
	copy_end(copy);
	process_last_words(&copy->process, fault->last_words);
	process_last_line(&copy->process, fault->last_line);
	if (strcmp(fault->last_line, bot->last_line) == 0)
		fault->last_line[0] = '\0';
	else
		strcpy(bot->last_line, fault->last_line);
}

/* A copy was not started or has not answered hello: a fault of the first question. If the bot has
 * never answered hello, that is more often a mistake of the operator than of the bot: no game
 * counts it as a fault, and all questions are given up. */
static void fail_start(struct bot *bot, const struct bot_fault *fault)
{
	const int most = bot->limits->starts > 0 ? bot->limits->starts : STARTS_MOST;
	struct bot_asked *first;
	if (!bot->started && ++bot->starts < most) {
		bot->start_ns = clock_ns() + PAUSE_MS * SECOND_NS / 1000;
		return;
	}
	while ((first = TAILQ_FIRST(&bot->queue)) != NULL) {
		first->fault = *fault;
		settle(bot, first, bot->started ? BOT_FAULTED : BOT_UNUSABLE);
		if (bot->started)
			return;
	}
}

/* Puts all open questions of a copy at the head of the queue. */
static void ask_again(struct bot *bot, struct bot_copy *copy)
{
	struct bot_asked *asked;
	while ((asked = TAILQ_LAST(&copy->open, bot_queue)) != NULL) {
		copy_remove(copy, asked);
		TAILQ_INSERT_HEAD(&bot->queue, asked, next);
		bot->suspects += !asked->suspect;
		asked->suspect = true;
	}
}

/* A copy has failed, and is ended. */
static void fail(struct bot *bot, struct bot_copy *copy, enum process_event event)
{
	struct bot_fault fault;
	char text[BOT_ERROR_SIZE];
	bool absent;
	const int seconds = copy->ready ? bot->limits->seconds : bot->limits->start;
	if (event == PROCESS_CLOSED) {
		process_describe(&copy->process, &absent, text);
		(void)faults_set(&fault, absent ? BOT_ABSENT : BOT_DEAD, "%s", text);
	} else if (event == PROCESS_LONG)
		(void)faults_set(&fault, BOT_GARBLED, "a line of more than %d bytes", PROCESS_LINE_MOST);
	else if (event == PROCESS_UNASKED)
		(void)faults_set(&fault, BOT_UNASKED, "it wrote something before it was asked");
	else
		(void)faults_set(&fault, BOT_LATE, "no answer to %s within %d s",
		                 copy->ready ? "the phase" : "hello", seconds);
	end_copy(bot, copy, &fault);

	const int open = copy->open_count;
	bot->window = open > 1 ? open / 2 : 1;
	if (!copy->ready)
		fail_start(bot, &fault);
	else if (open > 1)
		ask_again(bot, copy);
	else if (open == 1) {
		struct bot_asked *only = TAILQ_FIRST(&copy->open);
		only->fault = fault;
		settle(bot, only, BOT_FAULTED);
	}
}

/* ── asking ── */

static bool has_room(const struct bot *bot, const struct bot_copy *copy)
{
	const int64_t most = MIN(copy->hello.at_once, bot->window);
	return copy->open_count < most;
}

/* Starts a copy, or sends an idle one another map. */
static void greet(struct bot *bot, struct bot_copy *copy, const struct bot_question *question)
{
	struct bot_fault fault;
	char error[BOT_ERROR_SIZE];
	if (copy->running || copy_start(copy, bot->command, bot->limits, error)) {
		copy_greet(copy, question, bot->limits->seconds);
		return;
	}
	(void)faults_set(&fault, BOT_ABSENT, "%s", error);
	fail_start(bot, &fault);
}

/* Adds a copy if the bot may have another; else NULL. */
static struct bot_copy *add_copy(struct bot *bot)
{
	for (int i = 0; i < bot->limits->copies; i++)
		if (bot->copies[i] == NULL) {
			bot->copies[i] = heap_get(1, sizeof **bot->copies);
			return bot->copies[i];
		}
	return NULL;
}

/* The copy that can be asked the question now, with the fewest open questions. If there is none,
 * sends the map to one idle or new copy and returns NULL. */
static struct bot_copy *find_copy(struct bot *bot, const struct bot_question *question)
{
	struct bot_copy *best = NULL, *idle = NULL;
	FOR_COPIES(bot, copy)
	{
		if (copy->running && !copy->ready)
			return NULL;
		const bool fits = copy->running && copy->map_id == question->map_id;
		if (fits && has_room(bot, copy) && (best == NULL || copy->open_count < best->open_count))
			best = copy;
		if (!fits && copy->open_count == 0)
			idle = copy;
	}

	if (best != NULL)
		return best;
	if (idle == NULL)
		idle = add_copy(bot);
	if (idle != NULL && clock_ns() >= bot->start_ns)
		greet(bot, idle, question);
	return NULL;
}

void bot_ask_more(struct bot *bot)
{
	struct bot_asked *asked;
	while ((asked = TAILQ_FIRST(&bot->queue)) != NULL) {
		struct bot_copy *copy = find_copy(bot, &asked->question);
		if (copy == NULL && asked == TAILQ_FIRST(&bot->queue))
			return;
		if (copy == NULL)
			continue; /* already done: the bot does not start */
		if (asked->said != NULL && !copy->hello.writes) {
			settle(bot, asked, BOT_ORDERED);
			continue;
		}
		const bool unasked = copy->hello.at_once == 1 && process_has_spoken(&copy->process);
		TAILQ_REMOVE(&bot->queue, asked, next);
		turn_to(bot, asked);
		copy_ask(copy, asked, ++bot->id, bot->limits->seconds);
		turn_to(bot, NULL);
		if (unasked)
			fail(bot, copy, PROCESS_UNASKED);
	}
}

bool bot_is_full(const struct bot *bot)
{
	if (bot->unanswered == 0)
		return false;
	if (!TAILQ_EMPTY(&bot->queue))
		return true;
	for (int i = 0; i < bot->limits->copies; i++) {
		const struct bot_copy *copy = bot->copies[i];
		if (copy == NULL || !copy->running || (copy->ready && has_room(bot, copy)))
			return false;
	}
	return true;
}

void bot_excuse(struct bot *bot, uint64_t away_ns)
{
	FOR_COPIES(bot, copy)
	{
		struct bot_asked *asked;
		copy->hello_ns += away_ns;
		if (copy->open_count > 0)
			TAILQ_FOREACH (asked, &copy->open, next)
				asked->sent_ns += away_ns;
	}
}

/* ── answers ── */

/* Handles the answer to hello. False: the copy has ended. */
static bool take_hello(struct bot *bot, struct bot_copy *copy, const char *line, size_t length)
{
	struct bot_fault fault;
	copy->ready = answer_read_hello(line, length, &copy->hello, &fault);
	if (copy->ready && copy->hello.remembers && !bot_needs_history(bot))
		copy->ready = faults_set(&fault, BOT_WRONG, "\"history\" of hello must be as at first");
	if (copy->ready) {
		bot->hello = copy->hello;
		bot->started = true;
		return true;
	}
	end_copy(bot, copy, &fault);
	fail_start(bot, &fault);
	return false;
}

/* Stores the last line that it wrote on standard error since its last answer. */
static void note_heard(struct bot_copy *copy, struct bot_asked *to)
{
	if (copy->process.heard != copy->heard)
		process_last_line(&copy->process, to->heard);
	copy->heard = copy->process.heard;
}

/* Handles the answer to a question. False: the copy has ended. */
static bool take_answer(struct bot *bot, struct bot_copy *copy, struct bot_asked *to,
                        const char *line, size_t length)
{
	turn_to(bot, to);
	const struct bot_question *question = &to->question;
	const bool taken =
		to->said != NULL
			? answer_read_press(question, to->id, line, length, to->said, &to->cost, &to->fault)
			: answer_read_orders(question, to->id, &to->legal, line, length, &to->orders, &to->cost,
	                             &to->fault);
	turn_to(bot, NULL);

	copy->answered_ns = clock_ns();
	if (copy->answered_ns > to->sent_ns)
		to->think_ns = copy->answered_ns - to->sent_ns;
	note_heard(copy, to);
	const bool ends = !taken && copy->hello.at_once == 1;
	if (ends)
		end_copy(bot, copy, &to->fault);
	settle(bot, to, taken ? BOT_ORDERED : BOT_FAULTED);
	if (bot->suspects == 0 && bot->window < BOT_AT_ONCE_MOST)
		bot->window *= 2;
	return !ends;
}

/* The open question that a line answers. For a copy that accepts one at a time it is the only
 * one. */
static struct bot_asked *find_asked(const struct bot_copy *copy, int64_t id)
{
	struct bot_asked *asked;
	TAILQ_FOREACH (asked, &copy->open, next)
		if (asked->id == id || copy->hello.at_once == 1)
			return asked;
	return NULL;
}

/* Handles all lines that were read. If a copy accepts one question at a time, output after its
 * answer is kept, as it is too early for the next question. An answer to a question that was given
 * up is ignored. */
static void take_lines(struct bot *bot, struct bot_copy *copy)
{
	static char line[PROCESS_LINE_MOST + 1];
	size_t length;
	while (copy_is_busy(copy) && process_take_line(&copy->process, line, &length)) {
		if (!copy->ready) {
			if (!take_hello(bot, copy, line, length))
				return;
			continue;
		}
		const int64_t id = answer_find_id(line, length);
		struct bot_asked *to = find_asked(copy, id);
		if (to != NULL && !take_answer(bot, copy, to, line, length))
			return;
		if (to == NULL && (id <= 0 || id > bot->id)) {
			fail(bot, copy, PROCESS_UNASKED);
			return;
		}
	}
}

/* Gives up late questions. False: the copy has answered nothing since the question was asked. */
static bool give_up_late(struct bot *bot, struct bot_copy *copy)
{
	const uint64_t now = clock_ns(), most = (uint64_t)bot->limits->seconds * SECOND_NS;
	struct bot_asked *asked;
	if (!copy->ready)
		return now < copy->hello_ns + (uint64_t)bot->limits->start * SECOND_NS;
	while ((asked = TAILQ_FIRST(&copy->open)) != NULL && now >= asked->sent_ns + most) {
		if (copy->hello.at_once == 1 || copy->answered_ns < asked->sent_ns)
			return false;
		(void)faults_set(&asked->fault, BOT_LATE, "no answer to the phase within %d s",
		                 bot->limits->seconds);
		settle(bot, asked, BOT_FAULTED);
	}
	return true;
}

int bot_watch(const struct bot *bot, struct pollfd polled[BOT_POLLED])
{
	int count = 0;
	for (int i = 0; i < BOT_COPIES_MOST && bot->copies[i] != NULL; i++) {
		const struct bot_copy *copy = bot->copies[i];
		if (!copy_is_busy(copy))
			continue;
		process_watch(&copy->process, &polled[count]);
		count += PROCESS_ENDS;
	}
	return count;
}

void bot_serve(struct bot *bot, const struct pollfd polled[BOT_POLLED])
{
	FOR_COPIES(bot, copy)
	{
		if (!copy_is_busy(copy))
			continue;
		const bool spoke = polled[0].revents != 0;
		const enum process_event event = process_step(&copy->process, polled);
		polled += PROCESS_ENDS;
		if (event == PROCESS_ANSWERED)
			take_lines(bot, copy);
		else if (event != PROCESS_LATE)
			fail(bot, copy, event);
		else if (!spoke && !give_up_late(bot, copy))
			fail(bot, copy, PROCESS_LATE);
	}
}

void bot_ask(struct bot *bot, struct bot_asked *asked)
{
	struct pollfd polled[BOT_POLLED];
	bot_put(bot, asked);
	for (;;) {
		bot_ask_more(bot);
		if (asked->done)
			return;
		const int count = bot_watch(bot, polled);
		if (poll(polled, (nfds_t)count, SLICE_MS) >= 0)
			bot_serve(bot, polled);
	}
}

void bot_tell_over(struct bot *bot, const struct bot_end *end)
{
	FOR_COPIES(bot, copy)
	{
		if (copy->running && copy->ready)
			copy_tell_over(copy, end);
	}
}
