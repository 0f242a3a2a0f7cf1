/* replay_messages: what players wrote to all in a game that is over. See replay_parts.h. */
#include "replay_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "pages/replay/replay_messages.inc"

enum { MESSAGE_SIZE = 4097 }; /* as farm.messages bounds it */

struct replay_message {
	struct replay_message *next;
	int16_t phase;
	char power[8];
	char text[];
};

static struct replay_message *copy_message(const struct told_message *told)
{
	const size_t size = strlen(told->text) + 1;
	struct replay_message *const message = heap_get(1, sizeof *message + size);
	message->phase = told->phase;
	snprintf(message->power, sizeof message->power, "%s", told->power);
	memcpy(message->text, told->text, size);
	return message;
}

bool replay_read_messages(struct db *db, struct replay_game *game)
{
	struct db_rows rows;
	struct told_message told;
	struct replay_message **end = &game->messages;

	if (!game->terms.finished)
		return true;
	if (!stmt_read_told(db, game->head.game, &rows))
		return false;

	while (stmt_next_told(&rows, &told)) {
		*end = copy_message(&told);
		end = &(*end)->next;
	}

	return db_rows_close(&rows);
}

void replay_free_messages(struct replay_game *game)
{
	while (game->messages != NULL) {
		struct replay_message *const next = game->messages->next;
		free(game->messages);
		game->messages = next;
	}
}

/* Pages take a line at a time. */
static void write_message(struct page *page, const struct replay_message *message)
{
	const char *line = message->text;
	char copy[MESSAGE_SIZE];

	open_message(page, message->power);
	for (;;) {
		const size_t length = strcspn(line, "\n");
		snprintf(copy, sizeof copy, "%.*s", (int)length, line);
		put_line(page, copy);
		if (line[length] == '\0')
			break;
		put_break(page);
		line += length + 1;
	}
	close_message(page);
}

void replay_write_messages(struct page *page, const struct replay_game *game, int16_t phase)
{
	bool any = false;
	for (const struct replay_message *at = game->messages; at != NULL; at = at->next) {
		if (at->phase != phase)
			continue;
		if (!any)
			open_messages(page);
		any = true;
		write_message(page, at);
	}

	if (any)
		close_messages(page);
}
