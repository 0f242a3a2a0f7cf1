/* Tables are printed as psql prints them, as CSV, JSON, Markdown and LaTeX,
 * whatever is in them. Turned, they are
 * those of \crosstabview. */
#include "base/terminal/table.h"
#include "base/terminal/terminal.h"
#include "suite.h"

static char *printed;

/* Prints a table by one of the ways. */
static const char *print(const struct table *table, char how)
{
	size_t size;
	free(printed);
	FILE *out = open_memstream(&printed, &size);
	CU_ASSERT_PTR_NOT_NULL_FATAL(out);
	switch (how) {
	case 'a':
	case 'n':
		table_print(out, table, how == 'n' ? 20 : 0);
		break;
	case 'c':
	case 'p':
		table_print_csv(out, table, how == 'p');
		break;
	case 'm':
		table_print_markdown(out, table);
		break;
	case 'l':
		table_print_latex(out, table);
		break;
	default:
		table_print_json(out, table);
	}
	fclose(out);
	return printed;
}

static void is_printed(const struct table *table, char how, const char *wanted)
{
	const char *text = print(table, how);
	CHECK(strcmp(text, wanted) == 0, "%s\nis not\n%s", text, wanted);
}

/* Makes a table of its names, kinds (a letter each: t, n or b) and cells. */
static void make(struct table *table, const char *kinds, const char *const *names,
                 const char *const *cells, int rows)
{
	const int columns = (int)strlen(kinds);
	table_open(table, rows, columns);
	for (int i = 0; i < columns; i++) {
		table->name[i] = names[i];
		table->kind[i] = kinds[i] == 'n'   ? TABLE_NUMBER
		                 : kinds[i] == 'b' ? TABLE_TRUTH
		                                   : TABLE_TEXT;
	}
	for (int i = 0; i < rows * columns; i++)
		table->cell[i] = cells[i];
}

TEST(test_formats, "aligned, as CSV, as JSON")
{
	struct table table;
	make(&table, "tnbn", (const char *[]){"who", "much", "so", "low"},
	     (const char *[]){"Anna", "1.50", "t", "-3", "Zoë", "12", "f", NULL}, 2);
	is_printed(&table, 'a',
	           " who  | much | so | low\n"
	           "------+------+----+-----\n"
	           " Anna | 1.50 | t  |  -3\n"
	           " Zoë  |   12 | f  |\n");
	is_printed(&table, 'c', "who,much,so,low\nAnna,1.50,t,-3\nZoë,12,f,\n");
	is_printed(&table, 'j',
	           "\"columns\": [\"who\", \"much\", \"so\", \"low\"], \"rows\": ["
	           "{\"who\": \"Anna\", \"much\": 1.50, \"so\": true, \"low\": -3}, "
	           "{\"who\": \"Zoë\", \"much\": 12, \"so\": false, \"low\": null}]");
	table_close(&table);
}

TEST(test_nothing, "no rows")
{
	struct table table;
	make(&table, "tn", (const char *[]){"a", "b"}, NULL, 0);
	is_printed(&table, 'a', " a | b\n---+---\n(no rows)\n");
	is_printed(&table, 'c', "a,b\n");
	is_printed(&table, 'j', "\"columns\": [\"a\", \"b\"], \"rows\": []");
	table_close(&table);
}

/* Names and cells that would break a line, a field, a string or a terminal. */
TEST(test_hostile, "hostile names and cells")
{
	struct table table;
	make(&table, "tn", (const char *[]){"a\nb", "<b>\"x\"</b>"},
	     (const char *[]){"\033[2J\r\n,\"", "NaN",
	                      "\xff\xc2\x9b"
	                      "2J",
	                      "1e+20", "\\.", "007"},
	     3);
	is_printed(&table, 'a',
	           "   a?b    | <b>\"x\"</b>\n"
	           "----------+------------\n"
	           " ?[2J??,\" |        NaN\n"
	           " ???2J    |      1e+20\n"
	           " \\.       |        007\n");
	is_printed(&table, 'c',
	           "\"a\nb\",\"<b>\"\"x\"\"</b>\"\n\"\033[2J\r\n,\"\"\",NaN\n\xff\xc2\x9b"
	           "2J,1e+20\n\"\\.\",007\n");
	is_printed(&table, 'p',
	           "a?b,\"<b>\"\"x\"\"</b>\"\n\"?[2J??,\"\"\",NaN\n???2J,1e+20\n\"\\.\",007\n");
	is_printed(&table, 'j',
	           "\"columns\": [\"a\\nb\", \"<b>\\\"x\\\"</b>\"], \"rows\": ["
	           "{\"a\\nb\": \"\\u001b[2J\\r\\n,\\\"\", \"<b>\\\"x\\\"</b>\": \"NaN\"}, "
	           "{\"a\\nb\": \"?\xc2\x9b"
	           "2J\", \"<b>\\\"x\\\"</b>\": 1e+20}, "
	           "{\"a\\nb\": \"\\\\.\", \"<b>\\\"x\\\"</b>\": \"007\"}]");
	table_close(&table);
}

TEST(test_same_names, "columns of the same name")
{
	struct table table;
	make(&table, "nnn", (const char *[]){"low", "x", "low"}, (const char *[]){"1", "2", "3"}, 1);
	is_printed(&table, 'c', "low,x,low\n1,2,3\n");
	is_printed(&table, 'j',
	           "\"columns\": [\"low\", \"x\", \"low 2\"], \"rows\": [{\"low\": 1, \"x\": 2, \"low "
	           "2\": 3}]");
	table_close(&table);
}

/* Whether a text is a number for JSON. */
TEST(test_numbers, "numbers of JSON")
{
	static const char *const numbers[] = {"0",     "-0",  "10",     "0.5",
	                                      "-1.25", "1e5", "1.5E-3", "2e+10"};
	static const char *const others[] = {"",    "-",  "01",  ".5",       "1.",  "+1",  "1e",
	                                     "NaN", "1 ", "0x1", "Infinity", "1e+", "--1", "1.e5"};
	struct table table;
	char wanted[80];
	for (size_t i = 0; i < COUNT(numbers) + COUNT(others); i++) {
		const bool is = i < COUNT(numbers);
		const char *text = is ? numbers[i] : others[i - COUNT(numbers)];
		make(&table, "n", (const char *[]){"n"}, &text, 1);
		snprintf(wanted, sizeof wanted,
		         is ? "\"columns\": [\"n\"], \"rows\": [{\"n\": %s}]"
		            : "\"columns\": [\"n\"], \"rows\": [{\"n\": \"%s\"}]",
		         text);
		is_printed(&table, 'j', wanted);
		table_close(&table);
	}
}

/* ── turned ── */

static const char *const flat_names[] = {"name", "setting", "share", "place"};

TEST(test_turned, "turned as by \\crosstabview")
{
	static const struct table_cross cross = {"name", "setting", "share", "place"},
									unsorted = {"name", "setting", "share", NULL};
	struct table flat, turned;
	char error[TABLE_ERROR_SIZE];
	make(&flat, "ttnn", flat_names,
	     (const char *[]){"b", "deep", "1", "10", "b", "flat", "2", "9", "a", "flat", "3", "9",
	                      NULL, "deep", NULL, "10"},
	     4);
	CU_ASSERT_TRUE_FATAL(table_turn(&flat, &cross, &turned, error));
	is_printed(&turned, 'c', "name,flat,deep\nb,2,1\na,3,\n,,\n");
	table_close(&turned);
	CU_ASSERT_TRUE_FATAL(table_turn(&flat, &unsorted, &turned, error));
	is_printed(&turned, 'c', "name,deep,flat\nb,1,2\na,,3\n,,\n");
	CU_ASSERT_EQUAL(turned.kind[1], TABLE_NUMBER);
	table_close(&turned);
	table_close(&flat);
}

TEST(test_not_turned, "what cannot be turned")
{
	static const struct table_cross cross = {"name", "setting", "share", NULL},
									strange = {"name", "other", "share", NULL};
	struct table flat, turned;
	char error[TABLE_ERROR_SIZE] = "";
	make(&flat, "ttnn", flat_names, (const char *[]){"a", "x", "1", "1", "a", "x", "2", "1"}, 2);
	CU_ASSERT_FALSE(table_turn(&flat, &cross, &turned, error));
	CU_ASSERT_STRING_EQUAL(error, "the answer has two values for one cell");
	CU_ASSERT_FALSE(table_turn(&flat, &strange, &turned, error));
	CU_ASSERT_STRING_EQUAL(error, "the answer has no column other");
	table_close(&flat);
	enum { MANY = TABLE_CROSSED_MOST };
	static char names[MANY][8];
	static const char *cells[4 * MANY];
	for (int i = 0; i < MANY; i++) {
		snprintf(names[i], sizeof names[i], "%d", i);
		cells[4 * i] = "a";
		cells[4 * i + 1] = cells[4 * i + 2] = cells[4 * i + 3] = names[i];
	}
	make(&flat, "ttnn", flat_names, cells, MANY);
	CU_ASSERT_FALSE(table_turn(&flat, &cross, &turned, error));
	CU_ASSERT_STRING_EQUAL(error, "the answer has 1600 columns, too many");
	table_close(&flat);
}

/* A table that is too wide has headings of several lines. */
TEST(test_narrow, "narrower")
{
	struct table table;
	make(&table, "tnn", (const char *[]){"player", "points_per seat", "% undecided"},
	     (const char *[]){"Anna", "1.50", "-3", "Zo\u00eb", "12", NULL}, 2);
	is_printed(&table, 'n',
	           "player points      %\n"
	           "          per undec-\n"
	           "         seat   ided\n"
	           "------ ------ ------\n"
	           "Anna     1.50     -3\n"
	           "Zo\u00eb        12\n");
	table_close(&table);
}

/* Where headings are not enough, texts have several lines, the widest one first. */
TEST(test_narrow_texts, "narrower, with texts of several lines")
{
	struct table table;
	make(&table, "tnt", (const char *[]){"player", "n", "centres"},
	     (const char *[]){"a b", "1", "AUS 3 ENG 12 FRA 9", "c", "22", "GER 1"}, 2);
	is_printed(&table, 'n',
	           "player  n centres\n"
	           "------ -- ----------\n"
	           "a b     1 AUS 3 ENG\n"
	           "          12 FRA 9\n"
	           "c      22 GER 1\n");
	table_close(&table);
}

/* Where that is not enough, either, each cell has a line. */
TEST(test_records, "a line for each cell")
{
	struct table table;
	make(&table, "nntn", (const char *[]){"games", "points", "who", "share"},
	     (const char *[]){"100000", "100000", "Anna", "0.125", "1", "2", "Zo\u00eb", NULL}, 2);
	is_printed(&table, 'n',
	           "-[ 1 ]-\n"
	           "games  100000\n"
	           "points 100000\n"
	           "who    Anna\n"
	           "share  0.125\n"
	           "-[ 2 ]-\n"
	           "games  1\n"
	           "points 2\n"
	           "who    Zo\u00eb\n"
	           "share  \n");
	table_close(&table);
}

/* Whatever a text is, it means itself. */
TEST(test_markup, "as Markdown, as LaTeX")
{
	struct table table;
	make(&table, "tn", (const char *[]){"who|is_it", "low %"},
	     (const char *[]){"*a*\\ <b>&`c`", "-1.5", "[--]\n{$x^2#~}", NULL}, 2);
	is_printed(&table, 'm',
	           "| who\\|is\\_it | low % |\n| --- | ---: |\n"
	           "| \\*a\\*\\\\ \\<b\\>\\&\\`c\\` | -1.5 |\n"
	           "| \\[--\\]?\\{\\$x^2\\#\\~\\} |  |\n");
	is_printed(&table, 'l',
	           "\\begin{tabular}{lr}\n\\hline\nwho\\textbar{}is\\_it & low \\% \\\\\n\\hline\n"
	           "{*}a{*}\\textbackslash{} \\textless{}b\\textgreater{}\\&\\textasciigrave{}c"
	           "\\textasciigrave{} & $-1.5$ \\\\\n"
	           "{[}-{}-]?\\{\\$x\\textasciicircum{}2\\#\\textasciitilde{}\\} &  \\\\\n"
	           "\\hline\n\\end{tabular}\n");
	table_close(&table);
}

/* Words of ten letters, in lines of at most 80 columns: after a column, and indented. */
TEST(test_words, "words in lines")
{
	static const struct {
		int words, column, indent;
		const char *columns; /* of each line */
	} rows[] = {
		{0, 0, 0, "0"},         {1, 0, 0, "10"},        {7, 0, 0, "76"},
		{8, 0, 0, "76 10"},     {7, 4, 0, "76"},        {7, 5, 0, "65 10"},
		{15, 0, 4, "76 80 14"}, {15, 0, 5, "76 70 26"}, {9, 80, 70, "10 80 80 80 80 80 80 80 80"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		char text[200] = "", columns[100] = "";
		size_t size;
		for (int k = 0; k < rows[i].words; k++)
			strcat(text, k % 2 ? " abcdefghij\n" : "  0123456789");
		free(printed);
		FILE *out = open_memstream(&printed, &size);
		CU_ASSERT_PTR_NOT_NULL_FATAL(out);
		terminal_print_words(out, text, rows[i].column, rows[i].indent);
		fclose(out);
		for (char *line = printed, *end; (end = strchr(line, '\n')) != NULL; line = end + 1)
			sprintf(columns + strlen(columns), "%s%d", line > printed ? " " : "",
			        (int)(end - line));
		CHECK(strcmp(columns, rows[i].columns) == 0, "row %d: lines of %s columns", i, columns);
	}
}

/* A text that is too wide ends with three dots. */
TEST(test_cut, "texts that are cut")
{
	static const struct {
		const char *text;
		int width;
		const char *cut;
	} rows[] = {
		{"abcdef", 6, "abcdef"},
		{"abcdef", 5, "ab..."},
		{"abcdef", 3, "..."},
		{"\u00e9\u00e9\u00e9\u00e9", 4, "\u00e9\u00e9\u00e9\u00e9"},
		{"\u00e9\u00e9\u00e9\u00e9\u00e9", 4, "\u00e9..."},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		char text[20];
		strcpy(text, rows[i].text);
		terminal_cut(text, rows[i].width);
		CU_ASSERT_STRING_EQUAL(text, rows[i].cut);
	}
}

int main(void)
{
	const int status = suite_run("table");
	free(printed);
	return status;
}
