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

/* A new file gets the rights that the umask leaves; one that was there keeps its own. A secret one
 * is its owner's in any case. */
static mode_t find_mode(const struct outfile *file, const struct stat *old, bool exists)
{
	const mode_t mask = umask(0);
	umask(mask);
	if (file->secret)
		return 0600;
	return exists ? old->st_mode & 07777 : 0666 & ~mask;
}

/* Where the kernel shows a file that is open, by its number. */
static void find_shown(int fd, char shown[32])
{
	snprintf(shown, 32, "/proc/self/fd/%d", fd);
}

/* A file in the folder of path that has no name yet: it is gone when the program ends, however that
 * comes. -1: files cannot be so here. */
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

/* Gives it the name beside, which nobody has yet. False, with errno, when it could not. */
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

/* Opens what the bytes go to: a file that takes the place of the one that is asked for; or that one
 * itself, if it is none that can be replaced. */
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
	if (file->raw != NULL && zst_is_named(path))
		file->out = zst_writer(file->raw);
	if (file->out != NULL)
		return true;

	const int reason = errno;
	if (file->raw != NULL)
		(void)!outfile_close(file, false);
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

/* Ends the streams; a file without a name gets the name beside, if it is kept. False, with errno,
 * when not all has arrived. */
static bool end_streams(struct outfile *file, bool keep)
{
	int reason = 0;

	if (file->out != NULL && ferror(file->out))
		reason = errno != 0 ? errno : EIO;
	if (file->out != NULL && file->out != file->raw && fclose(file->out) != 0)
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
	const bool written = fwrite(bytes, 1, size, file.out) == size;
	return outfile_close(&file, written) && written;
}
