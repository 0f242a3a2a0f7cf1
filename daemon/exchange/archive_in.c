/* archive_in: reads archives; see archive.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "base/heap.h"
#include "ctl/parts/ctl.h"

/* ── lines ── */

bool archive_refuse(const struct archive_in *in, int64_t line, const char *format, ...)
{
	char what[512];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	if (line == 0)
		return ctl_refuse("%s: %s; nothing is restored", in->name, what);
	return ctl_refuse("%s:%lld: %s; nothing is restored", in->name, (long long)line, what);
}

static bool refuse_end(const struct archive_in *in)
{
	return archive_refuse(in, in->line, "the file ends here, in the middle: it was cut off");
}

bool archive_open(struct archive_in *in, const char *path)
{
	*in = (struct archive_in){.name = strcmp(path, "-") == 0 ? "standard input" : path};
	if (!infile_open(&in->file, path)) {
		ctl_fail("%s: %s", path, strerror(errno));
		infile_close(&in->file);
		return false;
	}
	in->size = ARCHIVE_BUFFER_SIZE;
	in->buffer = heap_grow(NULL, in->size, 1);
	digest_start(&in->sha);
	return true;
}

bool archive_rewind(struct archive_in *in)
{
	in->begin = in->end = 0;
	in->line = 0;
	in->over = false;
	digest_start(&in->sha);
	return infile_again(&in->file) || archive_refuse(in, in->line, "%s", strerror(errno));
}

void archive_leave(struct archive_in *in)
{
	infile_close(&in->file);
	free(in->buffer);
	in->buffer = NULL;
}

/* Reads more bytes after the buffered ones. All reads are done here. */
static bool fill(struct archive_in *in)
{
	if (in->begin > 0) {
		memmove(in->buffer, in->buffer + in->begin, in->end - in->begin);
		in->end -= in->begin;
		in->begin = 0;
	}

	if (in->end == in->size) {
		if (in->size >= ARCHIVE_LINE_MAX) {
			in->line++;
			return archive_refuse(in, in->line, "the line has more than %d bytes: no row has",
			                      ARCHIVE_LINE_MAX);
		}
		in->size *= 2;
		in->buffer = heap_grow(in->buffer, in->size, 1);
	}

	const size_t got = fread(in->buffer + in->end, 1, in->size - in->end, in->file.in);
	if (archive_stopped() != 0)
		return ctl_refuse("%s: interrupted: nothing is restored", in->name);

	if (got == 0 && ferror(in->file.in)) {
		const int reason = errno;
		if (reason == EBADMSG)
			return archive_refuse(in, in->line, "what was compressed is broken %s",
			                      in->line > 0 ? "from here on" : "at its beginning");
		return archive_refuse(in, in->line, "%s", strerror(reason));
	}

	in->end += got;
	in->over = got == 0;
	return true;
}

/* Takes the next line, with its line end. False, with *over, at the end of the file. */
static bool take_line(struct archive_in *in, char **line, size_t *size, bool *over)
{
	size_t looked = 0;

	*over = false;
	for (;;) {
		char *from = in->buffer + in->begin;
		char *newline = memchr(from + looked, '\n', in->end - in->begin - looked);
		if (newline != NULL) {
			*line = from;
			*size = (size_t)(newline - from) + 1;
			in->begin += *size;
			in->line++;
			return true;
		}
		looked = in->end - in->begin;
		if (in->over) {
			*over = true;
			return false;
		}
		if (!fill(in))
			return false;
	}
}

/* Takes the next line as a text, without its line end. hashed: its bytes are part of the sha256. */
static bool take_text(struct archive_in *in, char **text, bool hashed)
{
	size_t size;
	bool over;
	if (!take_line(in, text, &size, &over))
		return over ? refuse_end(in) : false;
	if (hashed)
		digest_add(&in->sha, *text, size);
	(*text)[size - 1] = '\0';
	return strlen(*text) == size - 1 || archive_refuse(in, in->line, "the line has a zero byte");
}

/* The value of a line "KEY VALUE"; NULL if the line has another key. */
static char *find_value(char *text, const char *key)
{
	const size_t length = strlen(key);
	return strncmp(text, key, length) == 0 && text[length] == ' ' ? text + length + 1 : NULL;
}

/* ── the head ── */

static bool take_value(struct archive_in *in, const char *key, size_t size, char *value)
{
	char *text, *found;
	if (!take_text(in, &text, true))
		return false;
	found = find_value(text, key);
	if (found == NULL || found[0] == '\0' || strlen(found) >= size)
		return archive_refuse(in, in->line, "here must be \"%s ...\"", key);
	strcpy(value, found);
	return true;
}

static bool take_number(struct archive_in *in, const char *text, int64_t most, int64_t *number)
{
	return options_number(text, 0, most, number) ||
	       archive_refuse(in, in->line, "here must be a number");
}

/* The name of a part, and the end of its word. */
static bool take_name(struct archive_in *in, char *text, char **rest)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
	const size_t length = strspn(text, letters);
	if (length == 0 || length >= STMT_NAME_SIZE || text[length] != ' ')
		return archive_refuse(in, in->line, "here must be the name of a part");
	text[length] = '\0';
	*rest = text + length + 1;
	return true;
}

/* Takes the lines "rows PART N", and the line after them. */
static bool take_counts(struct archive_in *in, char **next)
{
	struct archive_head *head = &in->head;
	char *text, *rest = NULL;

	head->part_count = 0;
	while (take_text(in, &text, true)) {
		char *value = find_value(text, "rows");
		struct archive_count *count = &head->part[head->part_count];
		if (value == NULL) {
			*next = text;
			return true;
		}
		if (head->part_count++ == ARCHIVE_PARTS_MAX)
			return archive_refuse(in, in->line, "a backup has at most %d parts", ARCHIVE_PARTS_MAX);
		if (!take_name(in, value, &rest) || !take_number(in, rest, INT64_MAX, &count->rows))
			return false;
		strcpy(count->name, value);
	}

	return false;
}

static bool take_form(struct archive_in *in)
{
	char *text, *value;
	int64_t form;
	bool over;
	size_t size;

	if (!take_line(in, &text, &size, &over) && !over)
		return false;
	if (over || (value = find_value(text, "aresfarm")) == NULL ||
	    (value = find_value(value, "backup")) == NULL) {
		in->line = 1;
		return archive_refuse(
			in, in->line,
			"this is not a backup of a tournament: its first line is not \"aresfarm "
			"backup ...\"");
	}

	digest_add(&in->sha, text, size);
	text[size - 1] = '\0';
	if (!take_number(in, value, INT32_MAX, &form))
		return false;
	return form == ARCHIVE_FORM ||
	       archive_refuse(
			   in, in->line,
			   "the backup has form %lld, and this aresfarm reads form %d: use a newer one",
			   (long long)form, ARCHIVE_FORM);
}

static bool take_head(struct archive_in *in, char **next)
{
	struct archive_head *head = &in->head;
	char schema[STMT_NAME_SIZE];
	int64_t number;
	if (!take_form(in) || !take_value(in, "program", sizeof head->program, head->program) ||
	    !take_value(in, "schema", sizeof schema, schema) ||
	    !take_number(in, schema, INT32_MAX, &number))
		return false;
	head->schema = (int32_t)number;
	return take_value(in, "taken", sizeof head->taken, head->taken) &&
	       take_value(in, "tournament", sizeof head->tournament, head->tournament) &&
	       take_value(in, "digest", sizeof head->digest, head->digest) && take_counts(in, next);
}

/* ── parts ── */

static bool take_rows(struct archive_in *in, const struct archive_taker *taker, int64_t *rows)
{
	char *line;
	size_t size;
	bool over;

	*rows = 0;
	while (take_line(in, &line, &size, &over)) {
		digest_add(&in->sha, line, size);
		if (size == 3 && line[0] == '\\' && line[1] == '.')
			return true;
		if (taker != NULL && !taker->row(taker->context, line, size))
			return false;
		++*rows;
	}

	return over ? refuse_end(in) : false;
}

/* text: the line "part NAME COLUMNS". */
static bool take_part(struct archive_in *in, const struct archive_taker *taker,
                      const struct archive_count *count, char *text)
{
	char *name = find_value(text, "part"), *columns = NULL;
	int64_t rows;

	if (name != NULL && !take_name(in, name, &columns))
		return false;
	if (name == NULL || strcmp(name, count->name) != 0 || strlen(columns) >= ARCHIVE_COLUMNS_SIZE)
		return archive_refuse(in, in->line, "here must be \"part %s\" and its columns",
		                      count->name);

	if (taker != NULL && !taker->part(taker->context, name, columns))
		return false;
	if (!take_rows(in, taker, &rows))
		return false;
	if (rows != count->rows)
		return archive_refuse(in, in->line, "the part %s has %lld rows, and the head says %lld",
		                      count->name, (long long)rows, (long long)count->rows);

	return taker == NULL || taker->part_end(taker->context);
}

/* Takes the line with the sha256, which must be the last. */
static bool take_sha256(struct archive_in *in)
{
	uint8_t sha256[DIGEST_SIZE];
	char *text, *line;
	size_t size;
	bool over;

	digest_finish(&in->sha, sha256);
	for (int i = 0; i < DIGEST_SIZE; i++)
		sprintf(in->sha256 + 2 * i, "%02x", sha256[i]);
	if (!take_text(in, &text, false))
		return false;

	const char *value = find_value(text, "sha256");
	if (value == NULL || strcmp(value, in->sha256) != 0)
		return archive_refuse(
			in, in->line,
			"the file was changed or damaged: its sha256 is %s, not as this line says", in->sha256);

	if (take_line(in, &line, &size, &over))
		return archive_refuse(in, in->line, "the backup ended before this line, and more follows");
	return over && (in->begin == in->end ||
	                archive_refuse(in, in->line, "the backup ended, and more follows"));
}

bool archive_walk(struct archive_in *in, const struct archive_taker *taker)
{
	char *text;

	if (!take_head(in, &text))
		return false;

	/* text may move when more is read */
	char *first = heap_copy(text);

	bool done = taker == NULL || taker->head(taker->context, &in->head);
	text = first;
	for (int i = 0; done && i < in->head.part_count; i++)
		done = take_part(in, taker, &in->head.part[i], text) && take_text(in, &text, true);
	done =
		done && (strcmp(text, "end") == 0 || archive_refuse(in, in->line, "here must be \"end\""));
	free(first);

	return done && take_sha256(in);
}
