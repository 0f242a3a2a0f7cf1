/* query_print: see query_print.h. */
#include "query_print.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/terminal/terminal.h"
#include "base/utf8.h"

static void text_open(struct query_text *text)
{
	text->out = heap_open_text(&text->text, &text->size);
}

static void text_close(struct query_text *text)
{
	if (text->out != NULL)
		fclose(text->out);
	free(text->text);
	memset(text, 0, sizeof *text);
}

void query_open(struct query_page *page, enum query_format format, int only, bool plain)
{
	memset(page, 0, sizeof *page);
	page->format = format;
	page->only = only;
	page->plain = plain;
	text_open(&page->tables_text);
	text_open(&page->remarks);
	text_open(&page->held);
	text_open(&page->values);
}

/* The items of a list in JSON have commas between them. */
static FILE *add_item(struct query_text *list)
{
	fflush(list->out);
	if (list->size > 0)
		fputs(", ", list->out);
	return list->out;
}

/* Keeps a line until it is known whether a table follows. */
static void hold(struct query_page *page, const char *line)
{
	if (page->title != NULL) {
		if (line[0] != '\0')
			table_print_json_text(add_item(&page->held), line);
		return;
	}

	page->title = heap_copy(line);
}

/* What is held becomes remarks. */
static void release(struct query_page *page)
{
	fflush(page->held.out);
	if (page->held.size > 0)
		fputs(page->held.text, add_item(&page->remarks));
	text_close(&page->held);
	text_open(&page->held);
	free(page->title);
	page->title = NULL;
}

static void end_gap(struct query_page *page)
{
	if (page->gap)
		fputc('\n', page->tables_text.out);
	page->gap = false;
}

/* Whether what comes next belongs to a table that is printed. Lines belong to the table after
 * them. */
static bool is_wanted(const struct query_page *page)
{
	return page->only == 0 || page->only == page->tables + 1;
}

/* Prints a line. In Markdown and LaTeX it is a paragraph. */
static void put_line(struct query_page *page, char *line)
{
	FILE *out = page->tables_text.out;
	utf8_clean_line(line);
	end_gap(page);
	if (page->format == QUERY_TABLE && page->plain && terminal_columns(line) > terminal_width()) {
		terminal_print_words(out, line, 0, 0);
		return;
	}

	if (page->format == QUERY_MARKDOWN)
		table_print_markdown_text(out, line);
	else if (page->format == QUERY_LATEX)
		table_print_latex_text(out, line);
	else
		fputs(line, out);
	fputc('\n', out);
	page->gap = page->format != QUERY_TABLE;
}

/* Each line of the text is printed as one. */
static void put_text(struct query_page *page, const char *text)
{
	char *copy = heap_copy(text), *line = copy, *next;

	for (; line != NULL; line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		if (line[0] != '\0' || page->format == QUERY_TABLE)
			put_line(page, line);
	}
	free(copy);
}

void query_tell_lines(struct query_page *page, const struct table *table)
{
	for (int row = 0; row < table->rows; row++) {
		const char *text = *table_cell(table, row, 0);
		if (text == NULL)
			continue;
		if (page->format == QUERY_JSON)
			hold(page, text);
		else if (page->format != QUERY_CSV && is_wanted(page))
			put_text(page, text);
	}
}

static void add_table(struct query_page *page, const struct table *table)
{
	FILE *out = add_item(&page->tables_text);
	fputs("{\"title\": ", out);
	if (page->title != NULL)
		table_print_json_text(out, page->title);
	else
		fputs("null", out);
	fputs(", ", out);
	table_print_json(out, table);
	fputc('}', out);
}

static void put_table(struct query_page *page, const struct table *table)
{
	FILE *out = page->tables_text.out;
	end_gap(page);
	page->gap = true;
	switch (page->format) {
	case QUERY_CSV:
		table_print_csv(out, table, page->plain);
		return;
	case QUERY_MARKDOWN:
		table_print_markdown(out, table);
		return;
	case QUERY_LATEX:
		table_print_latex(out, table);
		return;
	default:
		table_print(out, table, page->plain ? terminal_width() : 0);
	}
}

/* Do not print an empty second table. */
static bool is_idle(const struct query_page *page, const struct table *table)
{
	return table->rows == 0 && page->tables > 0 && page->format != QUERY_CSV;
}

void query_tell_table(struct query_page *page, const struct table *table)
{
	if (is_wanted(page) && page->format == QUERY_JSON)
		add_table(page, table);
	else if (is_wanted(page) && !is_idle(page, table))
		put_table(page, table);

	page->tables++;
	release(page);
}

void query_tell_source(struct query_page *page, const char *source)
{
	if (page->format == QUERY_MARKDOWN || page->format == QUERY_LATEX)
		put_text(page, source);
}

void query_tell_value(struct query_page *page, const char *name, const char *value,
                      enum table_kind kind)
{
	FILE *out = add_item(&page->values);
	table_print_json_text(out, name);
	fputs(": ", out);
	table_print_json_value(out, value, kind);
}

static void print_object(struct query_page *page, FILE *out, const char *question,
                         const char *tournament)
{
	if (page->title != NULL && page->title[0] != '\0')
		table_print_json_text(add_item(&page->remarks), page->title);
	release(page);
	fflush(page->tables_text.out);
	fflush(page->remarks.out);
	fflush(page->values.out);
	fputs("{\"question\": ", out);
	table_print_json_text(out, question);
	fputs(", \"tournament\": ", out);
	table_print_json_value(out, tournament, TABLE_TEXT);
	fprintf(out, ", \"values\": {%s}, \"tables\": [%s], \"remarks\": [%s]}\n", page->values.text,
	        page->tables_text.text, page->remarks.text);
}

void query_finish(struct query_page *page, FILE *out, const char *question, const char *tournament)
{
	if (page->format == QUERY_JSON) {
		print_object(page, out, question, tournament);
		return;
	}
	fflush(page->tables_text.out);
	fwrite(page->tables_text.text, 1, page->tables_text.size, out);
}

void query_print_list(FILE *out, const struct table *table, enum query_format format)
{
	if (format != QUERY_JSON) {
		struct query_page page = {.format = format, .tables_text = {.out = out}};
		put_table(&page, table);
		return;
	}
	fputs("{", out);
	table_print_json(out, table);
	fputs("}\n", out);
}
