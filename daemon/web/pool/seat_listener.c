/* seat_listener: see seat_listener.h. */
#include "seat_listener.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "db_pool.h"
#include "db/statements/seat/stmt_seat.h"

enum { LISTEN_MS = 500, AGAIN_MS = 100, AGAIN_MOST_MS = 5000 };

static pthread_t thread;
static atomic_bool heard;

/* Waits in short steps, as long as the threads need not stop. */
static void pause_for(int ms)
{
	for (int waited = 0; waited < ms && db_pools_patience(NULL, 0); waited += AGAIN_MS)
		usleep(AGAIN_MS * 1000);
}

/* Listens until the connection is lost. Changes from before it began are reported too. */
static void listen_on(struct db *db)
{
	bool notified = true, listening = false;
	while (db_pools_patience(NULL, 0)) {
		if (!listening && !stmt_seat_listen(db, &listening))
			return;
		if (notified) {
			atomic_store(&heard, true);
			db_pools_wake();
		}
		if (!db_wait(db, 0, LISTEN_MS, &notified))
			return;
	}
}

static void *run_listener(void *target)
{
	char error[DB_MESSAGE_SIZE];
	int again = AGAIN_MS;

	while (db_pools_patience(NULL, 0)) {
		struct db *db = db_pool_connect(target, stmt_seat_bind, error);
		if (db != NULL) {
			listen_on(db);
			db_close(db);
			again = AGAIN_MS;
		}
		pause_for(again);
		again = MIN(2 * again, AGAIN_MOST_MS);
	}

	return NULL;
}

bool seat_listener_open(const struct target *target)
{
	return pthread_create(&thread, NULL, run_listener, (void *)target) == 0;
}

void seat_listener_close(void)
{
	pthread_join(thread, NULL);
}

bool seat_listener_take(void)
{
	return atomic_exchange(&heard, false);
}
