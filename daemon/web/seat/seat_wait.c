/* seat_wait: see seat_wait.h. */
#include "seat_wait.h"

#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "base/clock.h"

enum { ASKED_MOST = 4096, TIMES = 4 };

struct waiting {
	TAILQ_ENTRY(waiting) entries;
	struct visit *visit;
	struct seat_door door;
	char seen[STMT_PULSE_SIZE];
	int place; /* among those that are asked for; below 0: it is not */
};

/* Those that are asked for. While `asked` it is the thread's. */
static struct {
	struct job job; /* first */
	int count;
	bool answered;
	int64_t took;
	uint8_t keys[ASKED_MOST][DIGEST_SIZE];
	char pulses[ASKED_MOST][STMT_PULSE_SIZE];
} pulses;

static struct {
	struct db_pool *thread;
	void (*more)(struct visit *visit, bool away);
	TAILQ_HEAD(waitings, waiting) waitings; /* those that were asked for last come last */
	int count;
	bool asked, wake;
	int64_t next; /* not before; by clock_ms */
} room = {.waitings = TAILQ_HEAD_INITIALIZER(room.waitings)};

void seat_wait_open(struct db_pool *thread, void (*more)(struct visit *visit, bool away))
{
	room.thread = thread;
	room.more = more;
}

bool seat_wait(struct visit *visit, const struct seat_request *request)
{
	struct waiting *waiting = room.count < SEAT_WAIT_MOST ? malloc(sizeof *waiting) : NULL;
	if (waiting == NULL)
		return false;
	*waiting = (struct waiting){.visit = visit, .door = request->door, .place = -1};
	memcpy(waiting->seen, request->seen, sizeof waiting->seen - 1);
	TAILQ_INSERT_HEAD(&room.waitings, waiting, entries);
	room.count++;
	seat_wait_wake();
	return true;
}

/* Removes it from the list, and has its visit answered. */
static void release(struct waiting *waiting, bool away)
{
	struct visit *visit = waiting->visit;
	TAILQ_REMOVE(&room.waitings, waiting, entries);
	room.count--;
	explicit_bzero(waiting, sizeof *waiting);
	free(waiting);
	room.more(visit, away);
}

/* ── asking ── */

static void work(struct job *job, struct db *db)
{
	const int64_t began = clock_ms();
	(void)job;
	pulses.answered =
		db != NULL && stmt_seat_pulses(db, pulses.keys[0], pulses.count, pulses.pulses);
	pulses.took = clock_ms() - began;
}

static void done(struct job *job)
{
	struct waiting *waiting, *next;
	(void)job;

	room.asked = false;
	room.next = clock_ms() + TIMES * pulses.took;
	for (waiting = TAILQ_FIRST(&room.waitings); waiting != NULL; waiting = next) {
		next = TAILQ_NEXT(waiting, entries);
		const int place = waiting->place;
		waiting->place = -1;
		if (place >= 0 && (!pulses.answered || strcmp(pulses.pulses[place], waiting->seen) != 0))
			release(waiting, !pulses.answered);
	}

	explicit_bzero(pulses.keys, (size_t)pulses.count * sizeof *pulses.keys);
	seat_wait_run();
}

/* Those that were asked for go to the end: if there are more than one query takes, all have their
 * turn. */
static void ask(void)
{
	room.wake = false;
	pulses.count = 0;
	for (int left = room.count; left > 0 && pulses.count < ASKED_MOST; left--) {
		struct waiting *waiting = TAILQ_FIRST(&room.waitings);
		waiting->place = pulses.count;
		memcpy(pulses.keys[pulses.count++], waiting->door.key, DIGEST_SIZE);
		TAILQ_REMOVE(&room.waitings, waiting, entries);
		TAILQ_INSERT_TAIL(&room.waitings, waiting, entries);
	}

	if (pulses.count == 0)
		return;
	room.asked = true;
	pulses.job = (struct job){.work = work, .done = done};
	db_pool_ask(room.thread, &pulses.job);
}

/* ── the loop ── */

void seat_wait_wake(void)
{
	room.wake = true;
	seat_wait_run();
}

void seat_wait_tick(void)
{
	struct waiting *waiting, *next;
	for (waiting = TAILQ_FIRST(&room.waitings); waiting != NULL; waiting = next) {
		next = TAILQ_NEXT(waiting, entries);
		if (clock_ms() >= waiting->visit->began + SEAT_WAIT_MS)
			release(waiting, false);
	}
	seat_wait_wake();
}

int seat_wait_timeout(void)
{
	const int64_t left = room.next - clock_ms();

	if (!room.wake || room.asked)
		return -1;
	return left > 0 ? (int)left : 0;
}

void seat_wait_run(void)
{
	if (room.wake && !room.asked && clock_ms() >= room.next)
		ask();
}
