/* output: see output.h. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void output_open(void)
{
	/* A file opened for the other direction: each use of it fails with EBADF. */
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			abort(); /* there is no /dev/null, and nowhere to say it */
}

/* Whether nobody reads standard output any more. A write that failed earlier has left no errno. */
static bool is_reader_gone(void)
{
	struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
	return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

/* Why a write that failed earlier did: another one tells. 0: it does not. */
static int ask_why(void)
{
	return write(STDOUT_FILENO, "\n", 1) < 0 ? errno : 0;
}

int output_close(const char *program, int status, int failed)
{
	const bool gone = is_reader_gone();
	bool good = ferror(stdout) == 0;
	const int earlier = good || gone ? 0 : ask_why();
	errno = 0;
	good &= fclose(stdout) == 0;
	if (good)
		return status;
	if (errno == 0)
		errno = earlier;
	const char *why = errno != 0 ? strerror(errno) : NULL;
	if (!gone && errno != EPIPE)
		fprintf(stderr, "%s: standard output could not be written%s%s\n", program,
		        why != NULL ? ": " : "", why != NULL ? why : "");
	return failed;
}
