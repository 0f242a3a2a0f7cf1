/* blockers: see blockers.h. */
#include "blockers.h"

#include <stdio.h>
#include <string.h>

#include "statements.h"
#include "base/clock.h"

/* A statement that is retried meets the same holder again. */
enum { MOST_MS = 1000, TELL_AGAIN_MS = 60000 };

static void (*tell_line)(const char *line);

/* Whether the same was reported a short time ago: the same wait of the same process. */
static bool is_known(const char *who)
{
	static char last[STMT_BLOCKERS_SIZE];
	static int64_t said_ms;
	const size_t length = strcspn(who, "(");
	const int64_t now_ms = clock_ms();

	if (strncmp(last, who, length + 1) == 0 && now_ms < said_ms + TELL_AGAIN_MS)
		return true;
	snprintf(last, sizeof last, "%.*s", (int)length + 1, who);
	said_ms = now_ms;
	return false;
}

/* If the query fails, it is repeated later. */
static bool ask(struct db *db, int64_t waited_ms)
{
	char who[STMT_BLOCKERS_SIZE], line[STMT_BLOCKERS_SIZE + 80];
	bool blocked = false;
	struct db *second = db_open_beside(db, MOST_MS);
	const bool told = db_ready(second) &&
	                  stmt_find_blockers(second, (int32_t)db_backend(db), &blocked, who) && blocked;
	db_close(second);
	if (told && !is_known(who)) {
		snprintf(line, sizeof line, "a statement has waited for %.0f s for %s",
		         (double)waited_ms / 1000, who);
		tell_line(line);
	}
	return told;
}

void blockers_watch(void (*tell)(const char *line))
{
	tell_line = tell;
	db_set_slow(ask);
}
