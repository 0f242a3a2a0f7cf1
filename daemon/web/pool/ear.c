/* ear: see ear.h. */
#include "ear.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "desk.h"
#include "db/statements/seat/stmt_seat.h"

enum { LISTEN_MS = 500, AGAIN_MS = 100, AGAIN_MOST_MS = 5000 };

struct ear {
	const struct target *target;
	pthread_t thread;
	int heard;
};

static void tell(const struct ear *ear)
{
	(void)!write(ear->heard, &(uint64_t){1}, sizeof(uint64_t));
}

/* Waits in short steps, as long as the desks need not stop. */
static void pause_for(int ms)
{
	for (int waited = 0; waited < ms && desk_patience(NULL, 0); waited += AGAIN_MS)
		usleep(AGAIN_MS * 1000);
}

/* Listens until the connection is lost. What came before it began is told, too. */
static void listen_on(const struct ear *ear, struct db *db)
{
	bool notified = true, listening = false;
	while (desk_patience(NULL, 0)) {
		if (!listening && !stmt_seat_listen(db, &listening))
			return;
		if (notified)
			tell(ear);
		if (!db_wait(db, 0, LISTEN_MS, &notified))
			return;
	}
}

static void *work(void *context)
{
	const struct ear *ear = context;
	char error[DB_MESSAGE_SIZE];
	int again = AGAIN_MS;
	while (desk_patience(NULL, 0)) {
		struct db *db = desk_connect(ear->target, stmt_seat_bind, error);
		if (db != NULL) {
			listen_on(ear, db);
			db_close(db);
			again = AGAIN_MS;
		}
		pause_for(again);
		again = 2 * again < AGAIN_MOST_MS ? 2 * again : AGAIN_MOST_MS;
	}
	return NULL;
}

struct ear *ear_open(const struct target *target)
{
	struct ear *ear = malloc(sizeof *ear);
	if (ear == NULL)
		return NULL;
	*ear = (struct ear){.target = target, .heard = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
	if (ear->heard >= 0 && pthread_create(&ear->thread, NULL, work, ear) == 0)
		return ear;
	free(ear);
	return NULL;
}

void ear_close(struct ear *ear)
{
	pthread_join(ear->thread, NULL);
	close(ear->heard);
	free(ear);
}

int ear_descriptor(const struct ear *ear)
{
	return ear->heard;
}

bool ear_take(struct ear *ear)
{
	uint64_t count;
	return read(ear->heard, &count, sizeof count) == sizeof count;
}
