/* seat_listener: see seat_listener.h. */
#include "seat_listener.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "db_thread.h"
#include "db/statements/seat/stmt_seat.h"

enum { LISTEN_MS = 500, AGAIN_MS = 100, AGAIN_MOST_MS = 5000 };

struct seat_listener {
	const struct target *target;
	pthread_t thread;
	int heard;
};

static void tell(const struct seat_listener *listener)
{
	(void)!write(listener->heard, &(uint64_t){1}, sizeof(uint64_t));
}

/* Waits in short steps, as long as the threads need not stop. */
static void pause_for(int ms)
{
	for (int waited = 0; waited < ms && db_thread_patience(NULL, 0); waited += AGAIN_MS)
		usleep(AGAIN_MS * 1000);
}

/* Listens until the connection is lost. Changes from before it began are reported too. */
static void listen_on(const struct seat_listener *listener, struct db *db)
{
	bool notified = true, listening = false;
	while (db_thread_patience(NULL, 0)) {
		if (!listening && !stmt_seat_listen(db, &listening))
			return;
		if (notified)
			tell(listener);
		if (!db_wait(db, 0, LISTEN_MS, &notified))
			return;
	}
}

static void *work(void *context)
{
	const struct seat_listener *listener = context;
	char error[DB_MESSAGE_SIZE];
	int again = AGAIN_MS;

	while (db_thread_patience(NULL, 0)) {
		struct db *db = db_thread_connect(listener->target, stmt_seat_bind, error);
		if (db != NULL) {
			listen_on(listener, db);
			db_close(db);
			again = AGAIN_MS;
		}
		pause_for(again);
		again = 2 * again < AGAIN_MOST_MS ? 2 * again : AGAIN_MOST_MS;
	}

	return NULL;
}

struct seat_listener *seat_listener_open(const struct target *target)
{
	struct seat_listener *listener = malloc(sizeof *listener);
	if (listener == NULL)
		return NULL;
	*listener =
		(struct seat_listener){.target = target, .heard = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
	if (listener->heard >= 0 && pthread_create(&listener->thread, NULL, work, listener) == 0)
		return listener;
	free(listener);
	return NULL;
}

void seat_listener_close(struct seat_listener *listener)
{
	pthread_join(listener->thread, NULL);
	close(listener->heard);
	free(listener);
}

int seat_listener_descriptor(const struct seat_listener *listener)
{
	return listener->heard;
}

bool seat_listener_take(struct seat_listener *listener)
{
	uint64_t count;
	return read(listener->heard, &count, sizeof count) == sizeof count;
}
