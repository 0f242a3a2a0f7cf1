/* case_files: see case_files.h. */
#include "case_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"

enum { BLOCK_SIZE = 1 << 18, MAPS_HELD = 8 };

/* A file being read. */
struct reading {
	const struct case_source *source;
	const char *file;
	struct case_reader reader;
	struct test_case c;
};

const struct map *case_files_find_map(const char *name)
{
	static struct {
		const char *name;
		struct map map;
	} held[MAPS_HELD];
	static int next;
	const struct map_source *source = map_source_find(name);
	char error[ERROR_SIZE];

	for (int i = 0; i < MAPS_HELD; i++)
		if (held[i].name != NULL && strcmp(held[i].name, name) == 0)
			return &held[i].map;

	const int at = next++ % MAPS_HELD;
	held[at].name = NULL;
	if (source == NULL || !map_build(&held[at].map, source->rows, source->count, error))
		return NULL;
	held[at].name = source->name;
	return &held[at].map;
}

/* Passes on the cases that a piece of text completes. */
static void read_text(struct reading *reading, const char *text, const char *end)
{
	const struct case_source *source = reading->source;
	struct case_reader *reader = &reading->reader;
	enum case_event event;
	while ((event = cases_read(reader, &text, end, &reading->c)) == CASE_READ)
		source->take(source->context, reading->file, &reading->c);
	if (event == CASE_MALFORMED)
		ctl_stop("%s: %s:%ld: %s", source->command, reading->file, reader->line, reader->error);
}

/* Bytes up to and with the last newline. */
static size_t whole_lines(const char *text, size_t length)
{
	while (length > 0 && text[length - 1] != '\n')
		length--;
	return length;
}

/* Reports lines of a file that are not a case. */
static void check_whole(const struct reading *reading)
{
	const struct case_reader *reader = &reading->reader;
	const char *command = reading->source->command;
	char word[CASE_WORD_SIZE];

	snprintf(word, sizeof word, "%s", reader->stray);
	utf8_clean_line(word);
	if (reader->cases == 0 && reader->strays > 0)
		ctl_stop("%s: %s:%ld: '%s' begins no case, and no other line does: case ID begins one",
		         command, reading->file, reader->stray_line, word);
	if (reader->cases == 0)
		ctl_stop("%s: %s:%ld: the end, and there was no case: case ID begins one", command,
		         reading->file, reader->line + 1);
	if (reader->strays == 1)
		fprintf(stderr, "%s:%ld: skipped, as it does not belong to a case: '%s'\n", reading->file,
		        reader->stray_line, word);
	else if (reader->strays > 1)
		fprintf(stderr, "%s:%ld: skipped %ld lines that do not belong to a case; here '%s'\n",
		        reading->file, reader->stray_line, reader->strays, word);
}

/* Reads a descriptor to its end. */
static void read_descriptor(struct reading *reading, int fd)
{
	static char block[BLOCK_SIZE];
	const char *command = reading->source->command;
	struct case_reader *reader = &reading->reader;
	size_t held = 0; /* bytes of an incomplete line at the block's start */
	ssize_t got;

	while ((got = read(fd, block + held, sizeof block - held)) > 0) {
		held += (size_t)got;
		size_t whole = whole_lines(block, held);
		read_text(reading, block, block + whole);
		held -= whole;
		memmove(block, block + whole, held);
		if (held == sizeof block)
			ctl_stop("%s: %s:%ld: a line should be shorter than %zu bytes", command, reading->file,
			         reader->line + 1, held);
	}
	if (got < 0)
		ctl_stop("%s: %s: %s", command, reading->file, strerror(errno));
	read_text(reading, block, block + held);
	if (reader->open)
		ctl_stop("%s: %s:%ld: case %s should have an end line", command, reading->file,
		         reader->line, reading->c.id);
	check_whole(reading);
}

void case_files_read(const struct case_source *source, const char *name)
{
	bool standard_input = strcmp(name, "-") == 0;
	int fd = standard_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	struct reading reading = {.source = source,
	                          .file = standard_input ? "standard input" : name,
	                          .reader = {.map = source->map,
	                                     .map_name = source->map_name,
	                                     .bare = source->bare,
	                                     .find_map = case_files_find_map}};

	if (fd < 0)
		ctl_stop("%s: %s: %s", source->command, name, strerror(errno));

	read_descriptor(&reading, fd);
	if (!standard_input)
		close(fd);
}
