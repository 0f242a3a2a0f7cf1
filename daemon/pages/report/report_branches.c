/* report_branches: continuations of one phase: the tree of branches, and what alterations made. */
#include "report_parts.h"

#include <string.h>

#include "pages/report/report_branches.inc"

static void put_row(struct page *page, const struct report_branches *row, const char *name)
{
	if (strcmp(row->name, name) == 0)
		put_this(page, row->name, row->number, row->phase);
	else
		put_branch(page, row->name, row->number, row->phase);
	if (row->said[0] != '\0')
		put_altered(page, row->said);
}

/* A list in a list for each depth. Rows follow what they branch from. */
static void write_tree(struct page *page, const struct report *report, int side)
{
	const struct report_answers *const answers = &report->side[side].answers;
	int depth = 0;

	put_root(page, answers->branches.row[0].root);
	for (int i = 0; i < answers->branches.count; i++) {
		const struct report_branches *const row = &answers->branches.row[i];
		if (row->depth > depth)
			open_branches(page);
		else
			close_branch(page);
		for (; depth > row->depth; depth--) {
			close_branches(page);
			close_branch(page);
		}
		depth = row->depth;
		put_row(page, row, report->side[side].name);
	}
	for (; depth > 0; depth--) {
		close_branch(page);
		close_branches(page);
	}
}

static const struct report_column effect_columns[] = {
	{"what was altered", REPORT_AT(effects, said), COLUMN_TEXT},
	{"powers", REPORT_AT(effects, powers), COLUMN_TEXT},
	{"pairs", REPORT_AT(effects, pairs), COLUMN_COUNT},
	{"as it was", REPORT_AT(effects, as_was), COLUMN_DIGITS_1},
	{"altered", REPORT_AT(effects, altered), COLUMN_DIGITS_1},
	{"difference", REPORT_AT(effects, difference), COLUMN_DIGITS_1},
	{"low", REPORT_AT(effects, low), COLUMN_DIGITS_1},
	{"high", REPORT_AT(effects, high), COLUMN_DIGITS_1},
	{"p", REPORT_AT(effects, p), COLUMN_CHANCE},
	{"verdict", REPORT_AT(effects, verdict), COLUMN_TEXT},
	{0},
};

void report_write_branches(struct page *page, const struct report *report)
{
	for (int side = 0; side < report->sides; side++) {
		const struct report_answers *const answers = &report->side[side].answers;
		if (answers->branches.count == 0)
			continue;
		report_name_side(page, report, side);
		write_tree(page, report, side);
		if (answers->effects.count == 0)
			continue;
		put_pairs(page);
		report_put_table(page, "What became of the powers", effect_columns, &answers->effects.all);
	}
}
