/* role_wait: see role_wait.h. */
#include "role_wait.h"

#include <stdlib.h>
#include <sys/queue.h>

#include "base/clock.h"
#include "seat_wait.h"

struct waiting {
	TAILQ_ENTRY(waiting) entries;
	struct visit *visit;
};
TAILQ_HEAD(waitings, waiting);

static struct {
	void (*again)(struct visit *visit, bool over);
	struct waitings waitings;
	int count;
	int64_t asked; /* the last time, by clock_ms */
} room = {.waitings = TAILQ_HEAD_INITIALIZER(room.waitings)};

void role_wait_open(void (*again)(struct visit *visit, bool over))
{
	room.again = again;
}

bool role_wait(struct visit *visit)
{
	struct waiting *waiting = room.count < ROLE_WAIT_MOST ? malloc(sizeof *waiting) : NULL;
	if (waiting == NULL)
		return false;
	waiting->visit = visit;
	TAILQ_INSERT_TAIL(&room.waitings, waiting, entries);
	room.count++;
	return true;
}

/* Each asks once; a visit that is added again meanwhile has asked already. */
static void ask_all(void)
{
	struct waitings all = TAILQ_HEAD_INITIALIZER(all);
	struct waiting *waiting;
	TAILQ_CONCAT(&all, &room.waitings, entries);
	room.count = 0;
	room.asked = clock_ms();
	while ((waiting = TAILQ_FIRST(&all)) != NULL) {
		struct visit *visit = waiting->visit;
		TAILQ_REMOVE(&all, waiting, entries);
		free(waiting);
		room.again(visit, clock_ms() >= visit->began + SEAT_WAIT_MS);
	}
}

void role_wait_wake(void)
{
	if (clock_ms() >= room.asked + ROLE_WAIT_LEAST_MS)
		ask_all();
}

void role_wait_tick(void)
{
	ask_all();
}
