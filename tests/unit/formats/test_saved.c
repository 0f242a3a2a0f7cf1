/* Orders, units and results of saved games: every order that a map allows is the same when it is
 * printed and read again; what others write is read; and the results of phases are those of the
 * package, as far as its engine was read.
 * promise: What comes from elsewhere is replayed */
#include "formats/cases/cases.h"
#include "formats/saved/saved_order.h"
#include "formats/saved/saved_result.h"
#include "game/resolve.h"
#include "suite.h"

static struct order read_order(const char *text)
{
	char error[ERROR_SIZE] = "";
	struct order order;
	CHECK(saved_read_order(suite_map(), text, strlen(text), &order, error), "%s: %s", text, error);
	return order;
}

static uint8_t loc_of(const char *code)
{
	return map_find(suite_map(), code, strlen(code));
}

/* ── orders ── */

TEST(test_orders, "orders as others write them")
{
	static const struct {
		const char *given, *ours, *printed; /* printed NULL: as given */
	} rows[] = {
		{"A PAR H", "A par H", NULL},
		{"A PAR - BUR", "A par - bur", NULL},
		{"F GAS - SPA/NC", "F gas - spa/nc", NULL},
		{"A LON - NWY VIA", "A lon - nwy via", NULL},
		{"A LON - NWY", "A lon - nwy", "A LON - NWY VIA"},
		{"A BEL - HOL VIA", "A bel - hol via", NULL},
		{"A MUN S A BER", "A mun S A ber", NULL},
		{"A MUN S A BER H", "A mun S A ber", "A MUN S A BER"},
		{"F NTH S F STP/SC - BOT", "F nth S F stp/sc - bot", NULL},
		{"F MAO S F GAS - SPA", "F mao S F gas - spa", NULL},
		{"F ENG C A LON - BRE", "F eng C A lon - bre", NULL},
		{"F NTH R BEL", "F nth R bel", NULL},
		{"F NTH D", "F nth D", NULL},
		{"A BER B", "build A ber", NULL},
		{"F STP/NC B", "build F stp/nc", NULL},
		{"A BUR D", "A bur D", NULL},
		{"WAIVE", "waive", NULL},
		{"a par-bur", "A par - bur", "A PAR - BUR"},
		{"F MID - GOL", "F mao - lyo", "F MAO - LYO"},
		{"A MARSEILLES - LIVERPOOL", "A mar - lvp", "A MAR - LVP VIA"},
		{"F ECH S F NATLANTIC", NULL, NULL},
		{"A LON - NTH - NWG - NWY", "A lon - nwy via", "A LON - NWY VIA"},
		{"A LON - NTH - NWY VIA", "A lon - nwy via", "A LON - NWY VIA"},
		{"F LIV B", "build F lvp", "F LVP B"},
		{"A PAR - Nowhere", NULL, NULL},
		{"", NULL, NULL},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		char error[ERROR_SIZE] = "", text[SAVED_ORDER_SIZE], ours[ORDER_TEXT_SIZE];
		struct order order;
		const bool read =
			saved_read_order(suite_map(), rows[i].given, strlen(rows[i].given), &order, error);
		CHECK(read == (rows[i].ours != NULL), "'%s': %s", rows[i].given, error);
		if (!read)
			CHECK(error[0] != '\0', "'%s': no reason", rows[i].given);
		if (!read || rows[i].ours == NULL)
			continue;
		CU_ASSERT_STRING_EQUAL(order_print(suite_map(), order, ours), rows[i].ours);
		CU_ASSERT_STRING_EQUAL(saved_print_order(suite_map(), order, text),
		                       rows[i].printed != NULL ? rows[i].printed : rows[i].given);
	}
}

/* A move that needs a convoy comes back with via; all else as it was. */
static void check_back(struct order order)
{
	char text[SAVED_ORDER_SIZE], error[ERROR_SIZE];
	struct order again;
	saved_print_order(suite_map(), order, text);
	CHECK(saved_read_order(suite_map(), text, strlen(text), &again, error), "%s: %s", text, error);
	if (order.kind == ORDER_MOVE && order.type == ARMY)
		order.via |= !map_adjacent(suite_map(), ARMY, order.from, order.to);
	CHECK(order_equal(order, again), "%s is read as something else", text);
}

TEST(test_every_order, "every order, there and back")
{
	const struct map *map = suite_map();
	for (uint8_t from = 0; from < map->loc_count; from++)
		for (enum unit_type type = ARMY; type < UNIT_TYPES; type++) {
			check_back(order_hold(type, from));
			check_back(order_build(type, from));
			check_back(order_disband(type, from));
			for (uint8_t to = 0; to < map->loc_count; to++) {
				check_back(order_move(type, from, to));
				check_back(order_retreat(type, from, to));
				check_back(order_support_hold(type, from, ARMY, to));
				check_back(order_support_move(type, from, FLEET, to, from));
				check_back(order_convoy(from, ARMY, to, from));
			}
		}
}

TEST(test_units, "units")
{
	static const struct {
		const char *text;
		bool dislodged;
		enum unit_type type;
		const char *loc; /* NULL: it is not a unit */
	} rows[] = {
		{"A PAR", false, ARMY, "par"},
		{"*F NTH", true, FLEET, "nth"},
		{"F STP/SC", false, FLEET, "stp/sc"},
		{"F BUL/EC", false, FLEET, "bul/ec"},
		{"A", false, ARMY, NULL},
		{"X PAR", false, ARMY, NULL},
		{"A PARX", false, ARMY, NULL},
		{"A STP/XC", false, ARMY, NULL},
		{"A SWI", false, ARMY, NULL},
		{"", false, ARMY, NULL},
		{"*", false, ARMY, NULL},
		{"**A PAR", false, ARMY, NULL},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct unit unit = {0};
		bool dislodged;
		char text[SAVED_UNIT_SIZE];
		const bool read =
			saved_read_unit(suite_map(), rows[i].text, strlen(rows[i].text), &unit, &dislodged);
		CHECK(read == (rows[i].loc != NULL), "'%s'", rows[i].text);
		if (!read)
			continue;
		CHECK(dislodged == rows[i].dislodged && unit.type == rows[i].type &&
		          unit.loc == loc_of(rows[i].loc),
		      "'%s' is read as something else", rows[i].text);
		CU_ASSERT_STRING_EQUAL(saved_print_unit(suite_map(), unit, dislodged, text), rows[i].text);
	}
}

TEST(test_powers, "powers")
{
	CU_ASSERT_STRING_EQUAL(saved_power_name(suite_map(), 2), "FRANCE");
	CU_ASSERT_EQUAL(saved_find_power(suite_map(), "FRANCE", 6), 2);
	CU_ASSERT_EQUAL(saved_find_power(suite_map(), "fra", 3), 2);
	CU_ASSERT_EQUAL(saved_find_power(suite_map(), "FRANC", 5), POWER_NONE);
	CU_ASSERT_EQUAL(saved_find_power(suite_map(), "", 0), POWER_NONE);
}

/* ── results ── */

/* A position as "ENG F nth C A lon - nwy=no convoy,void": each unit by its order, and its result.
 */
static void check_results(const char *const lines[])
{
	static struct board board;
	struct phase_orders orders = {.count = 0};
	struct order order[UNITS_MAX];
	struct phase_record record;
	struct board next;
	static struct saved_results results;
	const struct game game = {suite_map(), rules_find("standard"), 0, 1};
	char text[200], wanted[SAVED_RESULT_TEXT_SIZE], is[SAVED_RESULT_TEXT_SIZE];
	board_clear(&board);
	for (int i = 0; lines[i] != NULL; i++) {
		snprintf(text, sizeof text, "%s", lines[i]);
		*strchr(text, '=') = '\0';
		order[i] = read_order(text + 4);
		const bool added = board_add(
			suite_map(), &board,
			(struct unit){map_find_power(suite_map(), text, 3), order[i].type, order[i].from});
		CHECK(added, "%s", lines[i]);
	}
	for (int i = 0; lines[i] != NULL; i++)
		orders.order[board_find(suite_map(), &board, suite_map()->loc[order[i].from].province)] =
			order[i];
	orders.count = board.unit_count;
	CU_ASSERT(resolve_replay(&game, judges[0], &board, &orders, &record, &next));
	CU_ASSERT(
		saved_results_find(rules_variant(game.rules, suite_map()), &record, 0, NULL, &results));
	for (int i = 0; lines[i] != NULL; i++) {
		const int at =
			saved_results_at(&results, (struct unit){.type = order[i].type, .loc = order[i].from});
		snprintf(wanted, sizeof wanted, "%s", strchr(lines[i], '=') + 1);
		CHECK(at >= 0 && strcmp(saved_result_print(&results.result[at], is), wanted) == 0,
		      "%s: it is %s", lines[i], at >= 0 ? is : "not there");
	}
}

TEST(test_results, "results of movement phases")
{
	static const char *const rows[][10] = {
		/* moves */
		{"FRA A PAR - BUR=bounce", "GER A MUN - BUR=bounce"},
		{"FRA A PAR - BUR=success", "FRA A MAR S A PAR - BUR=success", "GER A BUR H=dislodged"},
		{"FRA A PAR - BUR=success", "FRA A MAR S A PAR - BUR=success",
	     "GER A BUR - GAS=bounce, dislodged", "ITA A SPA - GAS=bounce"},
		/* supports */
		{"FRA A PAR - BUR=bounce", "FRA A MAR S A PAR - BUR=cut", "GER A BUR H=success",
	     "ITA A PIE - MAR=bounce"},
		{"FRA A MAR S A PAR=void", "FRA A PAR - PIC=success"},
		{"FRA A PAR - BUR=success", "FRA A MAR S A PAR - BUR=success",
	     "GER A BUR S A RUH - BEL=cut, dislodged", "GER A RUH - BEL=success"},
		{"FRA A PAR - BUR=success", "FRA A MAR S A PAR - BUR=success",
	     "GER A BUR S A RUH=void, dislodged", "GER A RUH - BEL=success"},
		/* supports against a unit of their own power: it stays; it leaves; it is dislodged */
		{"FRA A PAR H=success", "FRA A PIC S A BUR - PAR=void", "GER A BUR - PAR=bounce"},
		{"FRA A PAR - BRE=success", "FRA A PIC S A BUR - PAR=success", "GER A BUR - PAR=success"},
		{"FRA A PAR H=dislodged", "FRA A PIC S A BUR - PAR=void", "GER A BUR - PAR=success",
	     "GER A GAS S A BUR - PAR=success"},
		{"FRA A PAR - BUR=bounce", "FRA A PIC S A BUR - PAR=void", "GER A BUR - PAR=bounce"},
		{"FRA A PAR H=success", "FRA A PIC S A BUR - PAR=cut", "GER A BUR - PAR=bounce",
	     "GER A BEL - PIC=bounce"},
		/* convoys */
		{"ENG A LON - NWY VIA=success", "ENG F NTH C A LON - NWY=success"},
		{"ENG A LON - NWY VIA=no convoy", "ENG F NTH H=success", "ENG F SKA S A LON - NWY=void"},
		{"ENG A LON H=success", "ENG F NTH C A LON - NWY=void"},
		{"ENG A LON - NWY VIA=no convoy", "ENG F NTH C A LON - NWY=dislodged",
	     "ENG F SKA S A LON - NWY=no convoy", "GER F HEL - NTH=success",
	     "GER F DEN S F HEL - NTH=success"},
		{"ENG A LON - TUN VIA=no convoy", "ENG F ENG C A LON - TUN=dislodged",
	     "ENG F MAO C A LON - TUN=no convoy", "ENG F WES C A LON - TUN=no convoy",
	     "FRA F BRE - ENG=success", "FRA F PIC S F BRE - ENG=success"},
		/* a convoy that a paradox disrupts (6.F.16): the support of its fleet does not fail */
		{"FRA A BRE - LON VIA=no convoy", "FRA F ENG C A BRE - LON=disrupted",
	     "FRA F IRI S F ENG=success", "ENG F WAL - ENG=bounce", "ENG F LON S F WAL - ENG=success",
	     "ENG F MAO S F WAL - ENG=success", "GER F BEL - ENG=bounce",
	     "GER F NTH S F BEL - ENG=success", "GER F PIC S F BEL - ENG=success"},
		{"ENG A LON - BEL VIA=success", "ENG F NTH C A LON - BEL=success",
	     "ENG F ENG C A LON - BEL=dislodged", "FRA F BRE - ENG=success",
	     "FRA F MAO S F BRE - ENG=success"},
		/* a fleet too many, and one beside the way */
		{"ENG A LON - BEL VIA=success", "ENG F NTH C A LON - BEL=success",
	     "ENG F NWG C A LON - BEL=no convoy, void"},
		/* overland, though a foreign fleet would carry it */
		{"FRA A HOL - BEL=success", "ENG F NTH C A HOL - BEL=no convoy, void"},
		{"ENG A HOL - BEL=success", "ENG F NTH C A HOL - BEL=success"},
	};
	for (int i = 0; i < COUNT(rows); i++)
		check_results(rows[i]);
}

/* The orders of a retreat phase or a winter, and what is said of the unit of each. */
TEST(test_later_results, "results of retreats and winters")
{
	static const struct {
		int16_t phase;
		const char *power, *order;
		enum result result;
		const char *said; /* NULL: nothing */
	} rows[] = {
		{SPRING_RETREATS, "FRA", "A bur R gas", RESULT_SUCCEEDS, "success"},
		{SPRING_RETREATS, "FRA", "A par R pic", RESULT_BOUNCED, "bounce, disband"},
		{SPRING_RETREATS, "GER", "F kie R ber", RESULT_ILLEGAL, "void, disband"},
		{SPRING_RETREATS, "GER", "A mun D", RESULT_SUCCEEDS, "disband"},
		{WINTER_ADJUSTMENTS, "FRA", "build A par", RESULT_SUCCEEDS, "done"},
		{WINTER_ADJUSTMENTS, "FRA", "build F bre", RESULT_OCCUPIED, "void"},
		{WINTER_ADJUSTMENTS, "FRA", "waive", RESULT_SUCCEEDS, NULL},
		{WINTER_ADJUSTMENTS, "AUS", "A vie D", RESULT_SUCCEEDS, "done, disband"},
		{WINTER_ADJUSTMENTS, "AUS", "A bud D", RESULT_ILLEGAL, "void"},
	};
	for (int16_t phase = SPRING_RETREATS; phase <= WINTER_ADJUSTMENTS; phase++) {
		struct phase_record record = {.board = {.phase = phase}};
		struct saved_results found;
		struct board vanished = suite_board("");
		char said[SAVED_RESULT_TEXT_SIZE];
		int expected = 0;
		suite_dislodge(&vanished, "AUS A vie ser");
		board_clear(&record.board);
		record.board.phase = phase;
		if (phase == SPRING_RETREATS)
			suite_dislodge(&record.board,
			               "FRA A bur ruh, FRA A par ruh, GER F kie ruh, GER A mun ruh");
		for (int i = 0; i < COUNT(rows); i++)
			if (rows[i].phase == phase)
				record_add(
					&record,
					(struct submission){suite_power(rows[i].power), suite_order(rows[i].order)},
					rows[i].result);
		if (record.orders.count == 0)
			continue;
		for (int i = 0; i < record.board.retreat_count; i++)
			for (int k = 0; k < COUNT(rows); k++)
				if (rows[k].phase == phase &&
				    suite_order(rows[k].order).from == record.board.retreat[i].unit.loc) {
					record.orders.order[i] = suite_order(rows[k].order);
					record.results[i] = rows[k].result;
				}
		CU_ASSERT(saved_results_find(suite_variant(rules_find("standard")), &record, 0,
		                             phase == WINTER_ADJUSTMENTS ? &vanished : NULL, &found));
		for (int i = 0; i < COUNT(rows); i++) {
			const struct order order = suite_order(rows[i].order);
			const int at =
				saved_results_at(&found, (struct unit){.type = order.type, .loc = order.from});
			if (rows[i].phase != phase)
				continue;
			expected += rows[i].said != NULL;
			CHECK(rows[i].said ? at >= 0 && strcmp(saved_result_print(&found.result[at], said),
			                                       rows[i].said) == 0
			                   : at < 0,
			      "%s: '%s'", rows[i].order, at >= 0 ? said : "");
		}
		CHECK(found.count == expected, "%d results", found.count);
	}
}

/* The unit that a text orders, even if the text is not an order. */
TEST(test_ordered, "the unit of a text")
{
	static const struct {
		const char *text, *unit; /* NULL: none */
	} rows[] = {
		{"A PAR - BUR", "par"},
		{"A PAR", "par"},
		{"A PAR X Y Z", "par"},
		{"F STP/SC - NOWHERE", "stp"},
		{"F MAO C A PAR", "mao"},
		{"A GAS - BUR", NULL},
		{"A", NULL},
		{"", NULL},
		{"PAR - BUR", NULL},
		{"A  PAR H", NULL},
	};
	const struct board board = suite_board("FRA A par, RUS F stp/sc, FRA F mao");
	for (int i = 0; i < COUNT(rows); i++) {
		char text[40] = "A PAR A PAR ";
		strcpy(text + 12, rows[i].text); /* what stands before a text is not read */
		const int found = saved_find_ordered(suite_map(), &board, text + 12, strlen(text + 12));
		const int wanted =
			rows[i].unit ? board_find(suite_map(), &board, suite_loc(rows[i].unit)) : -1;
		CHECK(found == wanted, "'%s': unit %d, not %d", rows[i].text, found, wanted);
	}
}

TEST(test_words, "lists of results")
{
	const struct saved_result both = {2, {SAVED_CUT, SAVED_DISLODGED}},
							  turned = {2, {SAVED_DISLODGED, SAVED_CUT}}, cut = {1, {SAVED_CUT}};
	CU_ASSERT(saved_result_equal(&both, &turned));
	CU_ASSERT(!saved_result_equal(&both, &cut));
	for (int word = 0; word < SAVED_WORDS; word++)
		CU_ASSERT_EQUAL((int)saved_words_find(saved_words[word], strlen(saved_words[word])), word);
	CU_ASSERT_EQUAL(saved_words_find("bounc", 5), SAVED_WORDS);
}

SUITE("saved")
