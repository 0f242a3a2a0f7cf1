/* reaper: see reaper.h. */
#include "reaper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Forks, optionally into new namespaces. fork() of the C library would take locks that another
 * thread of the worker may hold. */
static pid_t clone_process(int namespaces)
{
	return (pid_t)syscall(SYS_clone, namespaces | SIGCHLD, 0, 0, 0, 0);
}

/* The namespaces of a reaper, the best first. Only root may create a PID namespace without a user
 * namespace. */
static const int namespaces[] = {CLONE_NEWPID | CLONE_NEWNS,
                                 CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS, 0};

/* Forks into the best namespaces that the system allows. Returns like fork. *which: the
 * namespaces. */
static pid_t clone_apart(int *which)
{
	pid_t process = -1;
	for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces && process < 0; i++) {
		*which = namespaces[i];
		process = clone_process(namespaces[i]);
	}
	return process;
}

static void tell(int news, int what, int value)
{
	const struct reaper_news told = {what, value};
	(void)!write(news, &told, sizeof told);
}

/* ── the bot before exec ── */

/* Sets a limit, unless this process has a lower one already. */
static bool limit(int resource, rlim_t most)
{
	struct rlimit now;
	if (getrlimit(resource, &now) != 0)
		return false;
	if (now.rlim_max < most)
		most = now.rlim_max;
	return setrlimit(resource, &(struct rlimit){most, most}) == 0;
}

static bool set_limits(const struct bot_limits *limits)
{
	return limit(RLIMIT_CORE, 0) &&
	       (limits->memory == 0 || limit(RLIMIT_DATA, (rlim_t)limits->memory << 20)) &&
	       (limits->processes == 0 || limit(RLIMIT_NPROC, (rlim_t)limits->processes));
}

/* If memory is short, the kernel should kill the bot rather than the worker. */
static void offer_memory(void)
{
	const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	(void)!write(fd, "500", 3);
	close(fd);
}

/* Executes the bot. If the reaper has already ended, the parent-death signal would never arrive. */
__attribute__((noreturn)) static void become(const struct reaper_order *order, pid_t reaper)
{
	sigset_t none;

	setsid();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	const int news = fcntl(order->news, F_DUPFD_CLOEXEC, 10);
	if (news < 0 || getppid() != reaper)
		_exit(127);
	dup2(order->in, 0);
	dup2(order->out, 1);
	dup2(order->err, 2);
	close_range(3, (unsigned)news - 1, 0);
	close_range((unsigned)news + 1, ~0u, 0);
	if (!set_limits(order->limits)) {
		tell(news, REAPER_NO_LIMIT, errno);
		_exit(127);
	}

	offer_memory();
	for (int number = 1; number < SIGRTMIN; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execvpe(order->words[0], order->words, order->environment);
	tell(news, REAPER_NO_EXEC, errno);
	_exit(127);
}

/* ── the reaper ── */

/* Kills the current children of this process. False: the kernel does not list them. The first
 * process of a PID namespace kills all other processes in it, and no others. */
static bool kill_children(void)
{
	if (getpid() == 1)
		return kill(-1, SIGKILL) == 0 || errno == ESRCH;
	char text[4096];
	const int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
	const ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text);
	pid_t child = 0;

	if (fd >= 0)
		close(fd);
	for (ssize_t i = 0; i < size; i++) {
		if (text[i] >= '0' && text[i] <= '9') {
			child = child * 10 + (text[i] - '0');
			continue;
		}
		if (child > 0)
			kill(child, SIGKILL);
		child = 0;
	}

	return size >= 0;
}

/* Kills the bot and all that it has started, and waits until all have ended. Children of a process
 * that dies become children of this process. The bot's group is killed before the bot is waited
 * for, because until then its process id cannot be reused. */
static void kill_all(pid_t bot, int *status)
{
	bool waited = false;

	for (;;) {
		int how;
		if (!waited)
			kill(-bot, SIGKILL);
		const bool known = kill_children();
		const pid_t child = waitpid(-1, &how, known ? 0 : WNOHANG);
		if (child == bot) {
			*status = how;
			waited = true;
		}
		if (child <= 0 && !(child < 0 && errno == EINTR))
			return;
	}
}

/* Whether the bot has ended. Reaps all other processes that have ended. */
static bool has_ended(pid_t bot)
{
	siginfo_t info = {.si_pid = 0};
	while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) {
		if (info.si_pid == bot)
			return true;
		waitpid(info.si_pid, NULL, 0);
		info.si_pid = 0;
	}
	return false;
}

/* Whether the worker has ended: the pipe has no reader. A reaper that is the first process of its
 * PID namespace cannot see its parent's process id. */
static bool is_orphan(int news)
{
	struct pollfd polled = {.fd = news};
	return poll(&polled, 1, 0) > 0 && (polled.revents & POLLERR) != 0;
}

/* Waits. True: the bot has ended. False: it must be ended. */
static bool wait_for_end(pid_t bot, int news)
{
	sigset_t awaited;
	sigemptyset(&awaited);
	sigaddset(&awaited, SIGTERM);
	sigaddset(&awaited, SIGCHLD);
	while (!is_orphan(news)) {
		if (has_ended(bot))
			return true;
		if (sigwaitinfo(&awaited, NULL) == SIGTERM)
			return false;
	}
	return false;
}

/* Clears the environment variables that the bot does not get, because the bot can see the
 * reaper's. */
static void clear_environment(char *const *told)
{
	for (char **variable = environ; *variable != NULL; variable++) {
		char *const *same = told;

		while (*same != NULL && *same != *variable)
			same++;
		if (*same == NULL)
			memset(*variable, 0, strlen(*variable));
	}
}

/* The lines of uid_map and gid_map. */
struct ids {
	char user[32], group[32];
};

static void write_file(const char *path, const char *text)
{
	const int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	(void)!write(fd, text, strlen(text));
	close(fd);
}

/* In a new user namespace: maps the user and the group to themselves. The files belong to root if
 * this process is not dumpable. */
static void map_ids(const struct ids *ids)
{
	const int dumpable = prctl(PR_GET_DUMPABLE);
	prctl(PR_SET_DUMPABLE, 1);
	write_file("/proc/self/setgroups", "deny");
	write_file("/proc/self/uid_map", ids->user);
	write_file("/proc/self/gid_map", ids->group);
	prctl(PR_SET_DUMPABLE, dumpable);
}

/* The main function of the reaper. It holds the bot's descriptors until the bot has them. */
__attribute__((noreturn)) static void keep(const struct reaper_order *order, int which,
                                           const struct ids *ids)
{
	int status = 0;

	clear_environment(order->environment);
	if ((which & CLONE_NEWUSER) != 0)
		map_ids(ids);
	if ((which & CLONE_NEWPID) != 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0)
		(void)!mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	const pid_t self = getpid(), bot = clone_process(0);
	if (bot == 0)
		become(order, self);
	dup2(order->news, 0);
	close_range(1, ~0u, 0);
	if (bot < 0) {
		tell(0, REAPER_NO_EXEC, errno);
		_exit(0);
	}

	const bool by_itself = wait_for_end(bot, 0);
	kill_all(bot, &status);
	if (by_itself)
		tell(0, REAPER_ENDED, status);
	_exit(0);
}

pid_t reaper_start(const struct reaper_order *order)
{
	sigset_t all, before;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	struct ids ids;
	snprintf(ids.user, sizeof ids.user, "%u %u 1", geteuid(), geteuid());
	snprintf(ids.group, sizeof ids.group, "%u %u 1", getegid(), getegid());
	int which;
	const pid_t reaper = clone_apart(&which);
	if (reaper == 0)
		keep(order, which, &ids);
	const int fault = errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	errno = fault;
	return reaper;
}

bool reaper_is_apart(void)
{
	int which;
	const pid_t process = clone_apart(&which);
	if (process == 0)
		_exit(0);
	return process > 0 && waitpid(process, NULL, 0) == process && which != 0;
}
