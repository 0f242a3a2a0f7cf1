/* seat: see seat.h. */
#include "seat.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "web/pool/db_pool.h"
#include "web/pool/seat_listener.h"
#include "web/login/login.h"
#include "hint_queue.h"
#include "seat_answers.h"
#include "seat_wait.h"

enum { THREADS = 3, JOBS_MOST = 2048 };

/* A request that a thread has, or that waits for one. */
struct asked {
	struct job job;        /* first */
	struct hint_turn turn; /* if it asks for a hint */
	struct visit *visit;
	struct seat_request request;
	struct reply *reply; /* NULL: the state is the one already seen, or out of memory */
	bool same;
};

static struct db_pool *pool;
/* Hints take longer than all else. For seats of links a thread of its own computes them; for roles
 * the threads of their sessions do, one at a time. */
static struct db_pool *hint_pool;
static struct hint_queue link_hints, role_hints;
static bool bounded; /* addresses are told apart */
static struct db_pool *waits;

/* ── requests ── */

static void answer_request(struct job *job, struct db *db)
{
	struct asked *asked = (struct asked *)job;
	asked->same = false;
	if (db == NULL && asked->request.door.game != 0)
		asked->reply = reply_refuse_json(401, "You have been logged out: please log in again");
	else
		asked->reply = seat_answer(db, &asked->request, &asked->same);
	reply_pack(asked->reply);
}

static void forget(struct asked *asked)
{
	explicit_bzero(asked, sizeof *asked);
	free(asked);
}

/* The queue that the request is in; NULL: it is not a request for a hint. */
static struct hint_queue *find_queue(const struct seat_request *request)
{
	if (request->page != PAGE_SEAT_HINT)
		return NULL;
	return request->door.game != 0 ? &role_hints : &link_hints;
}

static void begin_hint(struct hint_queue *queue);

/* The browser keeps a link that has opened its seat, so that /me can list it: if the connection is
 * private. */
static void remember(const struct asked *asked)
{
	struct visit *visit = asked->visit;
	const struct seat_request *request = &asked->request;
	struct reply *reply = asked->reply;
	if (request->page != PAGE_SEAT_STATE || request->door.game != 0 || request->seen[0] != '\0' ||
	    visit->way == WAY_OPEN || reply == NULL || reply->status != 200)
		return;
	cookie_add_seat(visit->seats, visit->seat);
	cookie_print_seats(visit->seats, visit->way == WAY_SECURE, visit->port, reply->cookie);
}

static void finish_request(struct job *job)
{
	struct asked *asked = (struct asked *)job;
	struct hint_queue *const queue = find_queue(&asked->request);
	if (queue != NULL)
		hint_queue_remove(queue, &asked->turn);
	remember(asked);
	if (!asked->same)
		visit_reply(asked->visit, asked->reply);
	else if (!seat_wait_by_role(asked->visit))
		visit_reply(asked->visit, reply_refuse_json(503, "Too many wait: please try again"));
	forget(asked);
	if (queue != NULL)
		begin_hint(queue);
}

/* ── hints ── */

static const char not_in[] = "You have not logged in";

/* Has a thread compute the next hint, unless one is being computed. */
static void begin_hint(struct hint_queue *queue)
{
	struct hint_turn *turn;
	while (queue->runs == 0 && (turn = hint_queue_next(queue)) != NULL) {
		struct asked *const asked = (struct asked *)((char *)turn - offsetof(struct asked, turn));
		if (queue == &link_hints) {
			db_pool_ask(hint_pool, &asked->job);
			return;
		}
		if (login_ask(asked->visit, &asked->job))
			return;
		hint_queue_remove(queue, turn);
		visit_reply(asked->visit, reply_refuse_json(401, not_in));
		forget(asked);
	}
}

/* FNV-1a, continued. */
static uint64_t hash(uint64_t key, const void *bytes, size_t size)
{
	const unsigned char *const byte = bytes;
	for (size_t i = 0; i < size; i++)
		key = (key ^ byte[i]) * UINT64_C(1099511628211);
	return key;
}

/* A party is an address, or a seat if addresses are not distinguished. */
static bool ask_for_hint(struct asked *asked, struct hint_queue *queue)
{
	const struct visit *const visit = asked->visit;
	const struct seat_door *const door = &asked->request.door;
	uint64_t seat = UINT64_C(14695981039346656037);
	seat = hash(seat, door->key, sizeof door->key);
	seat = hash(seat, &door->game, sizeof door->game);
	seat = hash(seat, door->power, strlen(door->power));
	if (queue == &role_hints)
		seat = hash(seat, visit->session, strlen(visit->session));
	if (!hint_queue_add(queue, &asked->turn, bounded ? visit->peer : seat, seat))
		return false;
	begin_hint(queue);
	return true;
}

/* Has a thread answer the request, or has its visit wait. Returns as seat_request_read does. */
static int take(struct asked *asked, bool now, const char **why)
{
	const struct visit *visit = asked->visit;
	const int status = seat_request_read(&visit->address, visit->seat, visit->body,
	                                     visit->body_size, &asked->request, why);

	if (status != 0)
		return status;
	if (now && asked->request.door.game != 0)
		asked->request.seen[0] = '\0';
	*why = not_in;
	if (asked->request.door.game != 0 && !login_knows(visit))
		return 401;
	struct hint_queue *const queue = find_queue(&asked->request);
	*why = "Too many ask for hints at once: please try again";
	if (queue != NULL)
		return ask_for_hint(asked, queue) ? 0 : 503;
	*why = not_in;
	if (asked->request.door.game != 0)
		return login_ask(asked->visit, &asked->job) ? 0 : 401;
	*why = "Too many ask at once: please try again";
	if (!now && asked->request.seen[0] != '\0') {
		if (!seat_wait(asked->visit, &asked->request))
			return 503;
		forget(asked);
		return 0;
	}

	if (db_pool_jobs(pool) >= JOBS_MOST)
		return 503;
	db_pool_ask(pool, &asked->job);
	return 0;
}

/* now: it is answered at once, whatever state it has seen. */
static void ask(struct visit *visit, bool now)
{
	const char *why;
	struct asked *asked = malloc(sizeof *asked);

	if (asked == NULL) {
		visit_reply(visit, NULL);
		return;
	}

	asked->job = (struct job){.work = answer_request, .done = finish_request};
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

bool seat_open(const struct target *target, bool tell_apart)
{
	bounded = tell_apart;
	hint_queue_open(&link_hints);
	hint_queue_open(&role_hints);
	pool = db_pool_open(target, stmt_seat_bind, NULL, THREADS);
	hint_pool = db_pool_open(target, stmt_seat_bind, NULL, 1);
	waits = db_pool_open(target, stmt_seat_bind, NULL, 1);
	seat_wait_open(waits, go_on, ask);
	return pool != NULL && hint_pool != NULL && waits != NULL && seat_listener_open(target);
}

void seat_run(void)
{
	if (seat_listener_take())
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
	db_pool_close(pool);
	db_pool_close(hint_pool);
	db_pool_close(waits);
	seat_listener_close();
}
