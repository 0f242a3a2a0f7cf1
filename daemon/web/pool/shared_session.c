/* shared_session: see shared_session.h. */
#include "shared_session.h"

#include <pthread.h>

#include "db_pool.h"
#include "db/statements/seat/stmt_seat.h"

static struct {
	pthread_mutex_t lock;
	const struct target *target;
	struct db *db; /* under the lock */
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

void shared_session_open(const struct target *target)
{
	shared.target = target;
}

void shared_session_close(void)
{
	db_close(shared.db);
	shared.db = NULL;
}

struct db *shared_session_take(void)
{
	char error[DB_MESSAGE_SIZE];
	pthread_mutex_lock(&shared.lock);
	if (shared.db != NULL && !db_is_open(shared.db))
		shared_session_close();
	if (shared.db == NULL)
		shared.db = db_pool_connect(shared.target, stmt_seat_bind, error);
	return shared.db;
}

void shared_session_give_back(void)
{
	if (shared.db != NULL && db_fault(shared.db)->lost)
		shared_session_close();
	pthread_mutex_unlock(&shared.lock);
}
