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

enum { OUTPUT_BUFFER = 65536 };

/* A failed write in the middle of a text leaves no errno for the end. So most texts are written as
 * a whole. A terminal gets its lines as they come. */
static void buffer_output(void)
{
	static char buffer[OUTPUT_BUFFER];
	if (!isatty(STDOUT_FILENO))
		setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
}

void output_open(void)
{
	/* A file opened for the other direction: each use of it fails with EBADF. */
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			abort(); /* there is no /dev/null, and nowhere to say it */
	buffer_output();
}

/* Whether nobody reads standard output any more. A write that failed earlier has left no errno. */
static bool is_reader_gone(void)
{
	struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
	return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

int output_close(const char *program, int status, int failed)
{
	const bool gone = is_reader_gone();
	bool good = ferror(stdout) == 0;
	errno = 0;
	good &= fclose(stdout) == 0;
	if (good)
		return status;
	const char *why = errno != 0 ? strerror(errno) : NULL;
	if (!gone && errno != EPIPE)
		fprintf(stderr, "%s: standard output could not be written%s%s\n", program,
		        why != NULL ? ": " : "", why != NULL ? why : "");
	return failed;
}
