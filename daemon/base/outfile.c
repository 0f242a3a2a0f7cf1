/* outfile: see outfile.h. */
#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heap.h"
#include "zst.h"

/* A new file gets the rights that the umask allows; a replaced file keeps its own. A secret file is
 * always readable and writable by its owner only. */
static mode_t find_mode(const struct outfile *file, const struct stat *old, bool exists)
{
	const mode_t mask = umask(0);
	umask(mask);
	if (file->secret)
		return 0600;
	return exists ? old->st_mode & 07777 : 0666 & ~mask;
}

/* The path of an open file in /proc, by its descriptor. */
static void find_shown(int fd, char shown[32])
{
	snprintf(shown, 32, "/proc/self/fd/%d", fd);
}

/* An unnamed file in the folder of path: it disappears if the program dies. -1: not supported
 * here. */
static int open_nameless(const char *path)
{
	char copy[PATH_MAX], shown[32];
	if (strlen(path) >= sizeof copy)
		return -1;
	const int fd = open(dirname(strcpy(copy, path)), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
	find_shown(fd, shown);
	if (fd < 0 || access(shown, F_OK) == 0)
		return fd;
	close(fd);
	return -1;
}

/* Gives the file the name beside, which is not in use. False, with errno, on failure. */
static bool give_name(struct outfile *file)
{
	char shown[32];
	find_shown(fileno(file->raw), shown);
	for (int i = 0; i < 1000; i++) {
		sprintf(file->beside, "%s.%d.%d", file->path, (int)getpid(), i);
		if (linkat(AT_FDCWD, shown, AT_FDCWD, file->beside, AT_SYMLINK_FOLLOW) == 0)
			return true;
		if (errno != EEXIST)
			break;
	}
	*file->beside = '\0';
	return false;
}

/* Opens the file to write to: a new one that will replace the requested file, or the requested file
 * itself if it cannot be replaced. */
static FILE *open_raw(struct outfile *file)
{
	struct stat old;
	const bool exists = stat(file->path, &old) == 0;

	if (strcmp(file->path, "-") == 0)
		return stdout;
	if (exists && !S_ISREG(old.st_mode))
		return fopen(file->path, "we");
	file->beside = heap_get(1, strlen(file->path) + 32);

	int fd = open_nameless(file->path);
	if (fd < 0) {
		sprintf(file->beside, "%s.unfinished.XXXXXX", file->path);
		fd = mkostemp(file->beside, O_CLOEXEC);
	}

	if (fd < 0)
		return NULL;
	FILE *raw = fchmod(fd, find_mode(file, &old, exists)) == 0 ? fdopen(fd, "w") : NULL;
	if (raw == NULL) {
		unlink(file->beside);
		close(fd);
	}

	return raw;
}

static bool open_file(struct outfile *file, const char *path, bool secret)
{
	*file = (struct outfile){.path = path, .secret = secret};
	file->out = file->raw = open_raw(file);
	if (file->raw != NULL) {
		if (zst_is_named(path))
			file->out = zst_writer(file->raw);
		return true;
	}
	const int reason = errno;
	free(file->beside);
	file->beside = NULL;
	errno = reason;

	return false;
}

bool outfile_open(struct outfile *file, const char *path)
{
	return open_file(file, path, false);
}

bool outfile_open_secret(struct outfile *file, const char *path)
{
	return open_file(file, path, true);
}

/* Closes the streams; gives an unnamed file the name beside, if it is kept. False, with errno, if
 * not everything was written. */
static bool end_streams(struct outfile *file, bool keep)
{
	int reason = 0;

	if (ferror(file->out))
		reason = errno != 0 ? errno : EIO;
	if (file->out != file->raw && fclose(file->out) != 0)
		reason = errno;
	if (fflush(file->raw) != 0 || (file->beside != NULL && fsync(fileno(file->raw)) != 0))
		reason = errno;
	if (file->beside != NULL && *file->beside == '\0' && keep && reason == 0 && !give_name(file))
		reason = errno;
	if (file->raw != stdout && fclose(file->raw) != 0)
		reason = errno;
	errno = reason;

	return reason == 0;
}

bool outfile_close(struct outfile *file, bool keep)
{
	bool done = end_streams(file, keep);
	if (file->beside != NULL && done && keep)
		done = rename(file->beside, file->path) == 0;
	const int reason = errno;
	if (file->beside != NULL && *file->beside != '\0' && !(done && keep))
		unlink(file->beside);
	free(file->beside);
	file->beside = NULL;
	errno = reason;
	return done;
}

bool outfile_write(const char *path, const char *bytes, size_t size)
{
	struct outfile file;
	if (!outfile_open(&file, path))
		return false;
	fwrite(bytes, 1, size, file.out);
	return outfile_close(&file, true);
}
