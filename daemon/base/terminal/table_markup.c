/* table_markup: tables as Markdown and LaTeX: see table.h. Source: the specification of GitHub
 * Flavored Markdown, "Tables (extension)" and "Backslash escapes"; L. Lamport, "LaTeX: A Document
 * Preparation System", for the characters that are special in LaTeX. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/utf8.h"

/* Calls print with the text without control characters; for NULL with an empty text. */
static void print_clean(FILE *out, const char *text, void (*print)(FILE *, const char *))
{
	char *copy = heap_copy(text != NULL ? text : "");
	utf8_clean_line(copy);
	print(out, copy);
	free(copy);
}

/* ── Markdown ── */

static void print_markdown_cell(FILE *out, const char *text)
{
	for (const char *at = text; *at != '\0'; at++) {
		if (strchr("\\`*_{}[]<>#|~&$", *at) != NULL)
			fputc('\\', out);
		fputc(*at, out);
	}
}

/* At the beginning of a line three more characters are special. */
void table_print_markdown_text(FILE *out, const char *text)
{
	if (*text != '\0' && strchr("-+=", *text) != NULL)
		fputc('\\', out);
	print_markdown_cell(out, text);
}

static void print_markdown_row(FILE *out, const struct table *table, const char **cells)
{
	for (int column = 0; column < table->columns; column++) {
		fputs(column > 0 ? " | " : "| ", out);
		print_clean(out, cells[column], print_markdown_cell);
	}
	fputs(" |\n", out);
}

void table_print_markdown(FILE *out, const struct table *table)
{
	print_markdown_row(out, table, table->name);
	for (int column = 0; column < table->columns; column++)
		fputs(table->kind[column] == TABLE_NUMBER ? "| ---: " : "| --- ", out);
	fputs("|\n", out);

	for (int row = 0; row < table->rows; row++)
		print_markdown_row(out, table, table_cell(table, row, 0));
}

/* ── LaTeX ── */

/* The escape of a character that is special in LaTeX; else NULL. A bracket or a star after the end
 * of a row would be read as an argument, and -- would become a ligature. */
static const char *latex_sign(char sign)
{
	static const struct {
		char sign;
		const char *latex;
	} signs[] = {
		{'\\', "\\textbackslash{}"},
		{'{', "\\{"},
		{'}', "\\}"},
		{'$', "\\$"},
		{'&', "\\&"},
		{'#', "\\#"},
		{'_', "\\_"},
		{'%', "\\%"},
		{'~', "\\textasciitilde{}"},
		{'^', "\\textasciicircum{}"},
		{'<', "\\textless{}"},
		{'>', "\\textgreater{}"},
		{'|', "\\textbar{}"},
		{'`', "\\textasciigrave{}"},
		{'[', "{[}"},
		{'*', "{*}"},
		{'-', "-{}"},
		{'\'', "'{}"},
		{',', ",{}"},
	};

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (signs[i].sign == sign)
			return signs[i].latex;
	return NULL;
}

void table_print_latex_text(FILE *out, const char *text)
{
	for (const char *at = text; *at != '\0'; at++) {
		const bool alone = strchr("-',", *at) != NULL && at[1] != *at;
		const char *latex = alone ? NULL : latex_sign(*at);
		if (latex != NULL)
			fputs(latex, out);
		else
			fputc(*at, out);
	}
}

/* In LaTeX text, - is a hyphen; it is a minus in math mode only. */
static void print_latex_number(FILE *out, const char *text)
{
	if (text[0] == '-' && text[1] >= '0' && text[1] <= '9')
		fprintf(out, "$%s$", text);
	else
		table_print_latex_text(out, text);
}

static void print_latex_row(FILE *out, const struct table *table, const char **cells)
{
	for (int column = 0; column < table->columns; column++) {
		fputs(column > 0 ? " & " : "", out);
		print_clean(out, cells[column],
		            table->kind[column] == TABLE_NUMBER ? print_latex_number
		                                                : table_print_latex_text);
	}
	fputs(" \\\\\n", out);
}

void table_print_latex(FILE *out, const struct table *table)
{
	fputs("\\begin{tabular}{", out);
	for (int column = 0; column < table->columns; column++)
		fputc(table->kind[column] == TABLE_NUMBER ? 'r' : 'l', out);
	fputs("}\n\\hline\n", out);
	print_latex_row(out, table, table->name);
	fputs("\\hline\n", out);

	for (int row = 0; row < table->rows; row++)
		print_latex_row(out, table, table_cell(table, row, 0));
	fputs("\\hline\n\\end{tabular}\n", out);
}
