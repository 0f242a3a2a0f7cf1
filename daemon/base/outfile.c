/* outfile: see outfile.h. */
#include "outfile.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Closes the file. False, with errno, when something has not arrived. */
static bool write_and_close(int fd, mode_t mode, const char *bytes, size_t size)
{
	bool done = fchmod(fd, mode) == 0;
	while (done && size > 0) {
		const ssize_t written = write(fd, bytes, size);
		done = written >= 0 || errno == EINTR;
		if (written > 0) {
			bytes += written;
			size -= (size_t)written;
		}
	}
	done = done && fsync(fd) == 0;
	const int reason = errno;
	const bool closed = close(fd) == 0;
	if (!done)
		errno = reason;
	return done && closed;
}

static bool write_as_it_is(const char *path, const char *bytes, size_t size)
{
	FILE *out = fopen(path, "w");
	if (out == NULL)
		return false;
	const bool written = fwrite(bytes, 1, size, out) == size && fflush(out) == 0;
	const int reason = errno;
	fclose(out);
	errno = reason;
	return written;
}

/* A new file gets the rights that the umask leaves; one that was there keeps its own. */
static mode_t find_mode(const struct stat *old, bool exists)
{
	const mode_t mask = umask(0);
	umask(mask);
	return exists ? old->st_mode & 07777 : 0666 & ~mask;
}

/* The new file lies beside, so that it can take the old one's place at once. */
static bool write_beside(const char *path, mode_t mode, const char *bytes, size_t size)
{
	char beside[PATH_MAX];
	if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= (int)sizeof beside) {
		errno = ENAMETOOLONG;
		return false;
	}
	const int fd = mkstemp(beside);
	if (fd < 0)
		return false;
	bool done = write_and_close(fd, mode, bytes, size) && rename(beside, path) == 0;
	const int reason = errno;
	if (!done)
		unlink(beside);
	errno = reason;
	return done;
}

bool outfile_write(const char *path, const char *bytes, size_t size)
{
	struct stat old;
	if (strcmp(path, "-") == 0)
		return fwrite(bytes, 1, size, stdout) == size;
	const bool exists = stat(path, &old) == 0;
	if (exists && !S_ISREG(old.st_mode))
		return write_as_it_is(path, bytes, size);
	return write_beside(path, find_mode(&old, exists), bytes, size);
}
