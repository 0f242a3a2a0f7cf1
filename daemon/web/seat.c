/* seat: see seat.h. */
#include "seat.h"

#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "crew.h"

enum { DESKS = 3, WAITING_MOST = 256 };

/* A request that a desk has. */
struct asked {
	struct job job; /* first */
	struct visit *visit;
	struct seat_request request;
	struct made made;
};

static struct crew crew;
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

static void done(struct job *job)
{
	struct asked *asked = (struct asked *)job;
	const struct made *made = &asked->made;
	visit_reply(asked->visit, reply_make(made->status, made->kind, made->text, made->size));
	forget(asked);
}

void seat_ask(struct visit *visit)
{
	const char *why;
	struct asked *asked = malloc(sizeof *asked);
	if (asked == NULL) {
		visit_reply(visit, NULL);
		return;
	}
	asked->job = (struct job){.work = work, .done = done};
	asked->visit = visit;
	int status = seat_request_read(&visit->address, visit->seat, visit->body, visit->body_size,
	                               &asked->request, &why);
	if (status == 0 && !crew_ask(&crew, &asked->job)) {
		status = 503;
		why = "Too many ask at once: please try again";
	}
	if (status == 0)
		return;
	forget(asked);
	visit_reply(visit, reply_refuse_json(status, why));
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
	if (descriptor < 0 || !crew_open(&crew, target, stmt_seat_bind, DESKS, WAITING_MOST))
		return false;
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
}

void seat_close(void)
{
	crew_close(&crew);
	close(descriptor);
}
