/* seat: see seat.h. */
#include "seat.h"

#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/queue.h>
#include <unistd.h>

#include "web/pool/thread_pool.h"
#include "web/pool/seat_listener.h"
#include "web/login/login.h"
#include "role_wait.h"
#include "seat_wait.h"

/* HINTS_EACH: of an address, where addresses are told apart. */
enum { THREADS = 3, WAITING_MOST = 2048, THINKERS = 1, HINTS_MOST = 32, HINTS_EACH = 4 };

/* A request that a thread has. */
struct asked {
	struct job job;          /* first */
	LIST_ENTRY(asked) hints; /* if it asks for one */
	struct visit *visit;
	struct seat_request request;
	struct made made;
};

static struct thread_pool pool, hint_pool; /* hint_pool: for hints, which take longer */
static int role_hints;                     /* that roles wait for, by their own threads */
static LIST_HEAD(, asked) hints;           /* that seats of links wait for */
static bool bounded;                       /* addresses are told apart */
static struct db_thread *waits;
static struct seat_listener *listener;
static int descriptor;

/* ── requests ── */

static void work(struct job *job, struct db *db)
{
	struct asked *asked = (struct asked *)job;
	if (db == NULL && asked->request.door.game != 0)
		seat_refuse(&asked->made, 401, "You have been logged out: please log in again");
	else
		seat_answer(db, &asked->request, &asked->made);
}

/* Whether the hint pool has, or gets, this request. */
static bool is_hint_of_link(const struct asked *asked)
{
	return asked->request.door.game == 0 && asked->request.page == PAGE_SEAT_HINT;
}

/* Hints take long. So a seat waits for one at a time, and an address for few. */
static bool ask_for_hint(struct asked *asked)
{
	const struct asked *other;
	int each = 0;
	LIST_FOREACH (other, &hints, hints) {
		if (memcmp(other->request.door.key, asked->request.door.key, DIGEST_SIZE) == 0)
			return false;
		each += other->visit->peer == asked->visit->peer;
	}
	if ((bounded && each >= HINTS_EACH) || !thread_pool_ask(&hint_pool, &asked->job))
		return false;
	LIST_INSERT_HEAD(&hints, asked, hints);
	return true;
}

static void forget(struct asked *asked)
{
	explicit_bzero(asked, sizeof *asked);
	free(asked);
}

/* Whether a thread of somebody who has logged in thinks about a hint. */
static bool is_hint_of_role(const struct seat_request *request)
{
	return request->door.game != 0 && request->page == PAGE_SEAT_HINT;
}

static void done(struct job *job)
{
	struct asked *asked = (struct asked *)job;
	const struct made *made = &asked->made;
	role_hints -= is_hint_of_role(&asked->request);
	if (is_hint_of_link(asked))
		LIST_REMOVE(asked, hints);
	if (made->status != SEAT_SAME)
		visit_reply(asked->visit, reply_make(made->status, made->kind, made->text, made->size));
	else if (!role_wait(asked->visit))
		visit_reply(asked->visit, reply_refuse_json(503, "Too many wait: please try again"));
	forget(asked);
}

/* Has the session of a role do it. They have many threads, but few may think at once. */
static int take_role(struct asked *asked, const char **why)
{
	const bool hint = is_hint_of_role(&asked->request);
	*why = "Too many ask for hints at once: please try again";
	if (hint && role_hints >= THINKERS)
		return 503;
	*why = "You have not logged in";
	if (!login_ask(asked->visit, &asked->job))
		return 401;
	role_hints += hint;
	return 0;
}

/* Has a thread answer the request, or has its visit wait. Returns as seat_request_read does. */
static int take(struct asked *asked, bool now, const char **why)
{
	const struct visit *visit = asked->visit;
	const int status = seat_request_read(&visit->address, visit->seat, visit->body,
	                                     visit->body_size, &asked->request, why);

	if (status != 0)
		return status;
	if (now)
		asked->request.seen[0] = '\0';
	if (asked->request.door.game != 0)
		return take_role(asked, why);
	*why = "Too many ask at once: please try again";
	if (is_hint_of_link(asked))
		return ask_for_hint(asked) ? 0 : 503;
	if (now || asked->request.seen[0] == '\0')
		return thread_pool_ask(&pool, &asked->job) ? 0 : 503;
	if (!seat_wait(asked->visit, &asked->request))
		return 503;
	forget(asked);

	return 0;
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
	const int status = take(asked, now, &why);
	if (status == 0)
		return;
	forget(asked);
	visit_reply(visit, reply_refuse_json(status, why));
}

void seat_ask(struct visit *visit)
{
	ask(visit, false);
}

/* A visit that has waited. */
static void go_on(struct visit *visit, bool away)
{
	if (away)
		visit_reply(visit,
		            reply_refuse_json(503, "The database does not answer: please try again"));
	else
		ask(visit, true);
}

/* ── the loop ── */

static bool watch(int fd)
{
	struct epoll_event event = {.events = EPOLLIN};
	return epoll_ctl(descriptor, EPOLL_CTL_ADD, fd, &event) == 0;
}

bool seat_open(const struct target *target, bool tell_apart)
{
	bounded = tell_apart;
	descriptor = epoll_create1(EPOLL_CLOEXEC);
	waits = db_thread_open(target, stmt_seat_bind, NULL);
	listener = seat_listener_open(target);
	if (descriptor < 0 || waits == NULL || listener == NULL ||
	    !thread_pool_open(&pool, target, stmt_seat_bind, THREADS, WAITING_MOST) ||
	    !thread_pool_open(&hint_pool, target, stmt_seat_bind, THINKERS, HINTS_MOST) ||
	    !watch(db_thread_descriptor(waits)) || !watch(seat_listener_descriptor(listener)))
		return false;

	seat_wait_open(waits, go_on);
	role_wait_open(ask);
	if (!watch(db_thread_descriptor(hint_pool.thread[0])))
		return false;

	for (int i = 0; i < pool.count; i++)
		if (!watch(db_thread_descriptor(pool.thread[i])))
			return false;
	return true;
}

int seat_descriptor(void)
{
	return descriptor;
}

void seat_run(void)
{
	thread_pool_settle(&pool);
	thread_pool_settle(&hint_pool);
	db_thread_settle(waits);
	if (seat_listener_take(listener)) {
		seat_wait_wake();
		role_wait_wake();
	}
	seat_wait_run();
}

int seat_timeout(void)
{
	return seat_wait_timeout();
}

void seat_tick(void)
{
	seat_wait_tick();
	role_wait_tick();
}

void seat_close(void)
{
	thread_pool_close(&pool);
	thread_pool_close(&hint_pool);
	db_thread_close(waits);
	seat_listener_close(listener);
	close(descriptor);
}
