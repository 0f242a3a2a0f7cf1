/* archive_out: writes archives; see archive.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "base/heap.h"
#include "ctl/parts/ctl.h"

/* ── the head ── */

int64_t archive_rows(const struct archive_head *head, const char *part)
{
	for (int i = 0; i < head->part_count; i++)
		if (strcmp(head->part[i].name, part) == 0)
			return head->part[i].rows;
	return 0;
}

bool archive_put_head(struct archive_out *out, const struct archive_head *head)
{
	bool done = archive_print(out,
	                          "aresfarm backup %d\nprogram %s\nschema %d\ntaken %s\n"
	                          "tournament %s\ndigest %s\n",
	                          ARCHIVE_FORM, head->program, head->schema, head->taken,
	                          head->tournament, head->digest);
	for (int i = 0; done && i < head->part_count; i++)
		done =
			archive_print(out, "rows %s %lld\n", head->part[i].name, (long long)head->part[i].rows);
	return done;
}

/* ── bytes ── */

void archive_fail_write(const struct archive_out *out)
{
	if (ctl_stopped() != 0)
		ctl_fail("%s: interrupted: nothing is written", out->path);
	else
		ctl_fail("%s: %s", strcmp(out->path, "-") == 0 ? "standard output" : out->path,
		         strerror(out->reason));
}

/* Stores the reason. Always returns false. */
static bool note_failure(struct archive_out *out)
{
	out->reason = errno;
	out->failed = true;
	return false;
}

bool archive_create(struct archive_out *out, const char *path)
{
	*out = (struct archive_out){.path = path, .buffer = heap_grow(NULL, ARCHIVE_BUFFER_SIZE, 1)};
	digest_start(&out->sha);
	out->open = outfile_open_secret(&out->file, path);
	if (out->open)
		return true;
	note_failure(out);
	archive_fail_write(out);
	return false;
}

/* All writes are done here. */
static bool flush(struct archive_out *out)
{
	const bool done =
		ctl_stopped() == 0 && fwrite(out->buffer, 1, out->used, out->file.out) == out->used;
	out->used = 0;
	return done || note_failure(out);
}

bool archive_put(struct archive_out *out, const char *bytes, size_t size)
{
	digest_add(&out->sha, bytes, size);
	out->bytes += (int64_t)size;
	while (size > 0) {
		const size_t room = ARCHIVE_BUFFER_SIZE - out->used, part = MIN(size, room);
		memcpy(out->buffer + out->used, bytes, part);
		out->used += part;
		bytes += part;
		size -= part;
		if (out->used == ARCHIVE_BUFFER_SIZE && !flush(out))
			return false;
	}
	return true;
}

bool archive_print(struct archive_out *out, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = heap_print_list(format, args);
	va_end(args);
	const bool done = archive_put(out, text, strlen(text));
	free(text);
	return done;
}

bool archive_finish(struct archive_out *out)
{
	uint8_t sha256[DIGEST_SIZE];
	bool done = archive_print(out, "end\n");

	digest_finish(&out->sha, sha256);
	for (int i = 0; i < DIGEST_SIZE; i++)
		sprintf(out->sha256 + 2 * i, "%02x", sha256[i]);
	done = done && archive_print(out, "sha256 %s\n", out->sha256) && flush(out);
	if (done) {
		out->open = false;
		done = outfile_close(&out->file, true) || note_failure(out);
	}

	if (!done)
		archive_fail_write(out);
	return done;
}

void archive_close(struct archive_out *out)
{
	if (out->open)
		(void)!outfile_close(&out->file, false);
	free(out->buffer);
}
