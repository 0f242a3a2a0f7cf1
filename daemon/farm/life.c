/* life: see life.h. */
#include "life.h"

#include <unistd.h>

#include "base/log.h"
#include "base/version.h"
#include "farm/worker/signals.h"
#include "db/statements/keep/stmt_schema.h"

/* Phases stored at the last query, and when it was last logged that no game is left. */
static int64_t phases_asked, phases_told;

bool life_begin(struct db *db, const struct target *target, int workers)
{
	char host[256] = "", where[STMT_WHERE_SIZE];
	gethostname(host, sizeof host - 1);
	if (!stmt_find_where(db, where))
		return false;
	log_line("aresfarm %s begins: %d worker%s on host %s, %s%s%s", version_text(), workers,
	         PLURAL(workers), host, where, target->private ? ", the private cluster in " : "",
	         target->private ? target->cluster.home : "");
	return true;
}

void life_tell_done(const struct children *children, bool ends, bool botless)
{
	const struct played played = children_count_played(children);
	const long long games = played.games, phases = played.phases;
	phases_told = phases_asked = played.phases;
	if (botless)
		log_line("nothing that this aresd can play is left, and games wait for bots that no aresd "
		         "has: %lld game%s and %lld phase%s played here",
		         games, PLURAL(games), phases, PLURAL(phases));
	else if (ends && phases == 0 && games == 0)
		log_line("nothing is left to play: no game is pending, claimed or waiting for a role; "
		         "paused tournaments do not count, nor games that wait for a person");
	else
		log_line("the last game is done: %lld game%s and %lld phase%s played here%s", games,
		         PLURAL(games), phases, PLURAL(phases), ends ? "" : "; waiting for more");
}

void life_end(const struct children *children)
{
	const struct played played = children_count_played(children);
	log_line("stopped by %s: %lld game%s and %lld phase%s played here", signals_stop_name(),
	         (long long)played.games, PLURAL(played.games), (long long)played.phases,
	         PLURAL(played.phases));
}

bool life_seems_done(const struct children *children)
{
	const int64_t phases = children_count_played(children).phases;
	const bool seems = phases == phases_asked && phases != phases_told;
	phases_asked = phases;
	return seems;
}
