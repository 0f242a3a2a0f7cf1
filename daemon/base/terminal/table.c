/* table: see table.h. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/json.h"
#include "terminal.h"
#include "base/utf8.h"

void table_open(struct table *table, int rows, int columns)
{
	table->rows = rows;
	table->columns = columns;
	table->name = heap_get((size_t)columns, sizeof *table->name);
	table->kind = heap_get((size_t)columns, sizeof *table->kind);
	table->cell = heap_get((size_t)rows * (size_t)columns, sizeof *table->cell);
}

void table_close(struct table *table)
{
	free(table->name);
	free(table->kind);
	free(table->cell);
	memset(table, 0, sizeof *table);
}

/* A copy without control characters; the caller frees it. NULL is an empty text. */
static char *clean(const char *text)
{
	char *copy = heap_copy(text != NULL ? text : "");
	utf8_clean_line(copy);
	return copy;
}

/* ── in columns ── */

/* A line being printed: blanks are printed only if something follows them. */
struct line {
	FILE *out;
	int blanks;
};

static void line_put(struct line *line, const char *text)
{
	if (text[0] != '\0')
		fprintf(line->out, "%*s%s", line->blanks, "", text);
	line->blanks = text[0] != '\0' ? 0 : line->blanks;
}

static void line_end(struct line *line)
{
	fputc('\n', line->out);
	line->blanks = 0;
}

/* One cell: this many blanks before and after the text, and one more on both sides. */
static void line_cell(struct line *line, const char *text, int before, int after)
{
	line->blanks += 1 + before;
	line_put(line, text);
	line->blanks += after + 1;
}

/* The greatest of `least` and what `measure` returns for the cells of a column. */
static int find_width(const struct table *table, int column, int least,
                      int (*measure)(const char *))
{
	for (int row = 0; row < table->rows; row++) {
		const int own = measure(*table_cell(table, row, column));
		least = MAX(own, least);
	}
	return least;
}

static void print_heading(struct line *line, const struct table *table, const int *width)
{
	for (int column = 0; column < table->columns; column++) {
		const int left = width[column] - terminal_columns(table->name[column]);
		if (column > 0)
			line_put(line, "|");
		line_cell(line, table->name[column], left / 2, left - left / 2);
	}
	line_end(line);
	for (int column = 0; column < table->columns; column++) {
		if (column > 0)
			line_put(line, "+");
		for (int i = 0; i < width[column] + 2; i++)
			line_put(line, "-");
	}
	line_end(line);
}

static void print_row(struct line *line, const struct table *table, int row, const int *width)
{
	for (int column = 0; column < table->columns; column++) {
		const char *cell = *table_cell(table, row, column);
		const int left = width[column] - terminal_columns(cell);
		const bool right = table->kind[column] == TABLE_NUMBER;
		if (column > 0)
			line_put(line, "|");
		line_cell(line, cell, right ? left : 0, right ? 0 : left);
	}
	line_end(line);
}

/* Copies a table, without control characters in its texts. */
static void copy_clean(const struct table *table, struct table *copy)
{
	table_open(copy, table->rows, table->columns);
	memcpy(copy->kind, table->kind, (size_t)table->columns * sizeof *table->kind);
	for (int i = 0; i < table->columns; i++)
		copy->name[i] = clean(table->name[i]);
	for (size_t i = 0; i < (size_t)table->rows * (size_t)table->columns; i++)
		copy->cell[i] = clean(table->cell[i]);
}

static void drop_clean(struct table *copy)
{
	for (int i = 0; i < copy->columns; i++)
		free((char *)copy->name[i]);
	for (size_t i = 0; i < (size_t)copy->rows * (size_t)copy->columns; i++)
		free((char *)copy->cell[i]);
	table_close(copy);
}

/* ── narrower ── */

/* The columns of the text's longest word. */
static int longest_word(const char *text)
{
	int longest = 0;
	char *copy = heap_copy(text), *rest;
	for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
		const int own = terminal_columns(word);
		longest = MAX(own, longest);
	}
	free(copy);
	return longest;
}

/* The widths that fit the cells and the longest words of the headings; of a word at most `longest`
 * columns count. */
static int measure_narrow(const struct table *table, int longest, int *width)
{
	int whole = -1;
	for (int column = 0; column < table->columns; column++) {
		const int word = longest_word(table->name[column]);
		width[column] = find_width(table, column, MIN(word, longest), terminal_columns);
		whole += width[column] + 1;
	}
	return whole;
}

static int columns_of(const char *text, const char *end)
{
	char *copy = heap_print("%.*s", (int)(end - text), text);
	const int columns = terminal_columns(copy);
	free(copy);
	return columns;
}

/* Takes as many words from a heading as fit, or a part of the first word if it is too long;
 * *heading moves past them. The caller frees the result. */
static char *take_words(const char **heading, int width)
{
	const char *end = *heading + strcspn(*heading, " ");
	const bool part = columns_of(*heading, end) > width;
	while (part && columns_of(*heading, end) >= width)
		do
			end--;
		while ((*end & 0xc0) == 0x80); /* within a character */
	while (!part && *end != '\0') {
		const char *next = end + 1 + strcspn(end + 1, " ");
		if (columns_of(*heading, next) > width)
			break;
		end = next;
	}

	char *taken = heap_print("%.*s%s", (int)(end - *heading), *heading, part ? "-" : "");
	*heading = end + strspn(end, " ");
	return taken;
}

static void narrow_cell(struct line *line, const struct table *table, int column, const char *text,
                        const int *width)
{
	const int left = width[column] - terminal_columns(text);
	const bool right = table->kind[column] == TABLE_NUMBER;
	line->blanks += (column > 0) + (right ? left : 0);
	line_put(line, text);
	line->blanks += right ? 0 : left;
}

/* Prints a line of headings or cells. Headings are aligned like their cells. Returns whether any
 * text remains to be printed. */
static bool narrow_line(struct line *line, const struct table *table, const char **texts,
                        const int *width)
{
	bool more = false;
	for (int column = 0; column < table->columns; column++) {
		char *words = take_words(&texts[column], width[column]);
		narrow_cell(line, table, column, words, width);
		more |= *texts[column] != '\0';
		free(words);
	}
	line_end(line);
	return more;
}

/* Prints a text for each column, in as many lines as they need. */
static void narrow_lines(struct line *line, const struct table *table, const char *const *texts,
                         const int *width)
{
	const char **left = heap_get((size_t)table->columns, sizeof *left);
	memcpy(left, texts, (size_t)table->columns * sizeof *left);
	while (narrow_line(line, table, left, width))
		continue;
	free(left);
}

/* The longest word of a column; of a word in its heading at most `longest` columns count. */
static int least_width(const struct table *table, int column, int longest)
{
	const int word = longest_word(table->name[column]);
	return find_width(table, column, MIN(word, longest), longest_word);
}

/* Narrows columns of texts, the widest first, so that their cells wrap to several lines. False:
 * that is not enough. */
static bool break_cells(const struct table *table, int longest, int excess, int *width)
{
	while (excess > 0) {
		int widest = -1;
		for (int column = 0; column < table->columns; column++)
			if (table->kind[column] == TABLE_TEXT &&
			    width[column] > least_width(table, column, longest) &&
			    (widest < 0 || width[column] > width[widest]))
				widest = column;
		if (widest < 0)
			return false;
		width[widest]--;
		excess--;
	}
	return true;
}

/* A line for each cell, as psql does with \x. */
static void print_records(FILE *out, const struct table *table)
{
	int longest = 0;
	for (int column = 0; column < table->columns; column++) {
		const int own = terminal_columns(table->name[column]);
		longest = MAX(own, longest);
	}
	for (int row = 0; row < table->rows; row++) {
		fprintf(out, "-[ %d ]-\n", row + 1);
		for (int column = 0; column < table->columns; column++) {
			const char *name = table->name[column];
			fprintf(out, "%s%*s", name, longest - terminal_columns(name) + 1, "");
			terminal_print_words(out, *table_cell(table, row, column), longest + 1, longest + 1);
		}
	}
}

static void print_narrow(struct line *line, const struct table *table, int most, int *width)
{
	enum { LONGEST = 16, SHORTEST = 5 };
	int longest = LONGEST;
	while (!break_cells(table, longest, measure_narrow(table, longest, width) - most, width))
		if (longest-- == SHORTEST) {
			print_records(line->out, table);
			return;
		}
	narrow_lines(line, table, table->name, width);

	for (int column = 0; column < table->columns; column++) {
		line->blanks += column > 0;
		for (int i = 0; i < width[column]; i++)
			line_put(line, "-");
	}
	line_end(line);
	for (int row = 0; row < table->rows; row++)
		narrow_lines(line, table, table_cell(table, row, 0), width);
}

/* The width of a table with these columns: a line between two, and a blank on both sides. */
static int whole_width(const struct table *table, const int *width)
{
	int whole = 0;
	for (int column = 0; column < table->columns; column++)
		whole += width[column] + 3;
	return whole - 1;
}

void table_print(FILE *out, const struct table *table, int most)
{
	struct table copy;
	struct line line = {out, 0};
	int *width = heap_get((size_t)table->columns, sizeof *width);
	copy_clean(table, &copy);
	for (int column = 0; column < copy.columns; column++)
		width[column] =
			find_width(&copy, column, terminal_columns(copy.name[column]), terminal_columns);
	if (most > 0 && whole_width(&copy, width) > most) {
		for (int column = 0; column < copy.columns; column++)
			for (char *at = (char *)copy.name[column]; *at != '\0'; at++)
				*at = *at == '_' ? ' ' : *at;
		print_narrow(&line, &copy, most, width);
	} else {
		print_heading(&line, &copy, width);
		for (int row = 0; row < copy.rows; row++)
			print_row(&line, &copy, row, width);
	}
	if (copy.rows == 0)
		fputs("(no rows)\n", out);
	drop_clean(&copy);
	free(width);
}

/* ── CSV ── */

static void print_csv_cell(FILE *out, const char *text, bool plain)
{
	char *own = plain ? clean(text) : NULL;
	const char *at = text != NULL ? text : "";

	if (own != NULL)
		at = own;
	if (strpbrk(at, ",\"\r\n") == NULL && strcmp(at, "\\.") != 0) {
		fputs(at, out);
	} else {
		fputc('"', out);
		for (; *at != '\0'; at++)
			fprintf(out, *at == '"' ? "\"\"" : "%c", *at);
		fputc('"', out);
	}
	free(own);
}

void table_print_csv(FILE *out, const struct table *table, bool plain)
{
	for (int row = -1; row < table->rows; row++) {
		for (int column = 0; column < table->columns; column++) {
			if (column > 0)
				fputc(',', out);
			print_csv_cell(out, row < 0 ? table->name[column] : *table_cell(table, row, column),
			               plain);
		}
		fputc('\n', out);
	}
}

/* ── JSON ── */

void table_print_json_text(FILE *out, const char *text)
{
	const size_t size = 6 * strlen(text) + 3;
	char *copy = heap_copy(text), *quoted = heap_get(size, 1);
	utf8_clean(copy);
	fputs(json_print_string(copy, quoted, size), out);
	free(quoted);
	free(copy);
}

/* Whether a text is a number as JSON has it. */
static bool is_json_number(const char *text)
{
	static const char digits[] = "0123456789";
	text += *text == '-';
	size_t count = strspn(text, digits);
	if (count == 0 || (count > 1 && *text == '0'))
		return false;
	text += count;
	if (*text == '.') {
		count = strspn(text + 1, digits);
		text += 1 + count;
	}
	if (count > 0 && (*text == 'e' || *text == 'E')) {
		text += 1 + (text[1] == '-' || text[1] == '+');
		count = strspn(text, digits);
		text += count;
	}
	return count > 0 && *text == '\0';
}

void table_print_json_value(FILE *out, const char *text, enum table_kind kind)
{
	if (text == NULL)
		fputs("null", out);
	else if (kind == TABLE_NUMBER && is_json_number(text))
		fputs(text, out);
	else if (kind == TABLE_TRUTH && (strcmp(text, "t") == 0 || strcmp(text, "f") == 0))
		fputs(*text == 't' ? "true" : "false", out);
	else
		table_print_json_text(out, text);
}

/* The number of this column among those of the same name, from 1. */
static int same_before(const struct table *table, int column)
{
	int same = 1;
	for (int i = 0; i < column; i++)
		same += strcmp(table->name[i], table->name[column]) == 0;
	return same;
}

static void print_json_name(FILE *out, const struct table *table, int column)
{
	const int same = same_before(table, column);
	char *name = heap_print(same > 1 ? "%s %d" : "%s", table->name[column], same);
	table_print_json_text(out, name);
	free(name);
}

void table_print_json(FILE *out, const struct table *table)
{
	fputs("\"columns\": [", out);
	for (int column = 0; column < table->columns; column++) {
		fputs(column > 0 ? ", " : "", out);
		print_json_name(out, table, column);
	}
	fputs("], \"rows\": [", out);
	for (int row = 0; row < table->rows; row++) {
		fputs(row > 0 ? ", {" : "{", out);
		for (int column = 0; column < table->columns; column++) {
			fputs(column > 0 ? ", " : "", out);
			print_json_name(out, table, column);
			fputs(": ", out);
			table_print_json_value(out, *table_cell(table, row, column), table->kind[column]);
		}
		fputc('}', out);
	}
	fputc(']', out);
}
