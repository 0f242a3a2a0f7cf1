/* Orders stay the same when they are printed and read, packed and unpacked. A text that is not an
 * order is refused, and the error names the wrong token. */
#include "board/order.h"
#include "suite.h"

static void check_round_trip(struct order order)
{
	char text[ORDER_TEXT_SIZE], error[ERROR_SIZE];
	struct order again;
	order_print(suite_map(), order, text);
	CHECK(order_parse(suite_map(), text, strlen(text), &again, error), "%s: %s", text, error);
	CHECK(order_equal(order, again), "%s is read as something else", text);
	if (order.type == UNIT_TYPES || order.aux_type == UNIT_TYPES)
		return; /* stored orders name both types */
	int32_t code = order_pack(order);
	CHECK(code >= 0 && code < 1 << 20 &&
	          order_equal(order_unpack(code, order.type, order.from), order),
	      "%s does not survive packing", text);
	code = order_pack_unit(order);
	CHECK(code >= 0 && code < 1 << 28 && order_unpack_unit(suite_map(), code, &again) &&
	          order_equal(order, again),
	      "%s does not survive packing with its unit", text);
}

/* Every order of one unit that the map allows. */
static void check_unit(enum unit_type type, uint8_t from)
{
	const struct map *map = suite_map();
	check_round_trip(order_hold(type, from));
	check_round_trip((struct order){
		.kind = ORDER_DISBAND, .type = type, .from = from, .to = LOC_NONE, .aux = LOC_NONE});
	check_round_trip((struct order){
		.kind = ORDER_BUILD, .type = type, .from = from, .to = LOC_NONE, .aux = LOC_NONE});
	for (int i = 0; i < map->loc[from].exit_count[type]; i++) {
		uint8_t to = map->loc[from].exits[type][i];
		struct order move = order_move(type, from, to);
		check_round_trip(move);
		move.via = 1;
		check_round_trip(move);
		check_round_trip((struct order){
			.kind = ORDER_RETREAT, .type = type, .from = from, .to = to, .aux = LOC_NONE});
	}
	for (enum unit_type aux_type = ARMY; aux_type < UNIT_TYPES; aux_type++)
		for (uint8_t aux = 0; aux < map->loc_count; aux++) {
			if (map_reaches(map, type, from, map->loc[aux].province))
				check_round_trip(order_support_hold(type, from, aux_type, aux));
			for (int i = 0; i < map->loc[aux].exit_count[aux_type]; i++) {
				uint8_t to = map->loc[aux].exits[aux_type][i];
				if (map_reaches(map, type, from, map->loc[to].province))
					check_round_trip(order_support_move(type, from, aux_type, aux, to));
			}
		}
}

TEST(test_round_trips, "every order printed, read and packed")
{
	const struct map *map = suite_map();
	for (uint8_t from = 0; from < map->loc_count; from++)
		for (enum unit_type type = ARMY; type < UNIT_TYPES; type++)
			if (map->loc[from].exit_count[type] > 0)
				check_unit(type, from);
	for (uint8_t sea = 0; sea < map->province_count; sea++)
		for (uint8_t from = 0; from < map->province_count; from++)
			for (uint8_t to = 0; to < map->province_count; to++)
				if (map->loc[sea].terrain == WATER && map->loc[from].terrain == COAST &&
				    map->loc[to].terrain == COAST)
					check_round_trip(order_convoy(sea, ARMY, from, to));
	check_round_trip(
		(struct order){.kind = ORDER_WAIVE, .from = LOC_NONE, .to = LOC_NONE, .aux = LOC_NONE});
}

/* SQL unpacks the code, too. So its bits must stay. */
TEST(test_layout, "the packed layout")
{
	struct order order = suite_order("F nth C F lon - nwy");
	CU_ASSERT_EQUAL(order_pack(order),
	                suite_loc("nwy") | suite_loc("lon") << 7 | ORDER_CONVOY << 14 | FLEET << 18);
	order = suite_order("A lon - nwy via");
	CU_ASSERT_EQUAL(order_pack(order),
	                suite_loc("nwy") | LOC_NONE << 7 | ORDER_MOVE << 14 | 1 << 19);
	CU_ASSERT_EQUAL(order_pack_unit(order),
	                order_pack(order) | suite_loc("lon") << 20 | ARMY << 27);
	CU_ASSERT_EQUAL((int)ORDER_HOLD, 0);
	CU_ASSERT_EQUAL((int)ORDER_CONVOY, 4);
}

/* ── texts ── */

#define TEXTS "tests/cases/notation.txt"
enum { TEXT_MAX = 4096 };

/* Replaces \t, \n, \r, \\ and \xHH by the bytes they stand for. Returns the length. */
static size_t unescape(char *text)
{
	static const char letters[] = "tnr\\", bytes[] = "\t\n\r\\";
	char *to = text;
	for (const char *at = text; *at != '\0'; to++) {
		if (*at != '\\') {
			*to = *at++;
			continue;
		}
		const char *letter = strchr(letters, at[1]);
		unsigned int byte = 0;
		SUITE_MUST(at[1] != '\0' && (letter != NULL || sscanf(at + 1, "x%2x", &byte) == 1), text);
		*to = letter != NULL ? bytes[letter - letters] : (char)byte;
		at += letter != NULL ? 2 : 4;
	}
	*to = '\0';
	return (size_t)(to - text);
}

static void check_text(long line, bool yes, const char *text, size_t length, const char *meant)
{
	struct order order;
	char error[ERROR_SIZE] = "", printed[ORDER_TEXT_SIZE];
	const bool taken = order_parse(suite_map(), text, length, &order, error);

	CHECK(taken == yes, TEXTS ":%ld: '%s' is %s: %s", line, text, taken ? "taken" : "refused",
	      taken ? meant : error);
	if (!taken) {
		CHECK(error[0] != '\0', TEXTS ":%ld: '%s' is refused without a reason", line, text);
		return;
	}
	order_print(suite_map(), order, printed);
	CHECK(strcmp(printed, meant) == 0, TEXTS ":%ld: '%s' is read as '%s', not '%s'", line, text,
	      printed, meant);
	check_round_trip(order);
}

TEST(test_texts, "texts of tests/cases/notation.txt")
{
	FILE *file = fopen(TEXTS, "r");
	char row[TEXT_MAX];
	int count[2] = {0, 0};

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	for (long line = 1; fgets(row, sizeof row, file) != NULL; line++) {
		row[strcspn(row, "\n")] = '\0';
		if (row[0] == '\0' || row[0] == '#')
			continue;
		char *text = strchr(row, '|'), *meant = text != NULL ? strchr(text + 1, '|') : NULL;
		SUITE_MUST(meant != NULL && strchr(meant + 1, '|') == NULL, row);
		*text++ = *meant++ = '\0';
		const bool yes = strcmp(row, "yes") == 0;
		SUITE_MUST((yes || strcmp(row, "no") == 0) && *meant != '\0', row);
		check_text(line, yes, text, unescape(text), meant);
		count[yes]++;
	}
	fclose(file);
	CHECK(count[true] >= 100 && count[false] >= 150, "only %d and %d texts were read", count[true],
	      count[false]);
}

/* Every spelling of tokens.def gives the first character of its symbol, in small and in capital
 * letters. */
TEST(test_spellings, "spellings of tokens")
{
	static const struct {
		const char *text, *symbol;
	} spellings[] = {
#define TOKEN(text, symbol) {text, symbol},
#include "board/tokens.def"
#undef TOKEN
	};
	char first[COUNT(spellings)];

	for (int i = 0; i < COUNT(spellings); i++) {
		const char *text = spellings[i].text;
		char capitals[16];
		size_t length = strlen(text);
		SUITE_MUST(length < sizeof capitals, text);
		for (size_t k = 0; k <= length; k++)
			capitals[k] = text[k] >= 'a' && text[k] <= 'z' ? (char)(text[k] - 32) : text[k];
		first[i] = spellings[i].symbol[0];
		CHECK(token_symbol((struct token){text, length}) == first[i], "%s", text);
		CHECK(token_symbol((struct token){capitals, length}) == first[i], "%s", capitals);
		for (int k = 0; k < i; k++) {
			const bool same = strcmp(spellings[i].symbol, spellings[k].symbol) == 0;
			CHECK(strcmp(text, spellings[k].text) != 0, "%s stands there twice", text);
			CHECK(same == (first[i] == first[k]), "%s and %s", text, spellings[k].text);
		}
	}
}

/* Prints random texts as rows of notation.txt, with what order_parse makes of them. SQL must make
 * the same of them (db/notation). Half of them are orders with something inserted, removed
 * or replaced. */
static void print_texts(int count)
{
	static const char *const orders[] = {"A par H",
	                                     "A par - bur",
	                                     "A lon - nwy via",
	                                     "A mar S A par",
	                                     "A mar S A par - bur",
	                                     "F nth C A lon - nwy",
	                                     "A par R bur",
	                                     "A par D",
	                                     "build F stp/nc",
	                                     "F spa(sc) - mao"};
	static const char *const pieces[] = {
		"A",       "fleet", " ",       " ",        " ",     "\\t",   "-",       "->",
		"--",      ">",     "/",       "(",        ")",     "nc",    "sc",      "xyz",
		"par",     "bur",   "STP",     "spa (sc)", "mid",   "H",     "holds",   "S",
		"support", "C",     "convoys", "via",      "via c", "R",     "retreat", "D",
		"remove",  "b",     "build",   "waive",    "'",     "A par", " - "};
	struct rng rng = suite_rng(2);

	for (int n = 0; n < count; n++) {
		char row[128] = "", bytes[128], error[ERROR_SIZE], printed[ORDER_TEXT_SIZE];
		struct order order;
		if (rng_below(&rng, 2)) {
			const char *text = orders[rng_below(&rng, COUNT(orders))];
			size_t length = strlen(text), cut = rng_below(&rng, (uint32_t)length + 1);
			size_t rest = cut + (rng_below(&rng, 2) ? rng_below(&rng, 4) : 0);
			sprintf(row, "%.*s%s%s", (int)cut, text,
			        rng_below(&rng, 2) ? pieces[rng_below(&rng, COUNT(pieces))] : "",
			        text + (rest < length ? rest : length));
		} else {
			for (int left = 1 + (int)rng_below(&rng, 9); left > 0; left--)
				strcat(row, pieces[rng_below(&rng, COUNT(pieces))]);
		}
		strcpy(bytes, row);
		const bool taken = order_parse(suite_map(), bytes, unescape(bytes), &order, error);
		printf("%s|%s|%s\n", taken ? "yes" : "no", row,
		       taken ? order_print(suite_map(), order, printed) : error);
	}
}

TEST(test_malformed, "malformed orders")
{
	static const struct {
		const char *text, *error;
	} malformed[] = {
		{"", "where the unit type"},
		{"   ", "where the unit type"},
		{"X par H", "'X' is not a unit type"},
		{"AA par H", "'AA' is not a unit type"},
		{"A", "where the area"},
		{"A xyz H", "'xyz' is not an area"},
		{"A par", "where the action"},
		{"A par Q", "'Q' is not an action"},
		{"A par HALT", "'HALT' is not an action"},
		{"A par -", "where the area"},
		{"A par - stp/ec", "'stp/ec' is not an area"},
		{"A par - - bur", "'-' is not an area"},
		{"A par - bur now", "before 'now'"},
		{"A par - bur via via", "before 'via'"},
		{"A par H H", "before 'H'"},
		{"A par S", "where the unit type"},
		{"A par S A", "where the area"},
		{"A par S A bur mar", "'mar' is not a dash"},
		{"F stp (ec) H", "'stp (ec)' is not an area"},
		{"A par S A bur -", "where the area"},
		{"F nth C A lon", "where the dash"},
		{"F nth C xyz - nwy", "'xyz' is not a unit type"},
		{"A par R", "where the area"},
		{"A par D bur", "before 'bur'"},
		{"build xyz", "'xyz' is not a unit type"},
		{"remove A", "where the area"},
		{"waive it", "before 'it'"},
		{"A par H                                                                                 "
	     "                     ",
	     "longer than any order"},
	};
	for (int i = 0; i < COUNT(malformed); i++) {
		struct order order;
		char error[ERROR_SIZE] = "";
		const char *text = malformed[i].text;
		CHECK(!order_parse(suite_map(), text, strlen(text), &order, error), "'%s' is taken", text);
		CHECK(strstr(error, malformed[i].error) != NULL, "'%s': '%s' does not say '%s'", text,
		      error, malformed[i].error);
	}
}

/* order_parse reads no byte beyond the length given. It takes any bytes for an order or refuses
 * them with an error. */
TEST(test_any_bytes, "any bytes")
{
	static const char letters[] = "AFHSCRDB-> parburstp/nc(\t)\xffvia";
	struct rng rng = suite_rng(1);
	struct order order;
	char error[ERROR_SIZE], text[24];
	CU_ASSERT(!order_parse(suite_map(), "A par - bur", 9, &order, error));
	for (int round = 0; round < 100000; round++) {
		size_t length = rng_below(&rng, sizeof text + 1);
		for (size_t i = 0; i < length; i++)
			text[i] = letters[rng_below(&rng, sizeof letters - 1)];
		error[0] = '\0';
		if (order_parse(suite_map(), text, length, &order, error))
			check_round_trip(order);
		else
			CU_ASSERT_NOT_EQUAL(error[0], '\0');
	}
}

/* Every code can be stored, and every code is printed. */
TEST(test_any_codes, "any codes")
{
	static const struct {
		struct order order;
		const char *text;
	} codes[] = {
		{{ORDER_MOVE, ARMY, 0, LOC_NONE, 0, LOC_NONE, 0, 0}, "A adr - ?"},
		{{ORDER_SUPPORT_MOVE, FLEET, 120, 0, 1, 126, 0, 0}, "F ? S F ? - adr"},
		{{ORDER_KINDS, ARMY, 0, 0, 0, 0, 1, 0}, "A adr ?"},
		{{255, 255, 255, 255, 255, 255, 255, 255}, "? ? ?"},
	};
	struct rng rng = rng_open(suite_seed(), 1, 0, 0, RNG_TEST);
	char text[ORDER_TEXT_SIZE];
	for (int i = 0; i < COUNT(codes); i++)
		CU_ASSERT_STRING_EQUAL(order_print(suite_map(), codes[i].order, text), codes[i].text);
	for (int32_t code = 0; code < 1 << 20; code++) {
		const uint64_t any = rng_next(&rng);
		order_print(suite_map(), order_unpack(code, any & 1, any >> 1 & 127), text);
		CHECK(text[0] != '\0' && strlen(text) < 40, "%d: %s", code, text);
	}
}

/* A number is an order with its unit only if that order is packed so. */
TEST(test_any_unit_codes, "any codes with units")
{
	struct rng rng = rng_open(suite_seed(), 2, 0, 0, RNG_TEST);
	struct order order;
	int taken = 0;
	CU_ASSERT(!order_unpack_unit(suite_map(), -1, &order));
	CU_ASSERT(!order_unpack_unit(suite_map(), 1 << 28, &order));
	for (int i = 0; i < 1 << 20; i++) {
		const int32_t code = (int32_t)(rng_next(&rng) & ((1 << 28) - 1));
		if (!order_unpack_unit(suite_map(), code, &order))
			continue;
		taken++;
		CHECK(order_pack_unit(order) == code, "%d is packed as %d", code, order_pack_unit(order));
		CHECK(order.kind == ORDER_WAIVE || order.from < suite_map()->loc_count, "%d: its unit",
		      code);
	}
	CU_ASSERT(taken > 1000);
}

int main(int argc, char **argv)
{
	if (argc > 2 && strcmp(argv[1], "print") == 0) {
		print_texts(atoi(argv[2]));
		return 0;
	}
	return suite_run("order");
}
