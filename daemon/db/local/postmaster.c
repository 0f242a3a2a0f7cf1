/* postmaster: see postmaster.h. */
#include "postmaster.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/* STOP: limit for a fast shutdown. ABORT: for an immediate one. */
enum { STOP_SECONDS = 30, ABORT_SECONDS = 5, PID_TEXT_SIZE = 32, PID_PATH_SIZE = 64 };

/* ── who listens ── */

/* Finds the process that listens at the socket; pid 0: it is in another container, or its queue of
 * connections is full. False: none listens. */
static bool find_listener(int data, struct ucred *listener)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	socklen_t size = sizeof *listener;
	*listener = (struct ucred){0};
	if (data < 0)
		return false;
	snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/.s.PGSQL.5432", data);

	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	const bool listens =
		fd >= 0 &&
		(connect(fd, (struct sockaddr *)&address, sizeof address) == 0 || errno == EAGAIN);
	if (listens && getsockopt(fd, SOL_SOCKET, SO_PEERCRED, listener, &size) != 0)
		*listener = (struct ucred){0};
	if (fd >= 0)
		close(fd);

	return listens;
}

bool server_listens(int data)
{
	struct ucred listener;
	return find_listener(data, &listener);
}

/* ── postmaster.pid ── */

/* The pid in postmaster.pid. 0: the file is damaged. -1: there is no file. */
static pid_t read_pid(int data)
{
	char text[PID_TEXT_SIZE] = "";
	int fd = data >= 0 ? openat(data, "postmaster.pid", O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
	if (fd < 0)
		return -1;
	ssize_t length = read(fd, text, sizeof text - 1);
	close(fd);
	const size_t digits = strspn(text, "0123456789");
	const long long pid = length > 0 && text[digits] == '\n' ? strtoll(text, NULL, 10) : 0;
	return pid <= INT_MAX ? (pid_t)pid : 0;
}

/* Whether a process could be the cluster's: its program is named postgres, and it works in the data
 * directory, as a server does. */
static bool is_ours(int data, pid_t pid)
{
	char path[PID_PATH_SIZE], name[32] = "";
	struct stat work, own;
	snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
	int fd = pid > 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (fd < 0)
		return false;
	ssize_t length = read(fd, name, sizeof name - 1);
	close(fd);
	snprintf(path, sizeof path, "/proc/%d/cwd", (int)pid);
	const bool postgres = length > 0 && strcmp(name, "postgres\n") == 0;
	if (!postgres || stat(path, &work) != 0 || fstat(data, &own) != 0)
		return false;

	return work.st_dev == own.st_dev && work.st_ino == own.st_ino;
}

void server_clear_stale(int data)
{
	const pid_t pid = read_pid(data);
	if (pid >= 0 && !is_ours(data, pid))
		unlinkat(data, "postmaster.pid", 0);
}

/* ── stopping ── */

/* Opens the listener's process. Its pid cannot have been reused meanwhile, because the listener
 * still listens afterwards. -1: it is gone, or cannot be opened. */
static int open_listener(int data, const struct ucred *listener)
{
	struct ucred again;
	int fd = (int)syscall(SYS_pidfd_open, listener->pid, 0);
	if (fd < 0 || (find_listener(data, &again) && again.pid == listener->pid))
		return fd;
	close(fd);
	errno = ESRCH;
	return -1;
}

/* Sends the signal, and waits until the process is gone. */
static bool end_process(int process, int signal, int seconds)
{
	struct pollfd gone = {.fd = process, .events = POLLIN};
	int ready;
	if (syscall(SYS_pidfd_send_signal, process, signal, NULL, 0) != 0)
		return errno == ESRCH;
	while ((ready = poll(&gone, 1, seconds * 1000)) < 0 && errno == EINTR)
		;
	return ready == 1;
}

static bool refuse_server(char error[SERVER_ERROR_SIZE], const char *what, pid_t pid)
{
	snprintf(error, SERVER_ERROR_SIZE, what, (int)pid);
	return false;
}

/* Checks that no server runs although none listens: its socket file may have been deleted. */
static bool check_none_runs(int data, char error[SERVER_ERROR_SIZE])
{
	const pid_t pid = read_pid(data);
	return !is_ours(data, pid) ||
	       refuse_server(
			   error,
			   "the server seems to be process %1$d, but it does not listen at its socket: look "
			   "at it, and stop it with kill -INT %1$d",
			   pid);
}

bool server_stop(int data, char error[SERVER_ERROR_SIZE])
{
	struct ucred listener;
	struct stat own;

	if (!find_listener(data, &listener))
		return check_none_runs(data, error);
	if (fstat(data, &own) != 0 || listener.pid == 0)
		return refuse_server(
			error,
			"the server does not say which process it is: it runs in another container, "
			"or more programs connect than it takes: stop it there, or stop these",
			0);

	if (listener.uid != own.st_uid)
		return refuse_server(
			error,
			"process %d listens at the server's socket, but it is another user's than "
			"the data directory: look at it, and stop it yourself",
			listener.pid);

	int process = open_listener(data, &listener);
	if (process < 0)
		return errno == ESRCH ||
		       refuse_server(error,
		                     "the server is process %d, which cannot be opened: stop it yourself",
		                     listener.pid);

	const bool ended =
		end_process(process, SIGINT, STOP_SECONDS) || end_process(process, SIGQUIT, ABORT_SECONDS);
	close(process);
	return ended || refuse_server(error, "the server (process %d) does not stop", listener.pid);
}
