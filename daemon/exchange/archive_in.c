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

void archive_refuse(const struct archive_in *in, int64_t line, const char *format, ...)
{
	char what[512];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	if (line == 0)
		ctl_stop("%s: %s; nothing is restored", in->name, what);
	ctl_stop("%s:%lld: %s; nothing is restored", in->name, (long long)line, what);
}

_Noreturn static void refuse_end(const struct archive_in *in)
{
	archive_refuse(in, in->line, "the file ends here, in the middle: it was cut off");
}

void archive_open(struct archive_in *in, const char *path)
{
	*in = (struct archive_in){.name = strcmp(path, "-") == 0 ? "standard input" : path};
	if (!infile_open(&in->file, path))
		ctl_stop("%s: %s", path, strerror(errno));
	in->size = ARCHIVE_BUFFER_SIZE;
	in->buffer = heap_grow(NULL, in->size, 1);
	digest_start(&in->sha);
}

void archive_rewind(struct archive_in *in)
{
	in->begin = in->end = 0;
	in->line = 0;
	in->over = false;
	digest_start(&in->sha);
	infile_again(&in->file);
}

/* Reads more bytes after the buffered ones. All reads are done here. */
static void fill(struct archive_in *in)
{
	if (in->begin > 0) {
		memmove(in->buffer, in->buffer + in->begin, in->end - in->begin);
		in->end -= in->begin;
		in->begin = 0;
	}

	if (in->end == in->size) {
		if (in->size >= ARCHIVE_LINE_MAX) {
			in->line++;
			archive_refuse(in, in->line, "the line has more than %d bytes: no row has",
			               ARCHIVE_LINE_MAX);
		}
		in->size *= 2;
		in->buffer = heap_grow(in->buffer, in->size, 1);
	}

	const size_t got = fread(in->buffer + in->end, 1, in->size - in->end, in->file.in);
	if (ctl_stopped() != 0)
		ctl_stop("%s: interrupted: nothing is restored", in->name);

	if (got == 0 && ferror(in->file.in)) {
		const int reason = errno;
		if (reason == EBADMSG)
			archive_refuse(in, in->line, "what was compressed is broken %s",
			               in->line > 0 ? "from here on" : "at its beginning");
		archive_refuse(in, in->line, "%s", strerror(reason));
	}

	in->end += got;
	in->over = got == 0;
}

/* Takes the next line, with its line end. False at the end of the file. */
static bool take_line(struct archive_in *in, char **line, size_t *size)
{
	for (size_t looked = 0;;) {
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
		if (in->over)
			return false;
		fill(in);
	}
}

/* Takes the next line as a text, without its line end. hashed: its bytes are part of the sha256. */
static char *take_text(struct archive_in *in, bool hashed)
{
	char *text;
	size_t size;
	if (!take_line(in, &text, &size))
		refuse_end(in);
	if (hashed)
		digest_add(&in->sha, text, size);
	text[size - 1] = '\0';
	if (strlen(text) != size - 1)
		archive_refuse(in, in->line, "the line has a zero byte");
	return text;
}

/* The value of a line "KEY VALUE"; NULL if the line has another key. */
static char *find_value(char *text, const char *key)
{
	const size_t length = strlen(key);
	return strncmp(text, key, length) == 0 && text[length] == ' ' ? text + length + 1 : NULL;
}

/* ── the head ── */

static void take_value(struct archive_in *in, const char *key, size_t size, char *value)
{
	const char *found = find_value(take_text(in, true), key);
	if (found == NULL || found[0] == '\0' || strlen(found) >= size)
		archive_refuse(in, in->line, "here must be \"%s ...\"", key);
	strcpy(value, found);
}

static int64_t read_number(struct archive_in *in, const char *text, int64_t most)
{
	int64_t number;
	if (!options_number(text, 0, most, &number))
		archive_refuse(in, in->line, "here must be a number");
	return number;
}

/* Ends the name of a part with a zero byte. Returns what follows. */
static char *end_name(struct archive_in *in, char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
	const size_t length = strspn(text, letters);
	if (length == 0 || length >= STMT_NAME_SIZE || text[length] != ' ')
		archive_refuse(in, in->line, "here must be the name of a part");
	text[length] = '\0';
	return text + length + 1;
}

/* Takes the lines "rows PART N". Returns the line after them. */
static char *take_counts(struct archive_in *in)
{
	struct archive_head *head = &in->head;
	char *text, *value;

	head->part_count = 0;
	while ((value = find_value(text = take_text(in, true), "rows")) != NULL) {
		struct archive_count *count = &head->part[head->part_count];
		if (head->part_count++ == ARCHIVE_PARTS_MAX)
			archive_refuse(in, in->line, "a backup has at most %d parts", ARCHIVE_PARTS_MAX);
		count->rows = read_number(in, end_name(in, value), INT64_MAX);
		strcpy(count->name, value);
	}
	return text;
}

static void take_form(struct archive_in *in)
{
	char *text, *value;
	size_t size;

	if (!take_line(in, &text, &size) || (value = find_value(text, "aresfarm")) == NULL ||
	    (value = find_value(value, "backup")) == NULL) {
		in->line = 1;
		archive_refuse(in, in->line,
		               "this is not a backup of a tournament: its first line is not \"aresfarm "
		               "backup ...\"");
	}

	digest_add(&in->sha, text, size);
	text[size - 1] = '\0';
	const int64_t form = read_number(in, value, INT32_MAX);
	if (form != ARCHIVE_FORM)
		archive_refuse(in, in->line,
		               "the backup has form %lld, and this aresfarm reads form %d: use a newer one",
		               (long long)form, ARCHIVE_FORM);
}

/* Returns the line after the head. */
static char *take_head(struct archive_in *in)
{
	struct archive_head *head = &in->head;
	char schema[STMT_NAME_SIZE];
	take_form(in);
	take_value(in, "program", sizeof head->program, head->program);
	take_value(in, "schema", sizeof schema, schema);
	head->schema = (int32_t)read_number(in, schema, INT32_MAX);
	take_value(in, "taken", sizeof head->taken, head->taken);
	take_value(in, "tournament", sizeof head->tournament, head->tournament);
	take_value(in, "digest", sizeof head->digest, head->digest);
	return take_counts(in);
}

/* ── parts ── */

/* Returns how many there are. */
static int64_t take_rows(struct archive_in *in, const struct archive_taker *taker)
{
	char *line;
	size_t size;

	for (int64_t rows = 0; take_line(in, &line, &size); rows++) {
		digest_add(&in->sha, line, size);
		if (size == 3 && line[0] == '\\' && line[1] == '.')
			return rows;
		if (taker != NULL)
			taker->row(taker->context, line, size);
	}
	refuse_end(in);
}

/* text: the line "part NAME COLUMNS". */
static void take_part(struct archive_in *in, const struct archive_taker *taker,
                      const struct archive_count *count, char *text)
{
	char *name = find_value(text, "part"), *columns = name != NULL ? end_name(in, name) : NULL;

	if (name == NULL || strcmp(name, count->name) != 0 || strlen(columns) >= ARCHIVE_COLUMNS_SIZE)
		archive_refuse(in, in->line, "here must be \"part %s\" and its columns", count->name);

	if (taker != NULL)
		taker->part(taker->context, name, columns);
	const int64_t rows = take_rows(in, taker);
	if (rows != count->rows)
		archive_refuse(in, in->line, "the part %s has %lld rows, and the head says %lld",
		               count->name, (long long)rows, (long long)count->rows);
	if (taker != NULL)
		taker->part_end(taker->context);
}

/* Takes the line with the sha256, which must be the last. */
static void take_sha256(struct archive_in *in)
{
	uint8_t sha256[DIGEST_SIZE];
	char *line;
	size_t size;

	digest_finish(&in->sha, sha256);
	for (int i = 0; i < DIGEST_SIZE; i++)
		sprintf(in->sha256 + 2 * i, "%02x", sha256[i]);

	const char *value = find_value(take_text(in, false), "sha256");
	if (value == NULL || strcmp(value, in->sha256) != 0)
		archive_refuse(in, in->line,
		               "the file was changed or damaged: its sha256 is %s, not as this line says",
		               in->sha256);
	if (take_line(in, &line, &size) || in->begin != in->end)
		archive_refuse(in, in->line, "the backup has ended, and more follows");
}

void archive_walk(struct archive_in *in, const struct archive_taker *taker)
{
	/* the text moves when more is read */
	char *first = heap_copy(take_head(in)), *text = first;

	if (taker != NULL)
		taker->head(taker->context, &in->head);
	for (int i = 0; i < in->head.part_count; i++) {
		take_part(in, taker, &in->head.part[i], text);
		text = take_text(in, true);
	}
	if (strcmp(text, "end") != 0)
		archive_refuse(in, in->line, "here must be \"end\"");
	free(first);
	take_sha256(in);
}
