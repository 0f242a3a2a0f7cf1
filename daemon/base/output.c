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

/* A write that fails midway leaves no errno at the end. So most texts are buffered as a whole. A
 * terminal gets each line at once. */
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
			abort(); /* no /dev/null, and no way to report it */
	buffer_output();
}

/* Whether the reader of standard output is gone. An earlier failed write has left no errno. */
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
