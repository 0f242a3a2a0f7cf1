/* hint_queue: see hint_queue.h. */
#include "hint_queue.h"

#include <stddef.h>

void hint_queue_open(struct hint_queue *queue)
{
	*queue = (struct hint_queue){.count = 0};
	TAILQ_INIT(&queue->turns);
}

bool hint_queue_add(struct hint_queue *queue, struct hint_turn *turn, uint64_t party, uint64_t seat)
{
	const struct hint_turn *other;
	int64_t number = queue->number;
	int each = 0;

	TAILQ_FOREACH (other, &queue->turns, others) {
		if (other->seat == seat)
			return false;
		if (other->party != party)
			continue;
		each++;
		if (other->number >= number)
			number = other->number + 1;
	}
	if (each >= HINT_QUEUE_EACH || queue->count >= HINT_QUEUE_MOST)
		return false;

	*turn = (struct hint_turn){.party = party, .seat = seat, .number = number};
	TAILQ_INSERT_TAIL(&queue->turns, turn, others);
	queue->count++;
	return true;
}

struct hint_turn *hint_queue_next(struct hint_queue *queue)
{
	struct hint_turn *next = NULL, *turn;
	TAILQ_FOREACH (turn, &queue->turns, others) {
		if (!turn->runs && (next == NULL || turn->number < next->number))
			next = turn;
	}
	if (next == NULL)
		return NULL;

	next->runs = true;
	queue->runs++;
	queue->number = next->number;
	return next;
}

void hint_queue_remove(struct hint_queue *queue, struct hint_turn *turn)
{
	queue->runs -= turn->runs;
	queue->count--;
	TAILQ_REMOVE(&queue->turns, turn, others);
}
