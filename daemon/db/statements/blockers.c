/* blockers: see blockers.h. */
#include "blockers.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "statements.h"

/* TELL_AGAIN: seconds. A statement that is tried again and again meets the same holder. */
enum { MOST_MS = 1000, TELL_AGAIN = 60 };

static void (*tell_line)(const char *line);

/* Whether the same was said a short time ago: what is waited for, and by which process. */
static bool is_known(const char *who)
{
	static char last[STMT_BLOCKERS_SIZE];
	static time_t said_at;
	const size_t length = strcspn(who, "(");
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (strncmp(last, who, length + 1) == 0 && now.tv_sec < said_at + TELL_AGAIN)
		return true;
	snprintf(last, sizeof last, "%.*s", (int)length + 1, who);
	said_at = now.tv_sec;
	return false;
}

/* When the server cannot be asked, it is asked again later. */
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
