/* outfile: see outfile.h. */
#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A new file gets the rights that the umask leaves; one that was there keeps its own. */
static mode_t find_mode(const struct stat *old, bool exists)
{
	const mode_t mask = umask(0);
	umask(mask);
	return exists ? old->st_mode & 07777 : 0666 & ~mask;
}

/* The new file lies beside, so that it can take the old one's place at once. */
static bool open_beside(struct outfile *file, mode_t mode)
{
	const int length = snprintf(file->beside, sizeof file->beside, "%s.XXXXXX", file->path);
	if (length >= (int)sizeof file->beside) {
		file->beside[0] = '\0';
		errno = ENAMETOOLONG;
		return false;
	}
	file->fd = mkstemp(file->beside);
	if (file->fd < 0)
		file->beside[0] = '\0';
	return file->fd >= 0 && fchmod(file->fd, mode) == 0;
}

bool outfile_open(struct outfile *file, const char *path)
{
	struct stat old;
	*file = (struct outfile){.fd = -1, .path = path};
	if (strcmp(path, "-") == 0) {
		file->fd = dup(STDOUT_FILENO);
		return file->fd >= 0 && fflush(stdout) == 0;
	}
	const bool exists = stat(path, &old) == 0;
	if (!exists || S_ISREG(old.st_mode))
		return open_beside(file, find_mode(&old, exists));
	file->fd = open(path, O_WRONLY | O_CLOEXEC);
	return file->fd >= 0;
}

bool outfile_add(struct outfile *file, const char *bytes, size_t size)
{
	while (size > 0) {
		const ssize_t written = write(file->fd, bytes, size);
		if (written < 0 && errno != EINTR)
			return false;
		if (written > 0) {
			bytes += written;
			size -= (size_t)written;
		}
	}
	return true;
}

bool outfile_close(struct outfile *file)
{
	const bool beside = file->beside[0] != '\0';
	if (beside && fsync(file->fd) != 0)
		return false;
	const int fd = file->fd;
	file->fd = -1;
	if (close(fd) != 0 || (beside && rename(file->beside, file->path) != 0))
		return false;
	file->beside[0] = '\0';
	return true;
}

void outfile_drop(struct outfile *file)
{
	const int reason = errno;
	if (file->fd >= 0)
		close(file->fd);
	if (file->beside[0] != '\0')
		unlink(file->beside);
	*file = (struct outfile){.fd = -1};
	errno = reason;
}

bool outfile_write(const char *path, const char *bytes, size_t size)
{
	struct outfile file;
	if (outfile_open(&file, path) && outfile_add(&file, bytes, size) && outfile_close(&file))
		return true;
	outfile_drop(&file);
	return false;
}
