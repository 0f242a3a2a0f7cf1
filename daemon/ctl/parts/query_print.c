/* query_print: see query_print.h. */
#include "query_print.h"

#include <stdlib.h>
#include <string.h>

#include "base/terminal.h"
#include "base/utf8.h"

static void text_open(struct query_text *text)
{
	text->out = open_memstream(&text->text, &text->size);
	if (text->out == NULL)
		abort();
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
	text_open(&page->values);
}

void query_close(struct query_page *page)
{
	text_close(&page->tables_text);
	text_close(&page->remarks);
	text_close(&page->values);
	free(page->title);
}

/* The items of a list in JSON have commas between them. */
static FILE *add_item(struct query_text *list)
{
	fflush(list->out);
	if (list->size > 0)
		fputs(", ", list->out);
	return list->out;
}

static void add_remark(struct query_page *page, const char *line)
{
	if (line[0] != '\0')
		table_print_json_text(add_item(&page->remarks), line);
}

static void end_gap(struct query_page *page)
{
	if (page->gap)
		fputc('\n', page->tables_text.out);
	page->gap = false;
}

/* Whether what comes next belongs to a table that is printed. Lines belong to the table behind
 * them. */
static bool is_wanted(const struct query_page *page)
{
	return page->only == 0 || page->only == page->tables + 1;
}

void query_tell_line(struct query_page *page, const char *line)
{
	char *copy = strdup(line);
	if (copy == NULL)
		abort();
	utf8_clean_line(copy);
	if (page->format == QUERY_JSON && page->title == NULL) {
		page->title = copy;
		return;
	}
	if (page->format == QUERY_JSON) {
		add_remark(page, copy);
	} else if (page->format == QUERY_TABLE && is_wanted(page)) {
		end_gap(page);
		fprintf(page->tables_text.out, "%s\n", copy);
	}
	free(copy);
}

/* In print each line of the text is one; in JSON the text is one remark. */
static void tell_text(struct query_page *page, const char *text)
{
	char *copy = strdup(text), *rest;
	if (copy == NULL)
		abort();
	if (page->format == QUERY_JSON)
		add_remark(page, copy);
	else
		for (char *line = strtok_r(copy, "\n", &rest); line != NULL;
		     line = strtok_r(NULL, "\n", &rest))
			query_tell_line(page, line);
	free(copy);
}

void query_tell_lines(struct query_page *page, const struct table *table)
{
	for (int row = 0; row < table->rows; row++) {
		const char *text = *table_cell(table, row, 0);
		tell_text(page, text != NULL ? text : "");
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

void query_tell_table(struct query_page *page, const struct table *table)
{
	const bool wanted = is_wanted(page);
	page->tables++;
	if (wanted && page->format == QUERY_JSON) {
		add_table(page, table);
	} else if (wanted) {
		end_gap(page);
		if (page->format == QUERY_CSV)
			table_print_csv(page->tables_text.out, table, page->plain);
		else
			table_print(page->tables_text.out, table);
		page->gap = true;
	}
	free(page->title);
	page->title = NULL;
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
	if (page->title != NULL)
		add_remark(page, page->title);
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
	if (format == QUERY_CSV) {
		table_print_csv(out, table, false);
		return;
	}
	fputs("{", out);
	table_print_json(out, table);
	fputs("}\n", out);
}
