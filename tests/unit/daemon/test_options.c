/* Command lines are read as the table says. A wrong one is refused in one line. Help, man page and
 * completion have every row. tests/house/options.sh tests the programs' own tables. */
#include "base/options/options.h"
#include "suite.h"

/* ── a program ── */

static struct {
	bool loud, quick;
	const char *colour, *name, *second, *reason, *file;
	int count, most, wait;
	int64_t seed;
	struct words files;
} asked;

static const char *colours(size_t i)
{
	static const char *const names[] = {"red", "green", "blue", NULL};
	return names[i];
}

static const char *check_name(const char *text)
{
	return text[0] == 'n' ? NULL : "a name with an n";
}

static int run(void)
{
	return 0;
}

static const struct command paint = {
	.name = "paint",
	.about = "paint it",
	.text = "Paints.\n\n  an example.",
	.arguments =
		(const struct parameter[]){
			{.name = "NAME",
             .about = "a",
             .text = &asked.name,
             .check = check_name,
             .required = true},
			{.name = "SECOND", .about = "b", .text = &asked.second},
			{0},
		},
	.options =
		(const struct parameter[]){
			{.name = "loud", .letter = 'l', .about = "c", .flag = &asked.loud},
			{.name = "quick", .letter = 'q', .about = "d", .flag = &asked.quick},
			{.name = "colour",
             .letter = 'c',
             .value = "COLOUR",
             .about = "e",
             .text = &asked.colour,
             .choice = colours,
             .normal = "green"},
			{.name = "count",
             .value = "N",
             .about = "f",
             .number = &asked.count,
             .least = 1,
             .most = 10,
             .normal = "3"},
			{.name = "most",
             .value = "N",
             .about = "g",
             .number = &asked.most,
             .least = -5,
             .most = 5,
             .otherwise = "none"},
			{.name = "seed", .value = "S", .about = "h", .wide = &asked.seed, .most = INT64_MAX},
			{.name = "wait", .value = "T", .about = "i", .seconds = &asked.wait},
			{.name = "file", .value = "FILE", .about = "j", .text = &asked.file, .files = "*.txt"},
			{0},
		},
	.run = run,
};

static const struct command mix = {
	.name = "mix",
	.about = "mix it",
	.text = "Mixes.",
	.arguments =
		(const struct parameter[]){
			{.name = "FILE", .about = "files", .rest = &asked.files, .required = true}, {0}},
	.options = (const struct parameter[]){{.name = "name",
                                           .value = "NAME",
                                           .about = "the name",
                                           .text = &asked.name,
                                           .required = true},
                                          {0}},
	.run = run,
};

static const struct command raw = {
	.name = "raw",
	.about = "pass it on",
	.text = "Passes on.",
	.arguments =
		(const struct parameter[]){{.name = "WORD", .about = "a word", .rest = &asked.files}, {0}},
	.raw = true,
	.run = run,
};

static const struct command tools = {
	.name = "tools",
	.about = "tools",
	.text = "Tools.",
	.commands = (const struct command *const[]){&mix, &raw, NULL},
};

/* It runs by itself, and has a command. */
static const struct command frame_off = {
	.name = "off", .about = "take it off", .text = "Takes it off.", .run = run};
static const struct command frame = {
	.name = "frame",
	.about = "frame it",
	.text = "Frames.",
	.arguments =
		(const struct parameter[]){
			{.name = "NAME", .about = "a", .text = &asked.name, .required = true},
			{.name = "SECOND", .about = "b", .text = &asked.second},
			{0}},
	.options = (const struct parameter[]){{.name = "loud", .about = "c", .flag = &asked.loud}, {0}},
	.commands = (const struct command *const[]){&frame_off, NULL},
	.run = run,
};

static const struct command program = {
	.name = "painter",
	.about = "a program",
	.text = "A program.",
	.page = "1",
	.options = (const struct parameter[]){{.name = "dbname",
                                           .letter = 'd',
                                           .value = "CONNINFO",
                                           .about = "the database",
                                           .text = &asked.reason},
                                          {0}},
	.commands = (const struct command *const[]){&paint, &tools, &frame, NULL},
};

/* Reads "paint x y". Single blanks separate the arguments; _ stands for a blank within one. */
static enum options_answer read_line(const char *line, const struct command **command,
                                     char error[OPTIONS_ERROR_SIZE])
{
	static char text[500], *words[50] = {"painter"};
	int count = 1;
	memset(&asked, 0, sizeof asked);
	error[0] = '\0';
	snprintf(text, sizeof text, "%s", line);
	for (char *at = strtok(text, " "); at != NULL; at = strtok(NULL, " "))
		words[count++] = at;
	for (char *at = text; at < text + sizeof text; at++)
		if (*at == '_')
			*at = ' ';
	return options_read(&program, count, words, command, error);
}

/* ── tests ── */

static void reads(const char *line, const struct command *expected)
{
	const struct command *command = NULL;
	char error[OPTIONS_ERROR_SIZE];
	CHECK(read_line(line, &command, error) == OPTIONS_READ && command == expected, "'%s': %s", line,
	      error);
}

TEST(test_values, "values")
{
	reads("paint n", &paint);
	CU_ASSERT_STRING_EQUAL(asked.name, "n");
	CU_ASSERT_PTR_NULL(asked.second);
	CU_ASSERT_STRING_EQUAL(asked.colour, "green");
	CU_ASSERT_EQUAL(asked.count, 3);
	reads("paint --count 10 n --colour=red -l second --seed 9223372036854775807", &paint);
	CU_ASSERT_EQUAL(asked.count, 10);
	CU_ASSERT_STRING_EQUAL(asked.colour, "red");
	CU_ASSERT_STRING_EQUAL(asked.second, "second");
	CU_ASSERT(asked.loud && !asked.quick);
	CU_ASSERT_EQUAL(asked.seed, INT64_MAX);
	reads("paint -lqcblue n --most -5", &paint);
	CU_ASSERT(asked.loud && asked.quick);
	CU_ASSERT_STRING_EQUAL(asked.colour, "blue");
	CU_ASSERT_EQUAL(asked.most, -5);
	reads("paint n -5 --mo 2", &paint);
	CU_ASSERT_STRING_EQUAL(asked.second, "-5");
	CU_ASSERT_EQUAL(asked.most, 2);
	reads("paint -- n --loud", &paint);
	CU_ASSERT_STRING_EQUAL(asked.second, "--loud");
	CU_ASSERT_FALSE(asked.loud);
	reads("-d host=x_port=1 paint n", &paint);
	CU_ASSERT_STRING_EQUAL(asked.reason, "host=x port=1");
	reads("paint n --dbname host=x second --loud", &paint);
	CU_ASSERT_STRING_EQUAL(asked.reason, "host=x");
	CU_ASSERT_STRING_EQUAL(asked.second, "second");
	CU_ASSERT(asked.loud);
	reads("paint n -ldx", &paint);
	CU_ASSERT_STRING_EQUAL(asked.reason, "x");
	CU_ASSERT(asked.loud);
	reads("tools mix -dy one --name=x", &mix);
	CU_ASSERT_STRING_EQUAL(asked.reason, "y");
	reads("paint -- n -d", &paint);
	CU_ASSERT_STRING_EQUAL(asked.second, "-d");
}

TEST(test_rest, "all arguments that are left")
{
	reads("tools mix one --name=x two - three", &mix);
	CU_ASSERT_EQUAL_FATAL(asked.files.count, 4);
	CU_ASSERT_STRING_EQUAL(asked.files.at[0], "one");
	CU_ASSERT_STRING_EQUAL(asked.files.at[2], "-");
	CU_ASSERT_STRING_EQUAL(asked.files.at[3], "three");
	reads("tools raw -c x --help -- y", &raw);
	CU_ASSERT_EQUAL_FATAL(asked.files.count, 5);
	CU_ASSERT_STRING_EQUAL(asked.files.at[0], "-c");
	CU_ASSERT_STRING_EQUAL(asked.files.at[3], "--");
	reads("tools raw", &raw);
	CU_ASSERT_EQUAL(asked.files.count, 0);
}

TEST(test_times, "times")
{
	static const struct {
		const char *text;
		int seconds; /* 0: refused */
	} rows[] = {{"1s", 1},
	            {"90s", 90},
	            {"5m", 300},
	            {"24h", 86400},
	            {"365d", 31536000},
	            {"366d", 0},
	            {"0s", 0},
	            {"5", 0},
	            {"d", 0},
	            {"-3m", 0},
	            {"5w", 0},
	            {"5mm", 0},
	            {" 5m", 0},
	            {"5 m", 0},
	            {"31536001s", 0},
	            {"1.5h", 0},
	            {"999999999999h", 0},
	            {"99999999999999999999h", 0}};
	for (int i = 0; i < COUNT(rows); i++) {
		struct parameter row = {.name = "wait", .seconds = &asked.wait};
		char error[OPTIONS_ERROR_SIZE];
		asked.wait = 0;
		bool taken = options_take(&row, "--wait", rows[i].text, error);
		CHECK(taken == (rows[i].seconds > 0) && asked.wait == rows[i].seconds, "'%s' is %d seconds",
		      rows[i].text, asked.wait);
	}
}

TEST(test_refusals, "refusals")
{
	static const struct {
		const char *line, *error;
	} rows[] = {
		{"", "which command? It must be paint, tools or frame"},
		{"tools", "tools: which command? It must be mix or raw"},
		{"fly", "no command fly; it must be paint, tools or frame"},
		{"pant n", "no command pant; did you mean paint?"},
		{"mix", "no command mix; did you mean tools mix?"},
		{"tools mxi", "tools: no command mxi; did you mean mix?"},
		{"password=geheim", "no command password; it must be paint, tools or frame"},
		{"--password=geheim", "no option --password; painter --help lists them"},
		{"-xgeheim", "no option -x; painter --help lists them"},
		{"--db", "--dbname needs a value: --dbname CONNINFO"},
		{"paint", "paint: NAME is missing; painter paint --help says more"},
		{"paint x", "paint: NAME x: must be a name with an n"},
		{"paint n m o",
	     "paint: too many arguments; right is: painter paint NAME [SECOND] [OPTION...]"},
		{"paint n --cuont 3", "paint: no option --cuont; did you mean --count?"},
		{"paint n --co 3", "paint: no option --co; painter paint --help lists them"},
		{"paint n --zzz", "paint: no option --zzz; painter paint --help lists them"},
		{"paint n -z", "paint: no option -z; painter paint --help lists them"},
		{"paint n -d", "paint: --dbname needs a value: --dbname CONNINFO"},
		{"tools mix x -d z",
	     "tools mix: --name NAME is missing; painter tools mix --help says more"},
		{"--count 3 paint n", "no option --count here: it must stand after the whole command"},
		{"-q paint n", "no option -q here: it must stand after the whole command"},
		{"tools --name=geheim mix x",
	     "tools: no option --name here: it must stand after the whole command"},
		{"paint n --loud=1", "paint: --loud takes no value"},
		{"paint n --count", "paint: --count needs a value: --count N"},
		{"paint n --count 0", "paint: --count 0: must be a whole number from 1 to 10"},
		{"paint n --count 11", "paint: --count 11: must be a whole number from 1 to 10"},
		{"paint n --count 3x", "paint: --count 3x: must be a whole number from 1 to 10"},
		{"paint n --count _3", "paint: --count  3: must be a whole number from 1 to 10"},
		{"paint n --count=", "paint: --count: must be a whole number from 1 to 10"},
		{"paint n --count 99999999999999999999",
	     "paint: --count 99999999999999999999: must be a whole number from 1 to 10"},
		{"paint n --colour pink", "paint: --colour pink: must be red, green or blue"},
		{"paint n --colour pi\nnk", "paint: --colour pi?nk: must be red, green or blue"},
		{"tools mix --name x", "tools mix: FILE is missing; painter tools mix --help says more"},
		{"tools mix x", "tools mix: --name NAME is missing; painter tools mix --help says more"},
		{"frame", "frame: NAME is missing; painter frame --help says more"},
		{"frame --loud", "frame: NAME is missing; painter frame --help says more"},
		{"frame off n", "frame off: takes no arguments, but was given n"},
		{"frame off --loud", "frame off: no option --loud; painter frame off --help lists them"},
		{"frame a off c", "frame: too many arguments; right is: painter frame NAME [SECOND] "
	                      "[OPTION...]"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct command *command;
		char error[OPTIONS_ERROR_SIZE];
		CHECK(read_line(rows[i].line, &command, error) == OPTIONS_WRONG, "'%s' is taken",
		      rows[i].line);
		CHECK(strcmp(error, rows[i].error) == 0, "'%s' says '%s', not '%s'", rows[i].line, error,
		      rows[i].error);
	}
}

/* However long the arguments are, the message ends, and what is read stays in its place. */
TEST(test_long_words, "long arguments")
{
	static char word[5000];
	memset(word, 'x', sizeof word - 1);
	for (int i = 0; i < 4; i++) {
		char *words[] = {"painter", "paint", "n", "--colour", word};
		const struct command *command;
		char error[OPTIONS_ERROR_SIZE];
		memcpy(word, i == 0 ? "--" : i == 1 ? "-q" : "xx", 2);
		words[i == 3 ? 1 : i == 2 ? 4 : 3] = word;
		CHECK(options_read(&program, i == 2 ? 5 : 4, words, &command, error) == OPTIONS_WRONG,
		      "%d is taken", i);
		CHECK(strlen(error) < sizeof error, "%d", i);
	}
}

/* A word that names no command of it is its argument; so is a command's name after an argument. */
TEST(test_runs_and_has_commands, "a command that runs and has commands")
{
	reads("frame n --loud", &frame);
	CHECK(strcmp(asked.name, "n") == 0 && asked.loud, "'%s'", asked.name);
	reads("frame off", &frame_off);
	CHECK(asked.name == NULL, "'%s'", asked.name);
	reads("frame n off", &frame);
	CHECK(strcmp(asked.second, "off") == 0, "'%s'", asked.second);
	reads("frame --loud of", &frame);
	CHECK(strcmp(asked.name, "of") == 0, "'%s'", asked.name);
}

static void holds(const char *what, const char *text, const char *part)
{
	CHECK(strstr(text, part) != NULL, "%s does not have '%s':\n%s", what, part, text);
}

TEST(test_print, "help, man page and completion")
{
	char *text, row[100];
	size_t size;
	FILE *out = open_memstream(&text, &size);
	options_print_help(&paint, "painter paint", out);
	fclose(out);
	holds("the help", text, "usage: painter paint NAME [SECOND] [OPTION...]\n\nPaints.\n\n  an ex");
	holds("the help", text, "  -c, --colour COLOUR  e (red, green or blue; default: green)\n");
	holds("the help", text, "      --count N        f (1 to 10; default: 3)\n");
	holds("the help", text, "      --most N         g (-5 to 5; default: none)\n");
	free(text);
	out = open_memstream(&text, &size);
	options_print_man(&program, out);
	fclose(out);
	holds("the page", text, ".SS frame\n\\fBpainter frame\\fR NAME [SECOND] [OPTION...]\n");
	holds("the page", text, ".SS frame off\n");
	holds("the page", text, ".SS tools mix\n\\fBpainter tools mix\\fR FILE... \\-\\-name NAME\n");
	holds("the page", text, ".PP\n.EX\n  an example.\n.EE\n");
	for (int i = 0; paint.options[i].name != NULL; i++) {
		snprintf(row, sizeof row, "\\-\\-%s\\fR", paint.options[i].name);
		holds("the page", text, row);
	}
	free(text);
	out = open_memstream(&text, &size);
	options_print_bash(&program, out);
	fclose(out);
	holds("the completion", text,
	      "\"/paint/--colour\" | \"/paint/-c\") _aresfarm_names 'red green");
	holds("the completion", text, "\"/paint/--file\") _aresfarm_files '*.txt'; return ;;");
	free(text);
}

SUITE("options")
