/* infile: see infile.h. */
#include "infile.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "zst.h"

/* Opens `in` on top of raw. */
static void begin(struct infile *file)
{
	file->in = zst_is_named(file->path) ? zst_reader(file->raw) : file->raw;
}

bool infile_open(struct infile *file, const char *path)
{
	*file = (struct infile){.path = path};
	file->raw = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	if (file->raw != NULL)
		begin(file);
	return file->raw != NULL;
}

bool infile_is_regular(const struct infile *file)
{
	struct stat status;
	return file->raw != stdin && fstat(fileno(file->raw), &status) == 0 && S_ISREG(status.st_mode);
}

void infile_again(struct infile *file)
{
	if (file->in != file->raw)
		fclose(file->in);
	rewind(file->raw);
	begin(file);
}

void infile_close(struct infile *file)
{
	const int reason = errno;
	if (file->in != NULL && file->in != file->raw)
		fclose(file->in);
	if (file->raw != NULL && file->raw != stdin)
		fclose(file->raw);
	*file = (struct infile){.path = file->path};
	errno = reason;
}
