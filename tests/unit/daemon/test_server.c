/* Which process listens at a cluster's socket, and which process is stopped: never a stranger. The
 * server here is a child of the test that listens in a folder of its own. */
#include "db/local/postmaster.h"
#include "suite.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STRANGER = 12345, CROWD = 64 };

static char folder[] = "/tmp/test_server_XXXXXX";
static int data;

static struct sockaddr_un socket_address(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	snprintf(address.sun_path, sizeof address.sun_path, "%s/.s.PGSQL.5432", folder);
	return address;
}

static int open_socket(int backlog)
{
	const struct sockaddr_un address = socket_address();
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	unlink(address.sun_path);
	CU_ASSERT_FATAL(fd >= 0 && bind(fd, (const void *)&address, sizeof address) == 0);
	CU_ASSERT_FATAL(listen(fd, backlog) == 0);
	return fd;
}

/* A child that listens, and ends by SIGINT. */
static pid_t start_listener(void)
{
	int ready[2];
	char byte;
	CU_ASSERT_FATAL(pipe(ready) == 0);
	pid_t child = fork();
	if (child == 0) {
		signal(SIGINT, SIG_DFL);
		open_socket(8);
		if (write(ready[1], "x", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	CU_ASSERT_FATAL(child > 0 && read(ready[0], &byte, 1) == 1);
	close(ready[0]);
	close(ready[1]);
	return child;
}

static int end_of(pid_t child)
{
	int status = 0;
	CU_ASSERT_EQUAL_FATAL(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void write_pid(const char *text)
{
	int fd = openat(data, "postmaster.pid", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	CU_ASSERT_FATAL(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
}

static bool has_pid(void)
{
	return faccessat(data, "postmaster.pid", F_OK, 0) == 0;
}

TEST(test_listener_is_stopped, "the listener is stopped")
{
	char error[SERVER_ERROR_SIZE];
	CHECK(!server_listens(data), "nobody listens");
	pid_t child = start_listener();
	CHECK(server_listens(data), "the child listens");
	CHECK(server_stop(data, error), "%s", error);
	CHECK(end_of(child) == SIGINT, "it ended otherwise");
	CHECK(!server_listens(data), "nobody listens");
	CHECK(server_stop(data, error), "%s", error);
}

/* The socket of a folder that belongs to somebody else could be anybody's. */
TEST(test_another_users_folder, "another user's folder")
{
	char error[SERVER_ERROR_SIZE];
	if (fchown(data, STRANGER, (gid_t)-1) != 0)
		return; /* only root can give a folder away */
	pid_t child = start_listener();
	CHECK(!server_stop(data, error), "stopped");
	CHECK(strstr(error, "another user's than the data directory") != NULL, "%s", error);
	CHECK(fchown(data, geteuid(), (gid_t)-1) == 0, "%m");
	kill(child, SIGKILL);
	end_of(child);
}

/* So many wait for a server that stands still that it takes no more: it listens, but who it is
 * cannot be told. */
TEST(test_crowd, "a crowd")
{
	char error[SERVER_ERROR_SIZE];
	const struct sockaddr_un address = socket_address();
	int crowd[CROWD], size = 0, listener = open_socket(0);
	do {
		crowd[size] = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
	} while (connect(crowd[size++], (const void *)&address, sizeof address) == 0 && size < CROWD);
	CHECK(errno == EAGAIN, "%d connect: %m", size);
	CHECK(server_listens(data), "it listens");
	CHECK(!server_stop(data, error), "stopped");
	CHECK(strstr(error, "or more programs connect than it takes") != NULL, "%s", error);
	while (size > 0)
		close(crowd[--size]);
	close(listener);
}

/* postmaster.pid of a crash: it names nobody, or a process that is not a server here. */
TEST(test_stale_pid, "stale postmaster.pid")
{
	char own[32], error[SERVER_ERROR_SIZE];
	snprintf(own, sizeof own, "%d\n", (int)getpid());
	const char *texts[] = {own, "1\n", "99999999999999\n", "12", "", "postgres\n"};
	server_clear_stale(data);
	for (int i = 0; i < COUNT(texts); i++) {
		write_pid(texts[i]);
		CHECK(server_stop(data, error), "%s: %s", texts[i], error);
		server_clear_stale(data);
		CHECK(!has_pid(), "the file with \"%s\" stays", texts[i]);
	}
}

/* A descriptor that is none: there is no data directory. */
TEST(test_no_folder, "no folder")
{
	char error[SERVER_ERROR_SIZE];
	CHECK(!server_listens(-1), "nobody listens");
	CHECK(server_stop(-1, error), "%s", error);
	server_clear_stale(-1);
}

int main(void)
{
	if (mkdtemp(folder) == NULL || (data = open(folder, O_RDONLY | O_DIRECTORY)) < 0)
		return 2;
	int status = suite_run("server");
	unlinkat(data, ".s.PGSQL.5432", 0);
	close(data);
	rmdir(folder);
	return status;
}
