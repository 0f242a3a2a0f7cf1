/* answers: see answers.h. */
#include "answers.h"

#include <stddef.h>

#include "base/clock.h"
#include "base/log.h"
#include "db/pg/fault.h"
#include "pages.h"

enum { ANSWERS = 128, FRESH_MS = 1000, FRESH_TIMES = 10 };

static struct answer {
	struct job job;
	struct address address;
	bool asked; /* it is being made; the thread has it */
	struct visit *waiting;
	struct reply *reply; /* NULL: none was made */
	int64_t until;       /* it is fresh; by clock_ms */
	/* the thread's, until it is made */
	int64_t began, took;
	struct reply *made;
} answers[ANSWERS];

static struct db_pool *thread, *slow_thread;

void answers_open(struct db_pool *with, struct db_pool *slow)
{
	thread = with;
	slow_thread = slow;
}

static struct answer *answer_of(struct job *job)
{
	return (struct answer *)((char *)job - offsetof(struct answer, job));
}

static void make_answer(struct job *job, struct db *db)
{
	struct answer *answer = answer_of(job);
	answer->began = clock_ms();
	answer->made = NULL;
	if (db == NULL) {
		pages_refuse(503, &answer->made);
	} else if (!pages_make(db, &answer->address, &answer->made)) {
		log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = db_fault(db)->sqlstate},
		          "a page is not made: %s", db_fault(db)->message);
		reply_drop(answer->made);
		pages_refuse(fault_find(db) == FAULT_GAME ? 500 : 503, &answer->made);
	}
	reply_pack(answer->made);
	answer->took = clock_ms() - answer->began;
}

static void tell(struct job *job)
{
	struct answer *answer = answer_of(job);
	reply_drop(answer->reply);
	answer->reply = answer->made;
	answer->asked = false;
	answer->until = clock_ms() + MAX(answer->took * FRESH_TIMES, FRESH_MS);
	for (struct visit *visit = answer->waiting, *next; visit != NULL; visit = next) {
		next = visit->next;
		visit_reply(visit, answer->reply != NULL ? reply_hold(answer->reply) : NULL);
	}
	answer->waiting = NULL;
}

/* The answer of that address; else one to be made anew: never used, or the oldest. NULL: all are
 * being made. */
static struct answer *find(const struct address *address)
{
	struct answer *best = NULL;

	for (int i = 0; i < ANSWERS; i++) {
		struct answer *answer = &answers[i];
		if ((answer->asked || answer->reply != NULL) && address_same(&answer->address, address))
			return answer;
		if (!answer->asked && (best == NULL || answer->until < best->until))
			best = answer;
	}

	if (best == NULL)
		return NULL;
	reply_drop(best->reply);
	best->reply = NULL;
	best->address = *address;
	return best;
}

void answers_ask(struct visit *visit, const struct address *address)
{
	struct answer *answer = find(address);

	if (answer == NULL) {
		visit_reply(visit, reply_refuse(503, "Too many pages are asked for: please try again"));
		return;
	}

	if (!answer->asked && answer->reply != NULL && clock_ms() < answer->until) {
		visit_reply(visit, reply_hold(answer->reply));
		return;
	}

	visit->next = answer->waiting;
	answer->waiting = visit;
	if (answer->asked)
		return;
	answer->asked = true;
	answer->job = (struct job){.work = make_answer, .done = tell};
	db_pool_ask(address->page == PAGE_REPORT ? slow_thread : thread, &answer->job);
}
