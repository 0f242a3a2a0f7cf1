/* worker_session: see worker_session.h. */
#include "worker_session.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/version.h"
#include "signals.h"
#include "slot.h"
#include "db/pg/fault.h"
#include "db/statements/play/stmt_faults.h"
#include "db/statements/play/stmt_press.h"

/* LAST_MS: how long it waits for the server when it must stop. */
enum { BACKOFF_MS = 100, BACKOFF_MOST_MS = 5000, LAST_MS = 700 };

/* ── when to stop ── */

static volatile sig_atomic_t stop_asked;
static volatile sig_atomic_t heeded; /* the process whose SIGTERM counts; 0: any */

static void ask_to_stop(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	(void)context;
	if (heeded == 0 || info->si_pid == heeded)
		stop_asked = 1;
}

static void set_handlers(void)
{
	sigaction(SIGTERM, &(struct sigaction){.sa_sigaction = ask_to_stop, .sa_flags = SA_SIGINFO},
	          NULL);
	signal(SIGINT, SIG_IGN); /* ^C also reaches the supervisor, which sends SIGTERM */
	signal(SIGHUP, SIG_IGN); /* so does a hangup: it rereads its settings */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	signals_release();
}

void session_heed_parent(const struct session *session)
{
	heeded = session->parent;
}

bool session_must_stop(const struct session *session)
{
	return stop_asked || getppid() != session->parent;
}

static bool go_on(void *context, int64_t waited_ms)
{
	struct session *session = context;
	(void)waited_ms;
	if (!session_must_stop(session))
		return true;
	if (session->stop_at == 0)
		session->stop_at = clock_ms();
	return clock_ms() < session->stop_at + LAST_MS;
}

/* ── the connection ── */

void session_open(struct session *session, const struct target *target, const char *bots,
                  int32_t supervisor, pid_t parent)
{
	*session = (struct session){
		.target = target,
		.bots = bots,
		.supervisor = supervisor,
		.parent = parent,
		.backoff_ms = BACKOFF_MS,
	};
	set_handlers();
	db_set_patience(go_on, session);
}

void session_close(struct session *session)
{
	db_close(session->db);
	session->db = NULL;
}

/* Sleeps for a random time between half of it and all of it, or until a signal, so that many
 * workers do not reconnect at once. */
static void sleep_about(int milliseconds)
{
	unsigned random = (unsigned)clock_ns() * 2654435761u ^ (unsigned)getpid();
	int64_t ns =
		(milliseconds / 2 + (int)(random % (unsigned)(milliseconds / 2))) * INT64_C(1000000);
	nanosleep(&(struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000}, NULL);
}

/* Logs a fault, and waits. A repeated error of the server is logged once. A worker that is out of
 * memory ends: waiting would not help, and would keep its claims. */
static void back_off(struct session *session, const char *sqlstate, const char *why)
{
	const bool lost = session->db == NULL || db_fault(session->db)->lost;
	char line[sizeof session->said];

	if (session_must_stop(session))
		return;
	if (fault_is_starved(sqlstate, why)) {
		log_event(&(struct log_about){.level = LOG_ERROR}, "%s; this worker ends", why);
		_exit(WORKER_STARVED);
	}

	snprintf(line, sizeof line, "%s %s", sqlstate, why);
	if (lost || strcmp(line, session->said) != 0)
		log_event(
			&(struct log_about){.level = LOG_WARNING, .sqlstate = sqlstate}, "%s, trying again: %s",
			lost ? "connection given up" : "the database refused, but not because of a game", line);

	strcpy(session->said, line);
	sleep_about(session->backoff_ms);
	session->backoff_ms *= 2;
	if (session->backoff_ms > BACKOFF_MOST_MS)
		session->backoff_ms = BACKOFF_MOST_MS;
}

static void disconnect(struct session *session)
{
	if (session->db == NULL)
		return;
	const struct db_fault *fault = db_fault(session->db);
	back_off(session, fault->sqlstate, fault->message);
	session_close(session);
}

bool session_connect(struct session *session)
{
	for (;;) {
		char error[DB_MESSAGE_SIZE];
		disconnect(session);
		if (session_must_stop(session))
			return false;
		session->db = target_connect(session->target, "aresd worker", error);
		if (session->db == NULL)
			back_off(session, "", error);
		else if (stmt_prepare_batch(session->db, &session->types) &&
		         (session->bots[0] == '\0' ||
		          (stmt_prepare_faults(session->db) && stmt_prepare_press(session->db))) &&
		         stmt_listen(session->db) && session_count_refused(session, 0))
			return true;
	}
}

void session_reset_backoff(struct session *session)
{
	session->backoff_ms = BACKOFF_MS;
	session->said[0] = '\0';
}

bool session_may_recover(const struct session *session)
{
	const enum fault fault = fault_find(session->db);
	return fault == FAULT_CONNECTION || fault == FAULT_SERVER;
}

/* ── the worker's row ── */

bool session_register(struct session *session)
{
	char host[256] = "";
	int32_t boards[STMT_HELD_MAX];
	bool known = false;

	gethostname(host, sizeof host - 1);
	if (session->worker != 0 && !stmt_worker_exists(session->db, session->worker, &known))
		return false;
	if (known)
		return stmt_resume_games(session->db, session->worker, NULL, 0, boards);

	const struct worker_place place = {.host = host,
	                                   .pid = getpid(),
	                                   .supervisor = session->supervisor,
	                                   .version = version_text(),
	                                   .threads = session->threads};
	if (!stmt_register_worker(session->db, &place, &session->worker) ||
	    (session->bots[0] != '\0' && !stmt_put_bots(session->db, session->worker, session->bots)))
		return false;

	log_worker(session->worker);
	return true;
}

bool session_count_refused(struct session *session, int64_t writes)
{
	session->refused += writes;
	if (session->refused > 0 && !stmt_count_refused(session->db, session->worker, session->refused))
		return false;
	session->refused = 0;
	return true;
}
