/* seat: see seat.h. */
#include "seat.h"

#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/clock.h"
#include "crew.h"
#include "ear.h"
#include "seat_wait.h"

enum { DESKS = 3, WAITING_MOST = 256 };

/* A request that a desk has. */
struct asked {
	struct job job; /* first */
	struct visit *visit;
	int64_t at; /* when it was asked, by clock_ms */
	struct seat_request request;
	struct made made;
};

static struct crew crew;
static struct desk *waits;
static struct ear *ear;
static int descriptor;

/* ── requests ── */

static void work(struct job *job, struct db *db)
{
	struct asked *asked = (struct asked *)job;
	seat_answer(db, &asked->request, &asked->made);
}

static void forget(struct asked *asked)
{
	explicit_bzero(asked, sizeof *asked);
	free(asked);
}

static void ask(struct visit *visit, bool now);

/* Nothing is new: the visit waits, as long as it may. */
static void wait_on(struct asked *asked)
{
	struct visit *visit = asked->visit;
	if (seat_wait_is_over(visit))
		ask(visit, true);
	else if (!seat_wait(visit, &asked->request, asked->at))
		visit_reply(visit, reply_refuse_json(503, "Too many wait: please try again"));
}

static void done(struct job *job)
{
	struct asked *asked = (struct asked *)job;
	const struct made *made = &asked->made;
	if (made->status == SEAT_SAME)
		wait_on(asked);
	else
		visit_reply(asked->visit, reply_make(made->status, made->kind, made->text, made->size));
	forget(asked);
}

/* now: it is answered at once, whatever it has seen. */
static void ask(struct visit *visit, bool now)
{
	const char *why;
	struct asked *asked = malloc(sizeof *asked);
	if (asked == NULL) {
		visit_reply(visit, NULL);
		return;
	}
	asked->job = (struct job){.work = work, .done = done};
	asked->visit = visit;
	asked->at = clock_ms();
	int status = seat_request_read(&visit->address, visit->seat, visit->body, visit->body_size,
	                               &asked->request, &why);
	if (now)
		asked->request.seen[0] = '\0';
	if (status == 0 && !crew_ask(&crew, &asked->job)) {
		status = 503;
		why = "Too many ask at once: please try again";
	}
	if (status == 0)
		return;
	forget(asked);
	visit_reply(visit, reply_refuse_json(status, why));
}

void seat_ask(struct visit *visit)
{
	ask(visit, false);
}

static void ask_now(struct visit *visit)
{
	ask(visit, true);
}

/* ── the loop ── */

static bool watch(int fd)
{
	struct epoll_event event = {.events = EPOLLIN};
	return epoll_ctl(descriptor, EPOLL_CTL_ADD, fd, &event) == 0;
}

bool seat_open(const struct target *target)
{
	descriptor = epoll_create1(EPOLL_CLOEXEC);
	waits = desk_open(target, stmt_seat_bind, NULL);
	ear = ear_open(target);
	if (descriptor < 0 || waits == NULL || ear == NULL ||
	    !crew_open(&crew, target, stmt_seat_bind, DESKS, WAITING_MOST) ||
	    !watch(desk_descriptor(waits)) || !watch(ear_descriptor(ear)))
		return false;
	seat_wait_open(waits, ask_now);
	for (int i = 0; i < crew.count; i++)
		if (!watch(desk_descriptor(crew.desk[i])))
			return false;
	return true;
}

int seat_descriptor(void)
{
	return descriptor;
}

void seat_run(void)
{
	crew_settle(&crew);
	desk_settle(waits);
	if (ear_take(ear))
		seat_wait_wake();
	seat_wait_run();
}

int seat_timeout(void)
{
	return seat_wait_timeout();
}

void seat_tick(void)
{
	seat_wait_tick();
}

void seat_close(void)
{
	crew_close(&crew);
	desk_close(waits);
	ear_close(ear);
	close(descriptor);
}
