/* supervisor: see supervisor.h. The loop waits for signals. While it waits for the database, it
 * also watches the children and takes signals (go_on). */
#include "supervisor.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "farm/worker/bots.h"
#include "chores.h"
#include "base/clock.h"
#include "life.h"
#include "farm/worker/signals.h"
#include "base/systemd.h"

enum {
	TICK_MS = 200,
	HEARTBEAT_MS = 1000,
	HOUSE_MS = 50, /* of a tick, for chores */
	TRY_AGAIN_MS = 1000,
	STATUS_MS = 5000,
	BOTLESS_MS = 60000, /* interval for logging games that wait for missing bots */
	IDLE_MS = 5000,     /* without a phase, with --until-done: log which seats are awaited */
	ANSWER_MS = 10000,  /* a statement without an answer this long: drop the connection */
	/* When it must stop, times since the signal: until when a running statement may continue; when
	 * workers that have not finished their phase are killed; when games are no longer released. It
	 * promises to end within two seconds. */
	STOP_TALK_MS = 300,
	STOP_PLAY_MS = 1200,
	STOP_HAND_BACK_MS = 1500,
	AT_ONCE_MS = 200, /* after a second signal: until when games are released */
};

struct supervisor {
	struct supervisor_config config; /* current */
	struct worker_config worker;     /* for workers that start now */
	struct db *db;                   /* NULL: no connection */
	struct children children;
	int64_t connect_at, talk_at; /* by clock_ms: not before */
	int64_t beat_at;             /* by clock_ms: the next heartbeat */
	int64_t beat_ms;             /* between two heartbeats */
	bool ready;                  /* the service manager knows */
	int64_t status_at;           /* by clock_ms: last report of the speed to the service manager */
	int64_t status_phases;       /* number of phases then */
	int chore;                   /* the next chore for the farm; CHORES_HOUSE: the round is done */
	int64_t botless_at;          /* by clock_ms: when to log games without bots next */
	bool botless;                /* there were some at the last log */
	int64_t idle_phases;         /* number of phases at the last look */
	int64_t idle_at;             /* by clock_ms: when to log awaited seats; 0: that is done */
	int64_t locked_at;           /* by clock_ms: when a missed lock was logged */
	bool begun;                  /* workers may start */
	bool ending;                 /* no more workers are started */
	int64_t talk_until;          /* by clock_ms, when ending: end of waits for the database */
	int64_t began_at;            /* by the database's clock, in microseconds */
	bool wanting;                /* nothing is left to play, but not everything was played */
};

/* ── while it waits for the database ── */

static void look_after_children(struct supervisor *supervisor)
{
	struct children *children = &supervisor->children;
	children_reap(children);
	children_watch_decisions(children, supervisor->config.decision_seconds);
	if (supervisor->begun && !supervisor->ending && !signals_stop(NULL))
		children_start(children, supervisor->config.workers, &supervisor->worker);
	if (signals_stop_at_once())
		children_signal(children, 0, SIGKILL);
}

/* Whether a wait for the database continues. */
static bool go_on(void *context, int64_t waited_ms)
{
	struct supervisor *supervisor = context;
	int64_t since;
	signals_take(0);
	look_after_children(supervisor);
	if (signals_stop_at_once())
		return waited_ms < AT_ONCE_MS;
	if (supervisor->ending)
		return clock_ms() < supervisor->talk_until;
	if (signals_stop(&since))
		return clock_ms() < since + STOP_TALK_MS;
	return waited_ms < ANSWER_MS;
}

/* ── the service manager ── */

/* Call it when the database has just answered. The supervisor is ready when one of its workers is
 * registered. */
static void show_life(struct supervisor *supervisor)
{
	const int64_t phases = children_count_played(&supervisor->children).phases, now = clock_ms();
	int workers = 0;
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		workers += children_is_alive(&supervisor->children, i);
	systemd_notify("WATCHDOG=1");
	if (!supervisor->ready && workers > 0) {
		systemd_notify("READY=1");
		supervisor->ready = true;
	}
	const int64_t since = now - supervisor->status_at;
	if (since < STATUS_MS)
		return;
	systemd_notify("STATUS=%d workers, %lld phases/s", workers,
	               (long long)((phases - supervisor->status_phases) * 1000 / since));
	supervisor->status_at = now;
	supervisor->status_phases = phases;
}

/* done: no game is left to play. systemd counts a service that ends before it was ready as failed.
 */
static void show_end(const struct supervisor *supervisor, bool done)
{
	if (done && !supervisor->ready)
		systemd_notify("READY=1");
	systemd_notify("STOPPING=1\nSTATUS=%s",
	               done ? "all games are played"
	                    : "workers finish their phase and hand their games back");
}

/* ── the database ── */

static void lose_connection(struct supervisor *supervisor)
{
	const struct db_fault *fault = db_fault(supervisor->db);
	log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = fault->sqlstate},
	          "connection given up: %s %s", fault->sqlstate, fault->message);
	systemd_notify("STATUS=no database: %s", fault->message);
	db_close(supervisor->db);
	supervisor->db = NULL;
	supervisor->connect_at = clock_ms() + TRY_AGAIN_MS;
}

/* A fault that leaves the connection intact, such as a full disk of the server, must not close it:
 * without a connection the workers would count as dead. */
static void falter(struct supervisor *supervisor)
{
	const struct db_fault *fault = db_fault(supervisor->db);
	if (fault->lost) {
		lose_connection(supervisor);
		return;
	}
	supervisor->talk_at = clock_ms() + TRY_AGAIN_MS;
	if (chores_was_locked(supervisor->db, "the supervisor", &supervisor->locked_at))
		return;
	log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = fault->sqlstate},
	          "the database failed, trying again: %s %s", fault->sqlstate, fault->message);
	systemd_notify("STATUS=the database failed, trying again: %s", fault->message);
}

static bool attach(struct supervisor *supervisor)
{
	struct games_aside none;
	if (!stmt_limit_locks(supervisor->db) ||
	    !stmt_attach_supervisor(supervisor->db, &supervisor->worker.supervisor))
		return false;
	if (supervisor->began_at > 0)
		return true;
	if (!stmt_games_aside(supervisor->db, 0, &none))
		return false;
	supervisor->began_at = none.at;
	return true;
}

static void connect_again(struct supervisor *supervisor)
{
	char error[DB_MESSAGE_SIZE];
	supervisor->db = target_connect(&supervisor->config.worker.target, "aresd", error);
	supervisor->connect_at = clock_ms() + TRY_AGAIN_MS;
	if (supervisor->db == NULL)
		return;
	if (attach(supervisor))
		log_line("the database answers again");
	else
		lose_connection(supervisor);
}

/* An aresd that continues logs once that nothing is left. */
static bool say_if_done(const struct supervisor *supervisor)
{
	bool left = true;
	if (supervisor->config.until_done || !life_seems_done(&supervisor->children))
		return true;
	if (!stmt_games_left(supervisor->db, true, "", &left))
		return false;
	if (!left)
		life_tell_done(&supervisor->children, false, false);
	return true;
}

/* The work of each heartbeat. */
static bool beat(struct supervisor *supervisor)
{
	if (clock_ms() < supervisor->beat_at)
		return true;
	supervisor->beat_at = clock_ms() + supervisor->beat_ms;
	if (!chores_beat(supervisor->db, &supervisor->children))
		return false;
	if (supervisor->chore == CHORES_HOUSE)
		supervisor->chore = 0;
	show_life(supervisor);
	return say_if_done(supervisor);
}

/* Does chores while time remains, so that a heartbeat waits for at most one slow chore; the round
 * continues afterwards. */
static bool keep_house(struct supervisor *supervisor)
{
	const int64_t until = clock_ms() + HOUSE_MS;
	while (supervisor->chore < CHORES_HOUSE) {
		if (!chores_keep_house(supervisor->db, supervisor->chore++,
		                       supervisor->config.lease_seconds))
			return false;
		if (clock_ms() >= until)
			break;
	}
	return true;
}

/* The bots of this aresd, except those that a worker has given up on. */
static char *list_bots(const struct supervisor *supervisor, char bots[STMT_BOTS_SIZE])
{
	return bots_list(&supervisor->worker.bots, children_find_unusable(&supervisor->children), bots);
}

/* Whether games are left that this aresd can play, or that others play. */
static bool are_games_left(const struct supervisor *supervisor, bool *left)
{
	char bots[STMT_BOTS_SIZE];
	return stmt_games_left(supervisor->db, false, list_bots(supervisor, bots), left);
}

/* Logs which games wait for bots: now and then, and before it ends. */
static bool tell_botless(struct supervisor *supervisor, bool now)
{
	char bots[STMT_BOTS_SIZE];
	if (!now && clock_ms() < supervisor->botless_at)
		return true;
	supervisor->botless_at = clock_ms() + BOTLESS_MS;
	return chores_tell_botless(supervisor->db, list_bots(supervisor, bots), &supervisor->botless);
}

/* With --until-done: logs once, also with --quiet, that games wait for external players. */
static bool tell_awaited(struct supervisor *supervisor)
{
	static const struct log_about about = {.level = LOG_WARNING};
	const int64_t phases = children_count_played(&supervisor->children).phases, now = clock_ms();
	char seats[STMT_HOLDERS_SIZE];

	if (supervisor->idle_at == 0)
		return true;
	const bool is_due = phases == supervisor->idle_phases && now >= supervisor->idle_at;
	if (is_due || phases != supervisor->idle_phases)
		supervisor->idle_at = now + IDLE_MS;
	supervisor->idle_phases = phases;
	if (!is_due)
		return true;
	if (!stmt_seats_awaited(supervisor->db, seats))
		return false;
	if (seats[0] != '\0') {
		log_event(&about,
		          "no phase was played for %d seconds; games wait for %s; aresctl tournament "
		          "status NAME lists them",
		          IDLE_MS / 1000, seats);
		supervisor->idle_at = 0;
	}
	return true;
}

/* With --until-done, at the end: the run fails if something was not played. */
static bool tell_wanting(struct supervisor *supervisor)
{
	static const struct log_about about = {.level = LOG_ERROR};
	const uint64_t unusable = children_find_unusable(&supervisor->children);
	struct games_aside aside;
	if (!stmt_games_aside(supervisor->db, supervisor->began_at, &aside))
		return false;
	supervisor->wanting = aside.games > 0 || unusable != 0;
	if (aside.games > 0)
		log_event(
			&about,
			"%lld game%s quarantined: aresctl show %s says why; aresctl game retry TOURNAMENT "
			"plays all of a tournament again",
			(long long)aside.games, PLURAL(aside.games), aside.example);
	if (unusable != 0)
		log_event(&about, "not all was played: a bot never started");
	return true;
}

/* Does everything that is due. *done: no game is left to play, so the supervisor must end. */
static bool talk(struct supervisor *supervisor, bool *done)
{
	bool left = true;
	if (!chores_hand_back(supervisor->db, &supervisor->children.departed) || !beat(supervisor) ||
	    !keep_house(supervisor) || !tell_botless(supervisor, false))
		return false;
	if (supervisor->config.until_done &&
	    (!are_games_left(supervisor, &left) || (left && !tell_awaited(supervisor))))
		return false;
	*done = !left;
	return true;
}

static void keep_in_touch(struct supervisor *supervisor, bool *done)
{
	if (supervisor->db == NULL && clock_ms() >= supervisor->connect_at)
		connect_again(supervisor);
	if (supervisor->db != NULL && clock_ms() >= supervisor->talk_at && !talk(supervisor, done))
		falter(supervisor);
}

/* ── the loop ── */

/* Applies the new settings. Surplus workers finish their phase and end. If the settings of workers
 * have changed, all workers end in this way, and are replaced. */
static void reload(struct supervisor *supervisor)
{
	struct supervisor_config config = supervisor->config;
	struct worker_config *worker = &supervisor->worker;
	if (config.reload == NULL || !config.reload(&config))
		return;
	const bool same =
		worker->threads == config.worker.threads && worker->batch == config.worker.batch &&
		worker->memory == config.worker.memory && worker->knowledge == config.worker.knowledge &&
		worker->games == config.worker.games &&
		memcmp(&worker->bots, &config.worker.bots, sizeof worker->bots) == 0;
	worker->threads = config.worker.threads;
	worker->batch = config.worker.batch;
	worker->memory = config.worker.memory;
	worker->knowledge = config.worker.knowledge;
	worker->bots = config.worker.bots;
	worker->games = config.worker.games;
	supervisor->config = config;
	children_signal(&supervisor->children, same ? config.workers : 0, SIGTERM);
	log_line("settings read anew: %d workers", config.workers);
}

/* Lets the workers finish their phase. Kills them when it is time, or at a second signal. */
static void stop_children(struct children *children, int64_t kill_at)
{
	children_signal(children, 0, SIGTERM);
	children_signal(children, 0, SIGCONT);
	for (bool killed = false; children_count(children) > 0; children_reap(children)) {
		signals_take(TICK_MS / 4);
		if (!killed && (signals_stop_at_once() || clock_ms() >= kill_at)) {
			children_signal(children, 0, SIGKILL);
			killed = true;
		}
	}
}

/* Releases games over a new connection if the last one was lost: it may have waited for a lock. */
static void hand_back_last(struct supervisor *supervisor)
{
	struct departed *departed = &supervisor->children.departed;
	if (supervisor->db == NULL && departed->count > 0 && !signals_stop_at_once())
		connect_again(supervisor);
	if (supervisor->db != NULL && !chores_hand_back(supervisor->db, departed))
		lose_connection(supervisor);
}

/* done: no game is left to play. Otherwise it was told to stop. */
static void end(struct supervisor *supervisor, bool done)
{
	int64_t since;
	if (!signals_stop(&since))
		since = clock_ms();
	supervisor->ending = true;
	supervisor->talk_until = since + STOP_TALK_MS;
	show_end(supervisor, done);
	/* send the last counts while the workers still own their rows */
	if (supervisor->db != NULL && !chores_beat(supervisor->db, &supervisor->children))
		lose_connection(supervisor);
	stop_children(&supervisor->children, since + STOP_PLAY_MS);
	supervisor->talk_until = since + STOP_HAND_BACK_MS;
	hand_back_last(supervisor);
	if (done && supervisor->db != NULL && !tell_botless(supervisor, true))
		lose_connection(supervisor);
	if (done)
		life_tell_done(&supervisor->children, true, supervisor->botless);
	else
		life_end(&supervisor->children);
	if (done && supervisor->db != NULL && !tell_wanting(supervisor))
		lose_connection(supervisor);
}

/* Called before workers start: dead workers must not count when new ones claim games. */
static void clean_up(struct supervisor *supervisor)
{
	supervisor->chore = 0;
	while (supervisor->chore < CHORES_HOUSE)
		if (!keep_house(supervisor)) {
			falter(supervisor);
			return;
		}
}

/* With --until-done and nothing to play, no worker needs to start. A fault here will show again
 * later. */
static bool is_done_already(struct supervisor *supervisor)
{
	bool left = true;
	return supervisor->config.until_done && supervisor->db != NULL &&
	       are_games_left(supervisor, &left) && !left;
}

static void supervise(struct supervisor *supervisor)
{
	clean_up(supervisor);
	bool done = is_done_already(supervisor);
	supervisor->begun = !done;
	while (!done && !signals_stop(NULL)) {
		look_after_children(supervisor);
		keep_in_touch(supervisor, &done);
		look_after_children(supervisor);
		signals_take(done ? 0 : TICK_MS);
		if (signals_reload())
			reload(supervisor);
	}
	end(supervisor, done);
}

/* ── starting ── */

/* At most half of the watchdog's interval, because heartbeats also feed the watchdog. */
static int64_t find_beat_ms(void)
{
	const int64_t half = systemd_watchdog_ms() / 2;
	return half == 0 || half > HEARTBEAT_MS ? HEARTBEAT_MS : half;
}

/* False, with *supervisor NULL, if out of memory. */
static bool make(const struct supervisor_config *config, struct db *db,
                 struct supervisor **supervisor)
{
	struct supervisor *made = *supervisor = calloc(1, sizeof *made);
	if (made == NULL || !children_open(&made->children)) {
		log_event(&(struct log_about){.level = LOG_ERROR}, "out of memory");
		free(made);
		*supervisor = NULL;
		return false;
	}
	made->config = *config;
	made->worker = config->worker;
	made->worker.parent = getpid();
	made->db = db;
	made->status_at = clock_ms();
	made->idle_at = clock_ms() + IDLE_MS;
	made->beat_ms = find_beat_ms();
	made->chore = CHORES_HOUSE;
	return true;
}

bool supervisor_run(const struct supervisor_config *config, struct db *db)
{
	struct supervisor *supervisor;
	if (!make(config, db, &supervisor)) {
		db_close(db);
		return false;
	}
	db_set_patience(go_on, supervisor);
	const bool begun =
		attach(supervisor) && life_begin(db, &supervisor->worker.target, config->workers);
	if (begun)
		supervise(supervisor);
	else
		lose_connection(supervisor);
	db_set_patience(NULL, NULL);
	db_close(supervisor->db);
	children_close(&supervisor->children);
	const bool good = (begun || signals_stop(NULL)) && !supervisor->wanting;
	free(supervisor);
	return good;
}
