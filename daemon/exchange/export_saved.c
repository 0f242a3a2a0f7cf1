/* export_saved: a game as a saved game of the package `diplomacy`. See export_game.h. */
#include <stdlib.h>
#include <string.h>

#include "export_game.h"
#include "base/heap.h"

#define OWN_RULES "NO_PRESS"

static const char *find_messages(const void *context, const char *phase)
{
	return export_find_messages(context, phase);
}

/* Writes the page to the file, and starts a new one. False: the page was too small; it has grown,
 * and the last piece must be written again. */
static bool turn_page(struct saved_page *page, FILE *out)
{
	struct text *text = &page->out;
	const size_t used = text->used;

	text->used = 0;
	if (used < text->size) {
		fwrite(text->at, 1, used, out);
		return true;
	}
	text->size = 2 * used + 1;
	text->at = heap_grow(text->at, text->size, 1);
	return false;
}

/* id: room for a generated name, if the game has no id. */
static struct saved_page open_page(const struct export_game *game, char id[STMT_NAME_SIZE + 16])
{
	const struct exported *head = &game->head;
	const char *own = game->messages != NULL ? "" : OWN_RULES;
	struct saved_page page = {.variant = rules_variant(game->rules, game->map),
	                          .id = id,
	                          .map_name = head->recorded ? head->map_name : head->our_map,
	                          .rules = head->recorded ? head->rules : own,
	                          .timestamp = head->recorded ? head->written_at : head->ended_at,
	                          .voids = game->orders,
	                          .void_count = game->order_count,
	                          .find_messages = find_messages,
	                          .context = game};

	snprintf(id, STMT_NAME_SIZE + 16, "%s/%d", head->name, head->number);
	if (head->id[0] != '\0')
		page.id = head->id;
	saved_see_nothing(&page);
	return page;
}

static bool write_played(struct saved_page *page, const struct export_game *game, int i,
                         const struct board *vanished, FILE *out)
{
	struct phase_record record = game->records[i];

	export_tidy(game, &record);
	do {
		if (!saved_write_played(page, &record, vanished))
			return false;
		text_add(&page->out, ",");
	} while (!turn_page(page, out));
	return true;
}

static bool write_phases(struct saved_page *page, const struct export_game *game, FILE *out,
                         char error[EXPORT_ERROR_SIZE])
{
	const struct board *vanished = NULL;
	char phase[PHASE_TEXT_SIZE];

	for (int i = 0; i < game->count; i++) {
		const struct board *board = &game->records[i].board;
		saved_see(page, board);
		if (retreat_is_idle(game->map, board)) {
			vanished = board;
			continue;
		}
		if (!write_played(page, game, i, vanished, out)) {
			snprintf(error, EXPORT_ERROR_SIZE, "%s: the orders stored cannot have these results",
			         phase_print(board->phase, phase));
			return false;
		}
		vanished = NULL;
	}
	return true;
}

static void write_end(struct saved_page *page, const struct export_game *game, FILE *out)
{
	struct game_verdict verdict = game->verdict;

	verdict.winner = (uint8_t)game->head.winner;
	verdict.shared = (power_set)game->head.terms.shared;
	verdict.ending = game->head.winner == POWER_NONE ? GAME_DRAW : GAME_SOLO;
	if (!game->over)
		verdict.ending = GAME_RUNNING;
	saved_see(page, &game->last);
	do {
		saved_write_end(page, &game->last, verdict, game->head.note);
	} while (!turn_page(page, out));
	fputs("\n", out);
}

bool export_saved(const struct export_game *game, FILE *out, char error[EXPORT_ERROR_SIZE])
{
	char id[STMT_NAME_SIZE + 16];
	struct saved_page page = open_page(game, id);

	do {
		saved_write_head(&page);
	} while (!turn_page(&page, out));
	const bool written = write_phases(&page, game, out, error);
	if (written)
		write_end(&page, game, out);
	free(page.out.at);
	return written;
}
