/* outfile: see outfile.h. */
#include "outfile.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "zst.h"

/* A new file gets the rights that the umask leaves; one that was there keeps its own. */
static mode_t find_mode(const struct stat *old, bool exists)
{
	const mode_t mask = umask(0);
	umask(mask);
	return exists ? old->st_mode & 07777 : 0666 & ~mask;
}

/* Opens what the bytes go to: a file beside the one that is asked for; or that one, if it is none
 * that can be replaced. */
static FILE *open_raw(struct outfile *file)
{
	struct stat old;
	const bool exists = stat(file->path, &old) == 0;
	if (strcmp(file->path, "-") == 0)
		return stdout;
	if (exists && !S_ISREG(old.st_mode))
		return fopen(file->path, "we");
	if (asprintf(&file->beside, "%s.unfinished.XXXXXX", file->path) < 0)
		abort();
	const int fd = mkstemp(file->beside);
	if (fd < 0)
		return NULL;
	FILE *raw = fchmod(fd, find_mode(&old, exists)) == 0 ? fdopen(fd, "w") : NULL;
	if (raw == NULL) {
		unlink(file->beside);
		close(fd);
	}
	return raw;
}

bool outfile_open(struct outfile *file, const char *path)
{
	*file = (struct outfile){.path = path};
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

/* Ends the streams. False, with errno, when not all has arrived. */
static bool end_streams(struct outfile *file)
{
	int reason = 0;
	if (file->out != NULL && ferror(file->out))
		reason = errno != 0 ? errno : EIO;
	if (file->out != NULL && file->out != file->raw && fclose(file->out) != 0)
		reason = errno;
	if (fflush(file->raw) != 0 || (file->beside != NULL && fsync(fileno(file->raw)) != 0))
		reason = errno;
	if (file->raw != stdout && fclose(file->raw) != 0)
		reason = errno;
	errno = reason;
	return reason == 0;
}

bool outfile_close(struct outfile *file, bool keep)
{
	bool done = end_streams(file);
	if (file->beside != NULL && done && keep)
		done = rename(file->beside, file->path) == 0;
	const int reason = errno;
	if (file->beside != NULL && !(done && keep))
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
