/* Tests of lib/formats/judge: judge_map and judge_seed: map files and starting positions of the
 * e-mail Judge. */
#include "formats/judge/judge_map.h"
#include "formats/judge/judge_seed.h"
#include "formats/map/map_file.h"
#include "game/retreat.h"
#include "vary.h"

/* Example 1: two coasts. */
static const char cedar[] = "# two coasts\n"
							"Alder,       E ald\n"
							"Birch,       F bir bch\n"
							"Cedar,       x ced cdr\n"
							"Dune,        l dun\n"
							"Mere,        w mer\n"
							"St. Sound,   w sou sts\n"
							"-1\n"
							"ald-mv: ced dun\n"
							"ald-xc: mer ced/nc\n"
							"bir-mv: ced dun\n"
							"bir-xc: sou ced/sc\n"
							"ced-mv: ald bir\n"
							"ced-nc: ald mer\n"
							"ced-sc: bir sou\n"
							"dun-mv: ald bir\n"
							"mer-xc: ald ced/nc sou\n"
							"sou-xc: bir ced/sc mer\n"
							"-1\n"
							"-1\n";

static struct judge_map judge;
static struct map built;

static bool read_map(const char *text)
{
	memset(&judge, 0, sizeof judge);
	CU_ASSERT_TRUE(judge_map_set_powers(&judge, NULL));
	return judge_map_read(&judge, text, strlen(text), &built);
}

TEST(test_example, "an example becomes rows")
{
	static char text[MAP_FILE_SIZE];
	CHECK(read_map(cedar), "%ld: %s", judge.line, judge.error);
	map_file_print(judge.rows, (size_t)judge.row_count, text, sizeof text);
	CHECK(strcmp(text, "code,name,type,centre,owner,start,army,fleet,alias\n"
	                   "ald,Alder,coast,yes,ENG,,ced dun,ced/nc mer,\n"
	                   "bir,Birch,coast,yes,FRA,,ced dun,ced/sc sou,bch\n"
	                   "ced,Cedar,coast,yes,,,ald bir,,cdr\n"
	                   "dun,Dune,land,no,,,ald bir,,\n"
	                   "mer,Mere,water,no,,,,ald ced/nc sou,\n"
	                   "sou,St. Sound,water,no,,,,bir ced/sc mer,sts\n"
	                   "ced/nc,Cedar north coast,coast,no,,,,ald mer,\n"
	                   "ced/sc,Cedar south coast,coast,no,,,,bir sou,\n") == 0,
	      "it is %s", text);
}

/* The example with one text replaced by another. */
static const char *edit(const char *from, const char *to)
{
	static char text[8000];
	const char *at = strstr(cedar, from);
	SUITE_MUST(at != NULL, from);
	snprintf(text, sizeof text, "%.*s%s%s", (int)(at - cedar), cedar, to, at + strlen(from));
	return text;
}

TEST(test_refusals, "wrong maps are refused, with the line")
{
	static const struct {
		const char *from, *to;
		long line;
		const char *error;
	} rows[] = {
		{"Alder,  ", "Alder   ", 2, "a comma should end the name"},
		{"E ald", "Q ald", 2, "the power 'Q' has no code: --powers Q=XYZ"},
		{"E ald", "v ald", 2, "the type 'v' belongs to variants"},
		{"E ald", "? ald", 2, "'?' is not a type"},
		{"E ald", "Eww ald", 2, "'Eww' is not a type"},
		{"E ald", "", 2, "'' is not a type"},
		{"Alder,  ", "\xc3\x84lder,  ", 2, "a byte of the name is not a letter"},
		{"bir bch", "bir ald", 3, "'ald' stands for Alder already"},
		{"bir bch", "bir al-d", 3, "'al-d' is not an abbreviation"},
		{"Birch,", "Alder,", 3, "there is a province Alder already, in line 2"},
		{"w mer", "w mere", 6, "Mere has no abbreviation of three letters"},
		{"Mere, ", "Mere of the long name that never ends, ", 6, "the name has over 31 letters"},
		{"ald-mv: ced", "ald-mv ced", 9, "has no colon"},
		{"ald-mv", "aldmv", 9, "has no hyphen"},
		{"ald-mv", "old-mv", 9, "'old' is not a province of the map"},
		{"ald-mv", "ald-cc", 9, "'cc' belongs to a variant"},
		{"ald-mv", "ald-kv", 9, "'kv' is not a kind of line"},
		{"ald-mv: ced", "ald-mv: cad", 9, "'cad' is not a province of the map"},
		{"ald-mv: ced", "ald-mv: ced/nc", 9, "has an ending of variants, or one that armies"},
		{"ald-mv: ced", "ald-mv: ald", 9, "'ald' is the province itself"},
		{"mer ced/nc", "mer ced", 10, "'ced' has coasts of their own: one must be named"},
		{"mer ced/nc", "mer ced/ec", 10, "'ced/ec' is a coast without a line"},
		{"mer ced/nc", "mer ced/mx", 10, "'ced/mx' has an ending of variants"},
		{"ced-sc: bir sou", "ced-xc: bir sou", 15, "only one kind may be"},
		{"mer-xc", "mer-mv", 17, "no army crosses Mere"},
		{"dun-mv: ald bir", "dun-mv: bir", 9, "ald lists dun for armies, but dun does not"},
		{"dun-mv: ald bir\n", "", 5, "Dune has no line of borders"},
		{"ced-sc: bir sou\n", "", 12, "'ced/sc' is a coast without a line"},
		{"-1\n-1\n", "-1\n", 20, "the end, and no line that begins with - ended the third"},
		{"-1\n-1\n", "", 19, "the end, and no line that begins with - ended the borders"},
		{"F bir", "E bir", 7, "only one power owns anything"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const bool read = read_map(edit(rows[i].from, rows[i].to));
		CHECK(!read && strstr(judge.error, rows[i].error), "'%s': %s", rows[i].to,
		      read ? "read" : judge.error);
		CHECK(read || judge.line == rows[i].line, "'%s': line %ld, should be %ld", rows[i].to,
		      judge.line, rows[i].line);
	}
	CHECK(!read_map("") && judge.line == 1, "an empty file is a map");
	CHECK(read_map(edit("", "\xef\xbb\xbf")), "a mark is no byte of a name: %s", judge.error);
}

/* More than our maps can have. */
static uint64_t digest = SUITE_DIGEST;

/* What is read of a map, or what is said of it. */
static void digest_map(const char *text)
{
	static char rows[MAP_FILE_SIZE];
	rows[0] = '\0';
	if (read_map(text))
		map_file_print(judge.rows, (size_t)judge.row_count, rows, sizeof rows);
	digest = suite_digest(digest, rows, strlen(rows));
	digest = suite_digest(digest, judge.error, strlen(judge.error));
	digest = suite_digest(digest, &judge.line, sizeof judge.line);
}

TEST(test_mistakes, "maps with mistakes")
{
	vary(cedar, digest_map);
	suite_same(digest, UINT64_C(0x13d7b6fdea62bf9e));
}

TEST(test_limits, "limits")
{
	static char text[20000];
	char *at = text;
	for (int p = 0; p < 130; p++)
		at += sprintf(at, "P%d, %s a%c%c\n", p,
		              p == 0   ? "E"
		              : p == 1 ? "F"
		                       : "l",
		              'a' + p / 26, 'a' + p % 26);
	at += sprintf(at, "-1\n");
	for (int p = 0; p < 130; p++)
		at += sprintf(at, "p%d-mv: p%d p%d\n", p, (p + 1) % 130, (p + 129) % 130);
	sprintf(at, "-1\n-1\n");
	CHECK(!read_map(text) && strstr(judge.error, "over 127"), "%s", judge.error);
	at = text;
	for (int p = 0; p < 210; p++)
		at += sprintf(at, "Q%d, l b%c%c\n", p, 'a' + p / 26, 'a' + p % 26);
	CHECK(!read_map(text) && judge.line == 201, "%ld: %s", judge.line, judge.error);
}

TEST(test_powers, "powers by their letters")
{
	static const char *const wrong[] = {"A",     "A=",     "A=AU",  "A=aus",
	                                    "a=AUS", "A=AUSX", "A-AUS", ","};
	for (int i = 0; i < COUNT(wrong); i++)
		CHECK(!judge_map_set_powers(&judge, wrong[i]), "'%s' is taken", wrong[i]);
	CHECK(judge_map_set_powers(&judge, "X=XAN,E=ELF"), "%s", judge.error);
	CHECK(strcmp(judge_map_find_power(&judge, 'X'), "XAN") == 0 &&
	          strcmp(judge_map_find_power(&judge, 'E'), "ELF") == 0 &&
	          strcmp(judge_map_find_power(&judge, 'T'), "TUR") == 0 &&
	          judge_map_find_power(&judge, 'Y') == NULL,
	      "other codes");
}

/* ── starting positions ── */

static bool read_seed(const char *text, struct board *board)
{
	CHECK(read_map(cedar), "%s", judge.error);
	return judge_seed_read(&judge, &built, text, strlen(text), board);
}

TEST(test_seed, "starting positions")
{
	static const char seed[] = "F1903R\nE: A Dune\nFr F ced/sc, Birch, St Sound\nE: F Mere\n"
							   "F: A ald\n-1\nFE.F..\n-1\n";
	struct board board;
	CHECK(read_seed(seed, &board), "%ld: %s", judge.line, judge.error);
	CHECK(board.phase == 13 && board.unit_count == 3 && board.retreat_count == 1, "it is another");
	CHECK(board.owner[map_find(&built, "ald", 3)] == map_find_power(&built, "FRA", 3) &&
	          board.owner[map_find(&built, "dun", 3)] == map_find_power(&built, "FRA", 3) &&
	          board.owner[map_find(&built, "ced", 3)] == POWER_NONE,
	      "other owners");
	CHECK(!judge_seed_start(&judge, &built, &board), "a map has that");
	CHECK(read_seed("S1901M\nE: A Alder\nF: F bch\n-1\n-1\n", &board), "%s", judge.error);
	CHECK(judge_seed_start(&judge, &built, &board), "%s", judge.error);
	CHECK(strcmp(judge.rows[0].start, "A") == 0 && strcmp(judge.rows[1].start, "F") == 0 &&
	          judge.rows[2].start[0] == '\0',
	      "others start");
}

static void digest_seed(const char *text)
{
	struct board board = {0};
	int32_t unit;
	if (!read_seed(text, &board))
		board = (struct board){0};
	for (int u = 0; u < board.unit_count; u++) {
		unit = unit_pack(board.unit[u]);
		digest = suite_digest(digest, &unit, sizeof unit);
	}
	for (int i = 0; i < board.retreat_count; i++) {
		unit = unit_pack(board.retreat[i].unit);
		digest = suite_digest(digest, &unit, sizeof unit);
		digest = suite_digest(digest, &board.retreat[i].barred, 1);
	}
	digest = suite_digest(digest, board.owner, sizeof board.owner);
	digest = suite_digest(digest, judge.error, strlen(judge.error));
	digest = suite_digest(digest, &judge.line, sizeof judge.line);
}

TEST(test_seed_mistakes, "positions with mistakes")
{
	digest = SUITE_DIGEST;
	vary("F1903R\nE : A Dune\nFr F ced/sc , Birch , St Sound\nE : F Mere\nF : A ald\n-1\nF E . F . "
	     ". \n-1\n",
	     digest_seed);
	suite_same(digest, UINT64_C(0xe63d7733428e7aab));
}

TEST(test_wrong_seeds, "wrong positions are refused, with the line")
{
	static const struct {
		const char *seed;
		long line;
		const char *error;
	} rows[] = {
		{"", 1, "the end"},
		{"S1901\n", 1, "it should be a phase"},
		{"W1901B\n", 1, "it should be a phase"},
		{"S1899M\n", 1, "it should be a phase"},
		{"Sx9o1M\n", 1, "it should be a phase"},
		{"S1901M\n", 2, "a line that begins with - is missing"},
		{"S1901M\nE A Alder\n", 2, "a unit should stand here"},
		{"S1901M\nT: A Alder\n", 2, "'T' is not a power of the map"},
		{"S1901M\nE: Alder\n", 2, "A or F should follow"},
		{"S1901M\nE: A Elder\n", 2, "'Elder' is not a province"},
		{"S1901M\nE: A Mere\n", 2, "no unit of its type can stand in Mere"},
		{"S1901M\nE: F Cedar\n", 2, "can stand in Cedar: a fleet needs its coast"},
		{"S1901M\nE: F Cedar/wc\n", 2, "it has no such coast"},
		{"S1901M\nE: A Alder\nF: F Alder\n", 3, "another unit stands there"},
		{"S1901M\nE: A Alder, Dune\n", 2, "only a dislodged unit"},
		{"S1901M\nEr A Alder, Dune\n-1\n", 3, "only in a phase of retreats"},
		{"U1901R\nEr A Alder, Birch\n-1\n", 3, "another list of retreats"},
		{"S1901M\n-1\nE\n-1\n", 4, "1 provinces have an owner or a dot, but the map has 6"},
		{"S1901M\n-1\nEF.....\n-1\n", 3, "only 6 provinces"},
		{"S1901M\n-1\nEFT...\n-1\n", 3, "'T' is not a power"},
		{"S1901M\n-1\nEF....\n", 4, "a line that begins with - is missing"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board;
		CHECK(!read_seed(rows[i].seed, &board) && strstr(judge.error, rows[i].error), "%s: %s",
		      rows[i].seed, judge.error);
		CHECK(judge.line == rows[i].line, "%s: line %ld", rows[i].seed, judge.line);
	}
}

SUITE("judge_map")
