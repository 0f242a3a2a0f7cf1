/* hint_queue: which request for a hint is next.
 *
 * Computing a hint takes long, so few are computed at once, and other requests wait. Parties take
 * turns: if N parties wait, each gets every Nth hint, however many requests it has. A seat has one
 * request at a time. Pure.
 *
 * Source: start-time fair queueing (Goyal, Vin and Cheng, 1996), with requests of the same size. */
#ifndef ARESFARM_HINT_QUEUE_H
#define ARESFARM_HINT_QUEUE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "board/macros.h"

/* In all, and of a party. */
enum { HINT_QUEUE_MOST = 32, HINT_QUEUE_EACH = 4 };

/* A request, in the caller's memory. */
struct hint_turn {
	TAILQ_ENTRY(hint_turn) others;
	uint64_t party, seat;
	int64_t number; /* lower ones are first */
	bool runs;      /* it is being computed */
};

struct hint_queue {
	TAILQ_HEAD(, hint_turn) turns; /* in the sequence in which they came */
	int count, runs;
	int64_t number; /* of the last one that began */
};

void hint_queue_open(struct hint_queue *queue);

/* False: the seat has a request already, its party has many, or there are too many. */
MUST_CHECK bool hint_queue_add(struct hint_queue *queue, struct hint_turn *turn, uint64_t party,
                               uint64_t seat);

/* The next one, which runs from now on. NULL: none waits. */
struct hint_turn *hint_queue_next(struct hint_queue *queue);

void hint_queue_remove(struct hint_queue *queue, struct hint_turn *turn);

#endif
