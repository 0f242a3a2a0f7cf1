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
} links = {.waitings = TAILQ_HEAD_INITIALIZER(links.waitings)};

static struct {
	void (*again)(struct visit *visit, bool over);
	struct waitings waitings;
	int count;
	int64_t asked; /* the last time, by clock_ms */
} roles = {.waitings = TAILQ_HEAD_INITIALIZER(roles.waitings)};

void seat_wait_open(struct db_pool *thread, void (*more)(struct visit *visit, bool away),
                    void (*again)(struct visit *visit, bool over))
{
	links.thread = thread;
	links.more = more;
	roles.again = again;
}

bool seat_wait(struct visit *visit, const struct seat_request *request)
{
	struct waiting *waiting = links.count < SEAT_WAIT_MOST ? malloc(sizeof *waiting) : NULL;
	if (waiting == NULL)
		return false;
	*waiting = (struct waiting){.visit = visit, .door = request->door, .place = -1};
	memcpy(waiting->seen, request->seen, sizeof waiting->seen - 1);
	TAILQ_INSERT_HEAD(&links.waitings, waiting, entries);
	links.count++;
	links.wake = true;
	seat_wait_run();
	return true;
}

/* Removes it from the list, and has its visit answered. */
static void release(struct waiting *waiting, bool away)
{
	struct visit *visit = waiting->visit;
	TAILQ_REMOVE(&links.waitings, waiting, entries);
	links.count--;
	explicit_bzero(waiting, sizeof *waiting);
	free(waiting);
	links.more(visit, away);
}

/* ── visits by a role ── */

bool seat_wait_by_role(struct visit *visit)
{
	struct waiting *waiting = roles.count < ROLE_WAIT_MOST ? malloc(sizeof *waiting) : NULL;
	if (waiting == NULL)
		return false;
	waiting->visit = visit;
	TAILQ_INSERT_TAIL(&roles.waitings, waiting, entries);
	roles.count++;
	return true;
}

/* Each asks once; a visit that is added again meanwhile has asked already. */
static void ask_roles(void)
{
	struct waitings all = TAILQ_HEAD_INITIALIZER(all);
	struct waiting *waiting;
	TAILQ_CONCAT(&all, &roles.waitings, entries);
	roles.count = 0;
	roles.asked = clock_ms();
	while ((waiting = TAILQ_FIRST(&all)) != NULL) {
		struct visit *visit = waiting->visit;
		TAILQ_REMOVE(&all, waiting, entries);
		free(waiting);
		roles.again(visit, clock_ms() >= visit->began + SEAT_WAIT_MS);
	}
}

/* ── asking ── */

static void read_pulses(struct job *job, struct db *db)
{
	const int64_t began = clock_ms();
	(void)job;
	pulses.answered =
		db != NULL && stmt_seat_pulses(db, pulses.keys[0], pulses.count, pulses.pulses);
	pulses.took = clock_ms() - began;
}

static void compare_pulses(struct job *job)
{
	struct waiting *waiting, *next;
	(void)job;

	links.asked = false;
	links.next = clock_ms() + TIMES * pulses.took;
	for (waiting = TAILQ_FIRST(&links.waitings); waiting != NULL; waiting = next) {
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
static void ask_links(void)
{
	links.wake = false;
	pulses.count = 0;
	for (int left = links.count; left > 0 && pulses.count < ASKED_MOST; left--) {
		struct waiting *waiting = TAILQ_FIRST(&links.waitings);
		waiting->place = pulses.count;
		memcpy(pulses.keys[pulses.count++], waiting->door.key, DIGEST_SIZE);
		TAILQ_REMOVE(&links.waitings, waiting, entries);
		TAILQ_INSERT_TAIL(&links.waitings, waiting, entries);
	}

	if (pulses.count == 0)
		return;
	links.asked = true;
	pulses.job = (struct job){.work = read_pulses, .done = compare_pulses};
	db_pool_ask(links.thread, &pulses.job);
}

/* ── the loop ── */

static void wake(void)
{
	links.wake = true;
	seat_wait_run();
}

void seat_wait_wake(void)
{
	wake();
	if (clock_ms() >= roles.asked + ROLE_WAIT_LEAST_MS)
		ask_roles();
}

void seat_wait_tick(void)
{
	struct waiting *waiting, *next;
	for (waiting = TAILQ_FIRST(&links.waitings); waiting != NULL; waiting = next) {
		next = TAILQ_NEXT(waiting, entries);
		if (clock_ms() >= waiting->visit->began + SEAT_WAIT_MS)
			release(waiting, false);
	}
	wake();
	ask_roles();
}

int seat_wait_timeout(void)
{
	const int64_t left = links.next - clock_ms();

	if (!links.wake || links.asked)
		return -1;
	return left > 0 ? (int)left : 0;
}

void seat_wait_run(void)
{
	if (links.wake && !links.asked && clock_ms() >= links.next)
		ask_links();
}
