/* lent: see lent.h. */
#include "lent.h"

#include <pthread.h>

#include "desk.h"
#include "db/statements/seat/stmt_seat.h"

static struct {
	pthread_mutex_t lock;
	const struct target *target;
	struct db *db; /* under the lock */
} lent = {.lock = PTHREAD_MUTEX_INITIALIZER};

void lent_open(const struct target *target)
{
	lent.target = target;
}

struct db *lent_take(void)
{
	char error[DB_MESSAGE_SIZE];
	pthread_mutex_lock(&lent.lock);
	if (lent.db == NULL)
		lent.db = desk_connect(lent.target, stmt_seat_bind, error);
	return lent.db;
}

void lent_give_back(void)
{
	if (lent.db != NULL && db_fault(lent.db)->lost) {
		db_close(lent.db);
		lent.db = NULL;
	}
	pthread_mutex_unlock(&lent.lock);
}

void lent_close(void)
{
	db_close(lent.db);
	lent.db = NULL;
}
