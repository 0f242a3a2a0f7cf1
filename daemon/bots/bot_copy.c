/* bot_copy: see bot_copy.h. */
#include "bot_copy.h"

#include <stdlib.h>

#include "base/clock.h"

bool copy_start(struct bot_copy *copy, const struct bot_command *command,
                const struct bot_limits *limits, char error[BOT_ERROR_SIZE])
{
	struct bot_words words;
	TAILQ_INIT(&copy->open);
	copy->open_count = 0;
	copy->ready = false;
	copy->heard = 0;
	copy->running = command_split(command->text, &words, error) &&
	                process_start(&copy->process, &words, limits, error);
	return copy->running;
}

void copy_end(struct bot_copy *copy)
{
	if (copy->running)
		process_end(&copy->process);
	copy->running = false;
}

void copy_greet(struct bot_copy *copy, const struct bot_question *question, int seconds)
{
	struct message message;
	message_hello(question->map, seconds, &message);
	process_add(&copy->process, message.bytes, message.size);
	copy->map_id = question->map_id;
	copy->ready = false;
	copy->hello_ns = clock_ns();
}

void copy_ask(struct bot_copy *copy, struct bot_asked *asked, int64_t id, int seconds)
{
	struct bot_question told = asked->question;
	struct message message;
	if (!copy->hello.remembers)
		told.history = NULL;
	asked->id = id;
	asked->copy = copy;
	asked->legal = bot_list_legal(&asked->question);
	message_phase(&told, id, &asked->legal, seconds, &message);
	process_add(&copy->process, message.bytes, message.size);
	asked->sent_ns = clock_ns();
	TAILQ_INSERT_TAIL(&copy->open, asked, next);
	copy->open_count++;
}

void copy_tell_over(struct bot_copy *copy, const struct bot_end *end)
{
	struct message message;
	message_over(end, &message);
	process_add(&copy->process, message.bytes, message.size);
	if (!process_write(&copy->process))
		copy->process.sent = copy->process.size; /* the next question will find that it has ended */
}

bool copy_is_busy(const struct bot_copy *copy)
{
	return copy->running && (!copy->ready || copy->open_count > 0);
}

void copy_remove(struct bot_copy *copy, struct bot_asked *asked)
{
	TAILQ_REMOVE(&copy->open, asked, next);
	copy->open_count--;
	asked->copy = NULL;
	free(asked->legal.order);
	asked->legal.order = NULL;
}
