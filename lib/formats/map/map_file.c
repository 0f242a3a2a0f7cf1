/* map_file: see map_file.h. */
#include "map_file.h"

#include "board/token.h"

#include <stdio.h>
#include <string.h>

const char map_file_head[] = "code,name,type,centre,owner,start,army,fleet,alias";
enum { FIELDS = 9 };

/* Takes the next line of a text and terminates it at its newline. NULL after the last line. */
static char *take_line(char **text)
{
	char *line = *text;
	const size_t length = strcspn(line, "\n");

	if (*line == '\0')
		return NULL;
	*text += length + (line[length] == '\n');
	line[length] = '\0';
	if (length > 0 && line[length - 1] == '\r')
		line[length - 1] = '\0';
	return line;
}

/* Splits a line at its commas; returns the number of fields. Surplus fields are not stored. */
static int cut_line(char *line, const char *field[FIELDS])
{
	int count = 0;

	for (;; line++) {
		if (count < FIELDS)
			field[count] = line;
		count++;
		line += strcspn(line, ",");
		if (*line == '\0')
			return count;
		*line = '\0';
	}
}

static bool has_controls(const char *line)
{
	for (; *line; line++)
		if ((unsigned char)*line < ' ' || *line == 127)
			return true;
	return false;
}

static bool read_row(char *line, int number, struct map_row *row, char error[ERROR_SIZE])
{
	const char *field[FIELDS];

	if (has_controls(line))
		return text_refuse(error, "line %d: a byte is not a letter", number);
	if (line[0] == '"' || strstr(line, ",\""))
		return text_refuse(
			error, "line %d: a field begins with a quote: write fields without quotes", number);
	const int count = cut_line(line, field);
	if (count != FIELDS)
		return text_refuse(error, "line %d: %d fields where %d belong", number, count, FIELDS);
	*row = (struct map_row){field[0], field[1], field[2], field[3], field[4],
	                        field[5], field[6], field[7], field[8]};
	return true;
}

bool map_file_read(char *text, struct map_row rows[LOCS_MAX], size_t *count, char error[ERROR_SIZE])
{
	text += tokens_mark(text, text + strlen(text));
	char *line = take_line(&text);

	*count = 0;
	if (!line || strcmp(line, map_file_head) != 0)
		return text_refuse(error, "line 1: it should be %s", map_file_head);
	for (int number = 2; (line = take_line(&text)); number++) {
		if (*line == '\0')
			continue;
		if (*count == LOCS_MAX)
			return text_refuse(error, "line %d: a map has at most %d rows", number, LOCS_MAX);
		if (!read_row(line, number, &rows[*count], error))
			return false;
		++*count;
	}
	return true;
}

size_t map_file_print(const struct map_row rows[], size_t count, char *text, size_t size)
{
	struct text out = {text, size, 0};

	text_add(&out, "%s\n", map_file_head);
	for (size_t r = 0; r < count; r++) {
		const struct map_row *row = &rows[r];
		text_add(&out, "%s,%s,%s,%s,%s,%s,%s,%s,%s\n", row->code, row->name, row->type, row->centre,
		         row->owner, row->start, row->army, row->fleet, row->alias);
	}
	return out.used;
}
