/* The library by its public header: what it says of maps, boards and orders is what lib has; a game
 * is that of a match; bad input is an error that names it. */
#include "suite.h"

#include "ares.h"
#include "match/match.h"

static struct ares_error error;
static struct ares_map *map;

enum { MAP_FILE = 1 << 16 };

TEST(test_opening, "a map is opened")
{
	SUITE_MUST(ares_map_open("standard", &map, &error) == ARES_OK, error.text);
	CHECK(strcmp(ares_map_name(map), "standard") == 0, "its name is %s", ares_map_name(map));
	CHECK(strcmp(ares_version(), "1.0.0") == 0, "version %s", ares_version());
}

static void must(int32_t status)
{
	CHECK(status >= 0, "%d: %s", status, error.text);
}

/* A call was refused, and the error names what is wrong. */
static void refused(int32_t status, int32_t expected, const char *named)
{
	CHECK(status == expected && error.status == expected && strstr(error.text, named),
	      "%s, not %s: '%s' should name %s", ares_status_name(status), ares_status_name(expected),
	      error.text, named);
}

static struct ares_order read_order(const char *text)
{
	struct ares_order order;

	must(ares_order_parse(map, ARES_DATC, text, strlen(text), &order, &error));
	return order;
}

static struct ares_board start_board(void)
{
	struct ares_board board;

	must(ares_board_start(map, &board, &error));
	return board;
}

/* Makes a board of some units and dislodged units, with nobody's centres. */
static int32_t make_board(int32_t phase, const struct ares_unit *units, int32_t count,
                          const struct ares_unit *gone, int32_t gone_count,
                          struct ares_board *board)
{
	return ares_board_make(map, phase, units, count, gone, gone_count, NULL, NULL, board, &error);
}

enum { DRAWN = 30 };

/* Draws a board of DRAWN units that the library has, too: each fleet knows its coast. The units of
 * `units` are in a drawn sequence. */
static struct board draw_board(struct rng *rng, struct ares_unit units[DRAWN],
                               struct ares_board *board)
{
	struct board ours;

	do {
		ours = suite_random_board(rng, DRAWN);
		for (int u = 0; u < DRAWN; u++) {
			const int to = (int)rng_below(rng, (uint32_t)u + 1);
			units[u] = units[to];
			units[to] =
				(struct ares_unit){ours.unit[u].power, ours.unit[u].type, ours.unit[u].loc, 0};
		}
	} while (make_board(0, units, DRAWN, NULL, 0, board) != ARES_OK);
	return ours;
}

/* ── maps and tables ── */

TEST(test_maps, "maps")
{
	for (int32_t m = 0; m < ares_maps_count(); m++) {
		char text[MAP_FILE], again[MAP_FILE];
		struct ares_map *one, *other;
		size_t length;
		must(ares_map_open(ares_maps_name(m), &one, &error));
		must(ares_map_print(one, text, sizeof text, &length, &error));
		must(ares_map_read("copy", text, length, &other, &error));
		must(ares_map_print(other, again, sizeof again, NULL, &error));
		CHECK(strcmp(text, again) == 0, "map %s is another when it is read", ares_maps_name(m));
		CHECK(ares_map_vocabulary(one) == ares_map_vocabulary(other), "its vocabulary is");
		ares_map_close(one);
		ares_map_close(other);
	}
	CHECK(!ares_maps_name(-1) && !ares_maps_name(ares_maps_count()), "there is a map more");
}

TEST(test_places, "places")
{
	const struct map *ours = suite_map();
	uint8_t exits[ARES_EXITS_MAX], coasts[2];

	CHECK(ares_map_places(map) == 81 && ares_map_provinces(map) == 75 &&
	          ares_map_centres(map) == 34 && ares_map_powers(map) == 7,
	      "the standard map has other numbers");
	for (int32_t l = 0; l < ares_map_places(map); l++) {
		const char *code = ares_place_code(map, l);
		CHECK(ares_place_find(map, code, strlen(code)) == l, "%s is found elsewhere", code);
		const uint8_t province = ours->loc[l].province;
		CHECK(strcmp(ares_place_name(map, l), ours->loc[l].name) == 0 &&
		          strcmp(ares_place_alias(map, l), ours->loc[l].alias) == 0 &&
		          ares_place_province(map, l) == province &&
		          ares_place_terrain(map, l) == ours->loc[l].terrain &&
		          ares_place_is_centre(map, l) == ours->centre[province] &&
		          ares_place_owner(map, l) == ours->owner[province] &&
		          ares_place_start(map, l) == ours->loc[l].start,
		      "%s is another place", code);
		for (int type = 0; type < UNIT_TYPES; type++)
			CHECK(ares_place_exits(map, l, type, exits) == ours->loc[l].exit_count[type] &&
			          memcmp(exits, ours->loc[l].exits[type], ours->loc[l].exit_count[type]) == 0,
			      "%s has other exits", code);
	}
	CHECK(ares_place_coasts(map, ares_place_find(map, "stp", 3), coasts) == 2 &&
	          strcmp(ares_place_code(map, coasts[1]), "stp/sc") == 0,
	      "coasts");
	CHECK(ares_power_find(map, "France", 6) == 2 && ares_power_find(map, "fra", 3) == 2 &&
	          ares_power_find(map, "Spain", 5) == -1,
	      "powers");
	CHECK(strcmp(ares_power_code(map, 6), "TUR") == 0 &&
	          strcmp(ares_power_name(map, 6), "TURKEY") == 0 &&
	          strcmp(ares_power_name(map, 0), "AUSTRIA") == 0 && !ares_power_name(map, -1) &&
	          !ares_power_name(map, 7) && !ares_power_code(map, -1),
	      "names of powers");
	for (int32_t l = -1; l <= 81; l += 82)
		CHECK(!ares_place_code(map, l) && !ares_place_name(map, l) && !ares_place_alias(map, l) &&
		          ares_place_province(map, l) == -1 && ares_place_terrain(map, l) == -1 &&
		          ares_place_is_centre(map, l) == -1 && ares_place_owner(map, l) == -1 &&
		          ares_place_start(map, l) == -1 && ares_place_exits(map, l, 0, exits) == -1,
		      "there is a place %d", l);
	CHECK(!ares_place_code(map, 81) && !ares_power_code(map, 7) &&
	          ares_place_exits(map, 0, 2, exits) == -1,
	      "there is a place more");
}

TEST(test_tables, "tables")
{
	int32_t least, most, normal;
	const char *about;

	for (int32_t r = 0; r < ares_rules_count(); r++) {
		CHECK(ares_rules_find(ares_rules_name(r)) == r && ares_rules_about(r), "rules %d", r);
		CHECK(ares_rules_are_standard(r) == (strcmp(ares_rules_name(r), "thesis") != 0), "rules %d",
		      r);
		for (int32_t o = 0; o < ares_options_count(); o++)
			CHECK(ares_option_value(r, o) && ares_option_name(o) && ares_option_datc(o),
			      "option %d has no value", o);
	}
	for (int32_t j = 0; j < ares_judges_count(); j++)
		CHECK(ares_judge_find(ares_judge_name(j)) == j && ares_judge_about(j) &&
		          ares_judge_is_partial(j) == (strcmp(ares_judge_name(j), "conditions") == 0),
		      "judge %d", j);
	for (int32_t p = 0; p < ares_players_count(); p++)
		CHECK(ares_player_find(ares_player_name(p)) == p && ares_player_about(p), "player %d", p);
	CHECK(
		strcmp(ares_player_setting(ares_player_find("trinity"), 0, &about, &least, &most, &normal),
	           "budget") == 0 &&
			least == 100 && normal == 10000,
		"settings");
	CHECK(!ares_rules_name(99) && !ares_judge_name(-1) && !ares_player_name(99) &&
	          !ares_rules_about(99) && ares_rules_are_standard(99) == -1 &&
	          ares_judge_is_partial(99) == -1 && ares_rules_find("none") == -1,
	      "there is one more");
}

/* ── boards and orders ── */

TEST(test_boards, "boards")
{
	const struct ares_board start = start_board();
	struct ares_unit units[ARES_UNITS_MAX];
	struct ares_board board;
	uint8_t owners[ARES_PLACES_MAX];
	char text[4000];
	size_t length;

	must(ares_board_print(map, &start, text, sizeof text, &length, &error));
	must(ares_board_parse(map, text, length, &board, &error));
	CHECK(memcmp(&board, &start, sizeof board) == 0, "a board is another when it is read");
	const int count = ares_board_units(map, &start, units);
	must(ares_board_owners(map, &start, owners));
	must(ares_board_make(map, 0, units, count, NULL, 0, owners, NULL, &board, &error));
	CHECK(memcmp(&board, &start, sizeof board) == 0, "a board is another when it is made");
	units[count] = units[0];
	refused(ares_board_make(map, 0, units, count + 1, NULL, 0, owners, NULL, &board, &error),
	        ARES_ERROR_BOARD, "another unit is there");
	units[0] = (struct ares_unit){0, ARES_ARMY, (uint8_t)ares_place_find(map, "nth", 3), 0};
	refused(ares_board_make(map, 0, units, 1, NULL, 0, owners, NULL, &board, &error),
	        ARES_ERROR_BOARD, "AUS A nth");
}

/* The first power, type, place and phase that there are not, and the last that there are. */
TEST(test_edges, "edges")
{
	static const struct {
		struct ares_unit unit;
		const char *why;
	} rows[] = {
		{{7, ARES_ARMY, 0, 0}, "a unit's power is 7, and there are 7"},
		{{0, 2, 0, 0}, "a unit's type is 2"},
		{{0, ARES_ARMY, 81, 0}, "a unit's place is 81, and there are 81"},
	};
	const int32_t bul = ares_place_find(map, "bul", 3), last = INT16_MAX;
	struct ares_unit unit = {6, ARES_FLEET, (uint8_t)ares_place_find(map, "yor", 3), 0};
	char text[ARES_PHASE_TEXT];
	struct ares_board board;

	for (int i = 0; i < COUNT(rows); i++)
		refused(make_board(0, &rows[i].unit, 1, NULL, 0, &board), ARES_ERROR_BOARD, rows[i].why);
	must(make_board(last, &unit, 1, NULL, 0, &board));
	refused(make_board(last + 1, &unit, 1, NULL, 0, &board), ARES_ERROR_ARGUMENT, "phase is 32768");
	CHECK(ares_board_phase(map, &board) == last, "phase %d", ares_board_phase(map, &board));
	unit.barred = (uint8_t)ares_map_provinces(map) - 1;
	must(make_board(1, NULL, 0, &unit, 1, &board));
	unit.barred++;
	refused(make_board(1, NULL, 0, &unit, 1, &board), ARES_ERROR_BOARD,
	        "its attacker came from no province");
	unit.barred = ARES_NO_PLACE;
	must(make_board(1, NULL, 0, &unit, 1, &board));
	for (int phase = 0; phase < 5; phase++) { /* only retreat phases have dislodged units */
		const int32_t status = make_board(phase, NULL, 0, &unit, 1, &board);
		CHECK((status == ARES_OK) == (phase == 1 || phase == 3), "phase %d: %s", phase, error.text);
	}
	unit.place = (uint8_t)bul;
	refused(make_board(1, NULL, 0, &unit, 1, &board), ARES_ERROR_BOARD,
	        "TUR F bul: no such unit can be there");

	for (int32_t phase = 0; phase < 1000; phase++) {
		ares_phase_print(phase, text);
		CHECK(ares_phase_parse(text, strlen(text)) == phase, "%s", text);
	}
	CHECK(ares_phase_parse("S1901X", 6) == -1 && ares_phase_parse(NULL, 0) == -1 &&
	          ares_phase_parse("S1901M", 5) == -1 && ares_phase_parse("S1900M", 6) == -1,
	      "there is another phase");
	CHECK(strcmp(ares_phase_print(-1, text), "?") == 0 &&
	          strcmp(ares_phase_print(last + 1, text), "?") == 0,
	      "%s is a phase", text);
}

/* A board that is made of its parts is the same, in all kinds of phases. */
static void check_parts(const struct ares_board *board)
{
	struct ares_unit units[ARES_UNITS_MAX], retreats[ARES_RETREATS_MAX];
	uint8_t owners[ARES_PLACES_MAX], contested[ARES_PLACES_MAX];
	struct ares_board made;

	const int count = ares_board_units(map, board, units);
	const int gone = ares_board_retreats(map, board, retreats);
	must(ares_board_owners(map, board, owners));
	must(ares_board_contested(map, board, contested));
	must(ares_board_make(map, ares_board_phase(map, board), units, count, retreats, gone, owners,
	                     contested, &made, &error));
	CHECK(memcmp(&made, board, sizeof made) == 0, "a board is another when it is made");
	if (gone == 0)
		return;
	retreats[gone] = retreats[0];
	refused(ares_board_make(map, ares_board_phase(map, board), units, count, retreats, gone + 1,
	                        owners, contested, &made, &error),
	        ARES_ERROR_BOARD, "another unit was dislodged there");
}

TEST(test_starts, "where games can begin")
{
	const int32_t standard = ares_rules_find("standard");
	struct ares_board board = start_board();
	struct ares_unit units[ARES_UNITS_MAX];

	must(ares_board_can_start(map, standard, &board, &error));
	const int count = ares_board_units(map, &board, units);
	must(make_board(0, units, count, NULL, 0, &board));
	refused(ares_board_can_start(map, standard, &board, &error), ARES_ERROR_PHASE,
	        "nobody owns a centre");
	refused(ares_board_can_start(map, 99, &board, &error), ARES_ERROR_ARGUMENT, "rules is 99");
	refused(make_board(-1, units, count, NULL, 0, &board), ARES_ERROR_ARGUMENT, "phase is -1");
	refused(make_board(0, units, ARES_UNITS_MAX + 1, NULL, 0, &board), ARES_ERROR_ARGUMENT,
	        "a board has 0 to");
	refused(make_board(0, NULL, 1, NULL, 0, &board), ARES_ERROR_ARGUMENT,
	        "units or retreats is NULL");
}

/* A board of retreats: two dislodged units, a contested province, and places for more. */
static struct ares_board retreat_board(void)
{
	static const char text[] = "phase F1901R\nowner par FRA\nunit GER A bur\nunit AUS A ven\n"
							   "unit ENG F stp/nc\nretreating FRA A bur from mun\n"
							   "retreating ITA A ven from ?\nclosed gas\n";
	struct ares_board board;

	must(ares_board_parse(map, text, sizeof text - 1, &board, &error));
	return board;
}

/* A changed byte or a moved run of bytes. The padding of struct board stays. */
static void mangle(struct ares_board *board, struct rng *rng)
{
	enum { HEAD = sizeof board->bits[0], END = offsetof(struct board, retreat) };
	uint8_t *bytes = (uint8_t *)board;
	uint32_t at = rng_below(rng, HEAD + sizeof((struct board *)0)->retreat + END);

	if (rng_below(rng, 8) == 0)
		at = HEAD + offsetof(struct board, contested) +
		     rng_below(rng, sizeof((struct board *)0)->contested);
	if (rng_below(rng, 4) == 0)
		bytes[at] = (uint8_t)(bytes[at] + (rng_below(rng, 2) ? 1 : -1));
	else if (rng_below(rng, 2) == 0)
		bytes[at] = (uint8_t)rng_below(rng, 256);
	else if (rng_below(rng, 2) == 0) /* a unit more or less, or the next phase */
		bytes[HEAD + rng_below(rng, 4)] ^= (uint8_t)(1 + rng_below(rng, 3));
	else /* two units or retreats change places */
		for (uint32_t i = 0,
		              wide = rng_below(rng, 2) ? sizeof(struct unit) : sizeof(struct retreat);
		     i < wide; i++) {
			uint8_t *one = bytes + HEAD +
			               (wide == sizeof(struct unit) ? offsetof(struct board, unit) : END) + i;
			const uint8_t held = *one;
			*one = one[wide];
			one[wide] = held;
		}
}

/* Any byte of a board that is changed gives a board of the map, which its parts make, or none. */
TEST(test_mangled_boards, "mangled boards")
{
	const struct ares_board starts[] = {start_board(), retreat_board()};
	struct rng rng = suite_rng(1);
	struct ares_phase phase;
	int refusals = 0;

	for (int i = 0; i < 20000; i++) {
		struct ares_board board = starts[i % 2];
		for (uint32_t n = 1 + rng_below(&rng, 3); n > 0; n--)
			mangle(&board, &rng);
		const int32_t status = ares_board_check(map, &board, &error);
		if (status == ARES_OK)
			check_parts(&board);
		CHECK(ares_phase_play(map, 0, 0, 1, 1, &board, NULL, NULL, 0, NULL, &phase, &error) ==
		              status ||
		          (status == ARES_OK && error.status == ARES_ERROR_PHASE),
		      "%s", error.text);
		refusals += status != ARES_OK;
	}
	CHECK(refusals > 10000, "only %d mangled boards are refused", refusals);
}

TEST(test_vocabulary, "vocabulary")
{
	char text[ARES_ORDER_TEXT];
	struct ares_order order, again;

	for (int32_t n = 0; n < ares_map_vocabulary(map); n++) {
		must(ares_order_of(map, n, &order, &error));
		CHECK(ares_order_number(map, &order) == n, "order %d has another number", n);
		for (int notation = ARES_DATC; notation <= ARES_PACKAGE; notation++) {
			ares_order_print(map, notation, &order, text);
			must(ares_order_parse(map, notation, text, strlen(text), &again, &error));
			CHECK(memcmp(&order, &again, sizeof order) == 0, "'%s' is read as another", text);
		}
	}
	refused(ares_order_of(map, ares_map_vocabulary(map), &order, &error), ARES_ERROR_ORDER,
	        "order 22430");
	refused(ares_order_parse(map, ARES_DATC, "A par - xyz", 11, &order, &error), ARES_ERROR_TEXT,
	        "xyz");
	refused(ares_order_parse(map, 2, "A par H", 7, &order, &error), ARES_ERROR_ARGUMENT,
	        "notation is 2");
}

TEST(test_completion, "orders are completed")
{
	static const char retreats[] = "phase F1901R\nowner par FRA\nunit GER A bur\n"
								   "retreating FRA A bur from mun\n";
	struct ares_order order;
	char text[ARES_ORDER_TEXT];
	struct ares_board board = start_board();

	must(ares_order_parse(map, ARES_DATC, "par - bur", 9, &order, &error));
	must(ares_order_complete(map, ares_rules_find("standard"), &board, 2, &order, &error));
	CHECK(strcmp(ares_order_print(map, ARES_DATC, &order, text), "A par - bur") == 0, "%s", text);
	must(ares_board_parse(map, retreats, sizeof retreats - 1, &board, &error));
	must(ares_order_parse(map, ARES_DATC, "bur R gas", 9, &order, &error));
	must(ares_order_complete(map, ares_rules_find("standard"), &board, 2, &order, &error));
	CHECK(strcmp(ares_order_print(map, ARES_DATC, &order, text), "A bur R gas") == 0, "%s", text);
	order.kind = 99;
	refused(ares_order_complete(map, ares_rules_find("standard"), &board, 2, &order, &error),
	        ARES_ERROR_ORDER, "not an order");
	CHECK(strcmp(ares_order_print(map, ARES_DATC, &order, text), "?") == 0, "%s", text);
}

/* Legal orders as numbers, as orders and as a mask are the same; check_orders has them one by one.
 */
TEST(test_legal, "legal orders")
{
	const struct ares_board board = start_board();
	const int32_t rules = ares_rules_find("standard"), most = ares_legal_most(map);
	int32_t *numbers = calloc((size_t)most, sizeof *numbers), count, slot_count;
	struct ares_order *orders = calloc((size_t)most, sizeof *orders);
	const size_t bytes = ares_map_mask_bytes(map);
	uint64_t *mask = calloc(1, bytes), *masks = calloc(7, bytes);
	struct ares_slot slots[ARES_UNITS_MAX];
	char text[64];

	must(ares_legal_numbers(map, rules, &board, numbers, most, &count, slots, &slot_count, &error));
	must(ares_legal_orders(map, rules, &board, orders, most, &count, slots, &slot_count, &error));
	must(ares_legal_mask(map, rules, &board, 2, (uint8_t *)mask, bytes, &error));
	must(ares_legal_masks(map, rules, &board, (uint8_t *)masks, 7 * bytes, &error));
	CU_ASSERT(memcmp((char *)masks + 2 * bytes, mask, bytes) == 0);
	CHECK(slot_count == 22, "%d slots", slot_count);
	for (int s = 0; s < slot_count; s++)
		for (int i = slots[s].first; i < slots[s].first + slots[s].count; i++) {
			CHECK(ares_order_number(map, &orders[i]) == numbers[i], "order %d", i);
			CHECK((mask[numbers[i] / 64] >> numbers[i] % 64 & 1) == (slots[s].power == 2), "mask");
		}
	refused(ares_legal_numbers(map, rules, &board, numbers, count - 1, &count, slots, &slot_count,
	                           &error),
	        ARES_ERROR_SIZE, "room for");
	refused(ares_legal_mask(map, rules, &board, 2, (uint8_t *)mask, 8, &error), ARES_ERROR_SIZE,
	        "mask has 8 bytes");
	refused(ares_legal_masks(map, rules, &board, (uint8_t *)masks + 1, 7 * bytes, &error),
	        ARES_ERROR_ARGUMENT, "masks is not aligned");
	refused(ares_legal_print(map, rules, &board, 2, text, sizeof text, NULL, &error),
	        ARES_ERROR_SIZE, "size is 64");
	must(ares_legal_print(map, rules, &board, 2, NULL, 0, NULL, &error));
	free(numbers);
	free(orders);
	free(masks);
	free(mask);
}

static struct ares_game *open_game(const char *seat)
{
	struct ares_game_options options = {.bytes = sizeof options};
	struct ares_game *game;

	must(ares_game_defaults(&options, &error));
	options.seed = suite_seed();
	for (int p = 0; p < POWERS_MAX; p++)
		options.seats[p] = seat;
	SUITE_MUST(ares_game_open(map, &options, &game, &error) == ARES_OK, error.text);
	return game;
}

/* What the library counts on a board is what its parts and its legal orders say. */
static void check_counts(const struct ares_board *board, const struct ares_order *orders,
                         const struct ares_slot *slots, int32_t slot_count)
{
	int32_t centres[7], units[7], builds[7], winner, survivors = 0, told;
	struct ares_unit standing[ARES_UNITS_MAX], retreats[ARES_RETREATS_MAX];
	uint8_t owners[ARES_PLACES_MAX], places[ARES_EXITS_MAX], most = ARES_NO_POWER;

	must(ares_board_count(map, board, centres, units, builds, &error));
	must(ares_board_owners(map, board, owners));
	const int count = ares_board_units(map, board, standing);
	const int gone = ares_board_retreats(map, board, retreats);
	for (int p = 0; p < 7; p++) {
		int own = 0, army = 0, vacant = 0;
		for (int u = 0; u < count; u++)
			army += standing[u].power == p;
		for (int l = 0; l < ares_map_provinces(map); l++) {
			bool full =
				owners[l] != p || ares_place_owner(map, l) != p || !ares_place_is_centre(map, l);
			for (int u = 0; u < count; u++)
				full |= ares_place_province(map, standing[u].place) == l;
			own += owners[l] == p && ares_place_is_centre(map, l) == 1;
			vacant += !full;
		}
		bool lives = army > 0;
		for (int i = 0; i < gone; i++)
			lives |= retreats[i].power == p;
		survivors |= lives << p;
		most = own > 17 ? (uint8_t)p : most;
		CHECK(centres[p] == own && units[p] == army, "power %d has others", p);
		CHECK(builds[p] == (own < army ? own - army : MIN(own - army, vacant)),
		      "power %d builds %d", p, builds[p]);
	}
	const int32_t ending = ares_board_verdict(map, board, 0, &winner, &told, &error);
	CHECK(ending == (most == ARES_NO_POWER ? ARES_RUNNING : ARES_SOLO) && winner == most &&
	          told == survivors,
	      "ending %d, winner %d of %d, survivors %d of %d", ending, winner, most, told, survivors);
	for (int i = 0; i < gone; i++) {
		const int open = ares_board_retreat_places(map, board, i, places);
		CHECK(open == slots[i].count - 1 && slot_count == gone, "%d places for unit %d", open, i);
		for (int n = 0; n < open; n++)
			CHECK(places[n] == orders[slots[i].first + n].to, "another place");
	}
	CHECK(ares_board_retreat_places(map, board, gone, places) == ARES_ERROR_ARGUMENT &&
	          ares_board_retreat_places(map, board, -1, places) == ARES_ERROR_ARGUMENT,
	      "there is a retreat more");
}

/* Drawn orders, legal or not, get the same verdicts and the same board from ares_phase_play and in
 * a game that begins with the board. Returns how many are legal by themselves but one too many. */
static int check_drawn(struct rng *rng, const struct ares_board *board,
                       const struct ares_order *orders, int32_t count)
{
	struct ares_game_options options = {.bytes = sizeof options};
	struct ares_order drawn[7 * 4];
	uint8_t powers[7 * 4], verdicts[7 * 4], again[7 * 4];
	struct ares_game *game;
	struct ares_phase phase;
	struct ares_board after;

	must(ares_game_defaults(&options, &error));
	options.start = board;
	must(ares_game_open(map, &options, &game, &error));
	for (int i = 0; i < COUNT(drawn); i++) {
		powers[i] = (uint8_t)(i / 4);
		drawn[i] = orders[rng_below(rng, (uint32_t)count)];
		for (int tries = 20;
		     tries > 0 && !ares_legal_has(map, options.rules, board, powers[i], &drawn[i]); tries--)
			drawn[i] = orders[rng_below(rng, (uint32_t)count)];
		if (rng_below(rng, 8) == 0)
			drawn[i] = read_order("A par - bur");
	}
	for (int p = 0; p < 7; p++)
		must(ares_game_submit(game, p, drawn + 4 * p, 4, NULL, &error));
	for (int p = 0; p < 7; p++)
		must(ares_game_submit(game, p, drawn + 4 * p, 4, again + 4 * p, &error));
	must(ares_game_process(game, &error));
	must(ares_phase_play(map, options.rules, 0, options.seed, options.block, board, powers, drawn,
	                     COUNT(drawn), verdicts, &phase, &error));
	ares_game_board(game, &after);
	CHECK(memcmp(&after, &phase.after, sizeof after) == 0, "another board");
	CHECK(memcmp(verdicts, again, sizeof verdicts) == 0, "other verdicts");
	int counted = 0, surplus = 0;
	for (int i = 0; i < COUNT(drawn); i++) {
		const int legal = ares_legal_has(map, options.rules, board, powers[i], &drawn[i]);
		const bool counts = verdicts[i] == ARES_LEGAL || verdicts[i] == ARES_DOUBLE;
		const bool either = verdicts[i] == ARES_SURPLUS || drawn[i].kind == ARES_CONVOY;
		CHECK(legal == counts || (either && (legal || drawn[i].kind == ARES_WAIVE)),
		      "order %d is legal: %d, verdict %s", i, legal, ares_verdict_name(verdicts[i]));
		surplus += verdicts[i] == ARES_SURPLUS && legal;
		for (int n = 0; verdicts[i] == ARES_LEGAL && n < phase.count; n++)
			if (memcmp(&phase.order[n], &drawn[i], sizeof drawn[i]) == 0 &&
			    phase.power[n] == powers[i]) {
				counted++;
				break;
			}
		counted -= verdicts[i] == ARES_LEGAL;
	}
	CHECK(counted == 0, "%d legal orders are not among those of the phase", -counted);
	ares_game_close(game);
	return surplus;
}

/* Of each phase of a random game: the same boards, numbers and legal orders, one by one. */
static int check_orders(struct rng *rng, const struct ares_board *board, int32_t *numbers,
                        struct ares_order *orders)
{
	const int32_t rules = ares_rules_find("standard"), most = ares_legal_most(map);
	struct ares_slot slots[ARES_UNITS_MAX];
	int32_t count, slot_count;

	must(ares_legal_orders(map, rules, board, orders, most, &count, slots, &slot_count, &error));
	must(ares_order_numbers(map, orders, (size_t)count, numbers, &error));
	for (int s = 0; s < slot_count; s++)
		for (int i = slots[s].first; i < slots[s].first + slots[s].count; i++) {
			struct ares_order order = orders[i];
			CHECK(numbers[i] == ares_order_number(map, &order), "order %d", i);
			CHECK(ares_legal_has(map, rules, board, slots[s].power, &order) == 1, "order %d", i);
			CHECK(order.kind == ARES_WAIVE ||
			          ares_legal_has(map, rules, board, (slots[s].power + 1) % 7, &order) == 0,
			      "another power has order %d", i);
			must(ares_order_complete(map, rules, board, slots[s].power, &order, &error));
			CHECK(memcmp(&order, &orders[i], sizeof order) == 0, "order %d is completed", i);
		}
	check_counts(board, orders, slots, slot_count);
	return count > 0 ? check_drawn(rng, board, orders, count) : 0;
}

TEST(test_phases_of_a_game, "the phases of a game")
{
	struct rng rng = suite_rng(6);
	struct ares_game *game = open_game("randbot");
	int32_t *numbers = calloc((size_t)ares_legal_most(map), sizeof *numbers);
	struct ares_order *orders = calloc((size_t)ares_legal_most(map), sizeof *orders);
	int kinds[5] = {0}, surplus = 0;

	for (int i = 0; i < 60; i++) {
		struct ares_board board;
		ares_game_board(game, &board);
		check_parts(&board);
		surplus += check_orders(&rng, &board, numbers, orders);
		kinds[ares_board_phase(map, &board) % 5]++;
		must(ares_game_process(game, &error));
	}
	CHECK(kinds[1] + kinds[3] > 0 && kinds[4] > 0, "no retreats or no builds");
	CHECK(surplus > 20, "%d orders are too many", surplus);
	free(numbers);
	free(orders);
	ares_game_close(game);
}

/* ── phases and games ── */

TEST(test_phase, "a phase")
{
	const struct ares_board board = start_board();
	const struct ares_order orders[] = {read_order("A par - bur"), read_order("A mun - bur"),
	                                    read_order("A mar S A par - bur"),
	                                    read_order("A ber - kie")};
	const uint8_t powers[] = {2, 3, 2, 2};
	uint8_t verdicts[COUNT(orders)];
	struct ares_unit units[ARES_UNITS_MAX];
	struct ares_phase phase;
	char text[400000], title[] = "<game>";
	size_t length, again;

	must(ares_phase_play(map, 1, 0, 0, 1, &board, powers, orders, COUNT(orders), verdicts, &phase,
	                     &error));
	CHECK(verdicts[0] == ARES_LEGAL && verdicts[3] == ARES_NOT_OWN, "verdicts");
	const int count = ares_board_units(map, &board, units);
	CHECK(phase.count == count, "%d orders", phase.count);
	for (int u = 0; u < count; u++) {
		const char *code = ares_place_code(map, units[u].place);
		if (strcmp(code, "par") == 0)
			CHECK(phase.result[u] == ARES_SUCCEEDS, "paris: %s", ares_result_name(phase.result[u]));
		if (strcmp(code, "mun") != 0)
			continue;
		CHECK(phase.result[u] == ARES_BOUNCED, "munich: %s", ares_result_name(phase.result[u]));
		must(ares_phase_why(map, 1, &phase, u, text, sizeof text, &length, &error));
		CHECK(strstr(text, "FRA A par - bur") != NULL, "'%s'", text);
	}
	must(ares_phase_picture(map, &phase, title, NULL, 0, &length, &error));
	must(ares_phase_picture(map, &phase, title, text, sizeof text, &again, &error));
	CHECK(length == again && strstr(text, "&lt;game&gt;") && strncmp(text, "<svg", 4) == 0,
	      "a picture");
	CHECK(ares_phase_words(map, 1, &phase, 0, units, (uint32_t *)text) == count, "words");
}

/* Order sets that are resolved one after the other have the results of phases. */
TEST(test_resolve, "order sets")
{
	enum { SETS = 50 };
	struct rng rng = suite_rng(2);
	struct ares_unit units[DRAWN];
	struct ares_order orders[SETS][ARES_UNITS_MAX];
	uint64_t follows[SETS], dislodged[SETS];
	uint8_t results[SETS * DRAWN];
	struct ares_board board;
	const struct board ours = draw_board(&rng, units, &board);

	for (int s = 0; s < SETS; s++) {
		struct order drawn[UNITS_MAX];
		suite_random_orders(&rng, &ours, drawn);
		memcpy((struct ares_order *)orders + 30 * s, drawn, 30 * sizeof drawn[0]);
	}
	must(ares_resolve(map, 1, 0, &board, (struct ares_order *)orders, SETS, follows, dislodged,
	                  results, &error));
	for (int s = 0; s < SETS; s++) {
		struct judgement judgement;
		enum result expected[UNITS_MAX];
		judge_resolve(judges[0], suite_variant(&rule_sets[1]), &ours,
		              (struct order *)orders + 30 * s, &judgement);
		judge_explain(&judgement, expected);
		CHECK(judgement.resolution.follows == follows[s] &&
		          judgement.resolution.dislodged == dislodged[s],
		      "set %d", s);
		for (int u = 0; u < 30; u++)
			CHECK(results[30 * s + u] == expected[u], "set %d, unit %d", s, u);
	}
	((struct ares_order *)orders)[1].from = 126;
	refused(ares_resolve(map, 1, 0, &board, (struct ares_order *)orders, SETS, follows, dislodged,
	                     results, &error),
	        ARES_ERROR_ORDER, "set 0, unit 1");
	refused(ares_resolve(map, 1, 0, &board, (struct ares_order *)orders, -1, follows, dislodged,
	                     results, &error),
	        ARES_ERROR_ARGUMENT, "sets is -1");
}

/* Lanes say of each set what ares_resolve says, for any number of sets. */
TEST(test_lanes, "lanes")
{
	enum { ORDERS = 5, SETS = 700 };
	static struct ares_order menus[DRAWN][ORDERS], orders[SETS][DRAWN];
	static uint16_t places[DRAWN][SETS];
	static uint64_t follows[SETS], dislodged[SETS], expected[2][SETS];
	struct rng rng = suite_rng(3);
	struct ares_unit units[DRAWN];
	struct ares_board board;
	struct ares_lanes *lanes;
	int32_t counts[DRAWN];
	const struct board ours = draw_board(&rng, units, &board);

	for (int i = 0; i < ORDERS; i++) {
		struct order drawn[UNITS_MAX];
		suite_random_orders(&rng, &ours, drawn);
		for (int u = 0; u < DRAWN; u++)
			memcpy(&menus[u][i], &drawn[u], sizeof drawn[u]);
	}
	for (int u = 0; u < DRAWN; u++)
		counts[u] = ORDERS;
	must(ares_lanes_open(map, 1, &board, (struct ares_order *)menus, counts, &lanes, &error));
	static const int sizes[] = {0, 1, 63, 64, 65, SETS};
	for (int n = 0; n < COUNT(sizes); n++) {
		const int sets = sizes[n];
		uint16_t *at = (uint16_t *)places;
		for (int u = 0; u < DRAWN; u++)
			for (int s = 0; s < sets; s++) {
				*at = (uint16_t)rng_below(&rng, ORDERS);
				orders[s][u] = menus[u][*at++];
			}
		must(ares_lanes_resolve(lanes, (uint16_t *)places, sets, follows, dislodged, &error));
		must(ares_resolve(map, 1, 0, &board, (struct ares_order *)orders, sets, expected[0],
		                  expected[1], NULL, &error));
		for (int s = 0; s < sets; s++)
			CHECK(follows[s] == expected[0][s] && dislodged[s] == expected[1][s], "set %d of %d", s,
			      sets);
	}
	places[1][2] = ORDERS;
	refused(ares_lanes_resolve(lanes, (uint16_t *)places, SETS, follows, dislodged, &error),
	        ARES_ERROR_ORDER, "places[1][2] is 5, and the unit has 5 orders");
	refused(ares_lanes_resolve(lanes, (uint16_t *)places, -1, follows, dislodged, &error),
	        ARES_ERROR_ARGUMENT, "sets is -1");
	ares_lanes_close(lanes);
	counts[4] = 0;
	refused(ares_lanes_open(map, 1, &board, (struct ares_order *)menus, counts, &lanes, &error),
	        ARES_ERROR_SIZE, "counts[4] is 0");
	counts[4] = ORDERS;
	menus[3][1].from = 126;
	refused(ares_lanes_open(map, 1, &board, (struct ares_order *)menus, counts, &lanes, &error),
	        ARES_ERROR_ORDER, "unit 3, order 1");
}

TEST(test_game_of_players, "a game of players")
{
	struct ares_game *game = open_game("scorer"), *copy;
	struct ares_board boards[31];
	struct ares_phase phase;

	for (int i = 0; i < 30; i++) {
		ares_game_board(game, &boards[i]);
		must(ares_game_process(game, &error));
	}
	ares_game_board(game, &boards[30]);
	CHECK(ares_game_phases(game) == 30, "%d phases", ares_game_phases(game));
	for (int i = 0; i < 30; i++) {
		must(ares_game_phase(game, i, &phase, &error));
		CHECK(memcmp(&phase.before, &boards[i], sizeof phase.before) == 0 &&
		          memcmp(&phase.after, &boards[i + 1], sizeof phase.after) == 0,
		      "phase %d has other boards", i);
	}
	must(ares_game_copy(game, &copy, &error));
	must(ares_game_undo(game, 20, &error));
	for (int i = 10; i < 30; i++)
		must(ares_game_process(game, &error));
	must(ares_game_process(game, &error));
	must(ares_game_process(copy, &error));
	ares_game_board(game, &boards[0]);
	ares_game_board(copy, &boards[1]);
	CHECK(memcmp(&boards[0], &boards[1], sizeof boards[0]) == 0,
	      "after undoing, or in a copy, the game plays on otherwise");
	ares_game_close(game);
	ares_game_close(copy);
}

TEST(test_game_of_orders, "a game of orders")
{
	struct ares_game *game = open_game(NULL);
	const struct ares_order order = read_order("A par - bur");
	struct ares_order back[ARES_UNITS_MAX];
	struct ares_board board;
	struct ares_unit units[ARES_UNITS_MAX];
	uint8_t verdict = 99;
	struct ares_phase phase;
	int32_t winner, survivors;

	refused(ares_game_submit(game, 2, NULL, 1, NULL, &error), ARES_ERROR_ARGUMENT,
	        "orders is NULL");
	refused(ares_game_submit(game, 2, &order, 65, NULL, &error), ARES_ERROR_ARGUMENT, "is 65");
	memset(back, 99, sizeof back);
	back[0] = order;
	refused(ares_game_submit(game, 2, back, 2, NULL, &error), ARES_ERROR_ORDER, "orders[1]: its");
	must(ares_game_submit(game, 2, &order, 1, &verdict, &error));
	CHECK(verdict == ARES_LEGAL, "verdict %d", verdict);
	must(ares_game_submit(game, 3, &order, 1, &verdict, &error));
	CHECK(verdict == ARES_NOT_OWN, "verdict %d", verdict);
	CHECK(ares_game_submitted(game, 2, back) == 1 && memcmp(&order, back, sizeof order) == 0,
	      "another order is submitted");
	must(ares_game_process(game, &error));
	CHECK(ares_game_submitted(game, 2, back) == 0, "orders are submitted twice");
	ares_game_board(game, &board);
	const int count = ares_board_units(map, &board, units);
	int moved = 0;
	for (int u = 0; u < count; u++)
		moved += strcmp(ares_place_code(map, units[u].place), "bur") == 0;
	CHECK(moved == 1, "the army has not moved");
	must(ares_game_draw(game, &error));
	CHECK(ares_game_verdict(game, &winner, &survivors) == ARES_DRAW && survivors == 127, "a draw");
	refused(ares_game_process(game, &error), ARES_ERROR_PHASE, "over");
	refused(ares_game_draw(game, &error), ARES_ERROR_PHASE, "over");
	refused(ares_game_submit(game, 2, &order, 1, NULL, &error), ARES_ERROR_PHASE, "over");
	refused(ares_game_submit(game, 7, &order, 1, NULL, &error), ARES_ERROR_ARGUMENT, "power is 7");
	refused(ares_game_undo(game, 2, &error), ARES_ERROR_ARGUMENT, "cannot undo 2 of 1 phases");
	refused(ares_game_phase(game, 1, &phase, &error), ARES_ERROR_ARGUMENT, "n is 1");
	ares_game_close(game);
}

static char saved[1 << 22], other_saved[1 << 22];

/* A game that is saved and read again has the same phases; mangled, it is refused or read. */
TEST(test_saved_games, "saved games")
{
	struct ares_game *game = open_game("randbot"), *again;
	struct ares_phase one, other;
	struct rng rng = suite_rng(3);
	size_t length;

	for (int i = 0; i < 60; i++)
		must(ares_game_process(game, &error));
	must(ares_game_save(game, "a \"game\"", NULL, 0, &length, &error));
	must(ares_game_save(game, "a \"game\"", saved, sizeof saved, &length, &error));
	must(ares_game_load(map, NULL, saved, length, &again, &error));
	must(ares_game_save(again, "\b\f\n\r\t\"\\\x1f /", other_saved, sizeof other_saved, NULL,
	                    &error));
	CHECK(strstr(other_saved, "{\"id\":\"\\b\\f\\n\\r\\t\\\"\\\\\\u001f /\",\"map\"") ==
	          other_saved,
	      "%.60s", other_saved);
	CHECK(ares_game_phases(again) == 60, "%d phases", ares_game_phases(again));
	for (int i = 0; i < ares_game_phases(again); i++) {
		must(ares_game_phase(game, i, &one, &error));
		must(ares_game_phase(again, i, &other, &error));
		CHECK(memcmp(&one.after, &other.after, sizeof one.after) == 0, "phase %d differs", i);
	}
	ares_game_close(again);
	const struct ares_board elsewhere = retreat_board(); /* a game begins where it began */
	struct ares_game_options options = {.bytes = sizeof options};
	must(ares_game_defaults(&options, &error));
	options.start = &elsewhere;
	must(ares_game_load(map, &options, saved, length, &again, &error));
	ares_game_close(again);
	must(ares_game_undo(game, 50, &error));
	must(ares_game_draw(game, &error));
	must(ares_game_save(game, "draw", saved, sizeof saved, &length, &error));
	must(ares_game_load(map, NULL, saved, length, &again, &error));
	CHECK(ares_game_verdict(again, NULL, NULL) == ARES_DRAW && ares_game_phases(again) == 10,
	      "a draw is read as another end");
	ares_game_close(again);

	for (int i = 0; i < 2000; i++) {
		const size_t at = rng_below(&rng, (uint32_t)length);
		const char before = saved[at];
		saved[at] = "\"{}[],:x"[rng_below(&rng, 8)];
		if (ares_game_load(map, NULL, saved, length - rng_below(&rng, 2), &again, &error) ==
		    ARES_OK)
			ares_game_close(again);
		saved[at] = before;
	}
	refused(ares_game_load(map, NULL, "{}", 2, &again, &error), ARES_ERROR_TEXT, "phases");
	ares_game_close(game);
}

/* A player outside of a game gives the orders that it gives in one. */
TEST(test_players, "players")
{
	static const char *const seats[] = {"dumbbot", "randbot", "scorer", "trinity(budget=100)"};

	for (int s = 0; s < COUNT(seats); s++) {
		struct ares_game *game = open_game(seats[s]);
		struct ares_player *player;
		struct ares_phase phase;
		must(ares_player_open(map, ares_rules_find("standard"), 0, seats[s], 2, &player, &error));
		for (int i = 0; i < 15; i++) {
			struct ares_order orders[ARES_UNITS_MAX];
			struct ares_board board;
			int32_t count, same = 0;
			ares_game_board(game, &board);
			must(ares_player_order(player, suite_seed(), 1, &board, orders, &count, &error));
			must(ares_game_process(game, &error));
			must(ares_game_phase(game, i, &phase, &error));
			must(ares_player_observe(player, suite_seed(), 1, &phase, &error));
			for (int n = 0; n < phase.count; n++)
				if (phase.power[n] == 2 && same < count)
					same += memcmp(&phase.order[n], &orders[same], sizeof orders[0]) == 0;
			CHECK(same == count, "%s: %d of %d orders in phase %d", seats[s], same, count, i);
		}
		ares_player_close(player);
		ares_game_close(game);
	}
}

/* ── as the package has it ── */

/* Each unit's orders are its legal ones, a few convoys less, and supports without a coast. */
static void check_listed(const struct ares_board *board, const struct ares_unit *unit,
                         const int32_t numbers[], int32_t count)
{
	const int32_t size = ares_map_vocabulary(map);

	for (int32_t i = 0; i < count; i++) {
		struct ares_order order;
		must(ares_order_of(map, numbers[i] % size, &order, &error));
		CHECK(order.from == unit->place, "number %d is of another unit", numbers[i]);
		const bool is_plain = numbers[i] >= size ||
		                      (order.kind == ARES_SUPPORT_MOVE && order.aux_type == ARES_FLEET &&
		                       ares_place_coasts(map, order.to, (uint8_t[2]){0}) > 0);
		CHECK(is_plain || ares_legal_has(map, 1, board, unit->power, &order) == 1,
		      "number %d is not legal", numbers[i]);
	}
}

/* Orders as lines, and what ares_phase_play gets. */
struct drawn {
	struct ares_order orders[ARES_UNITS_MAX];
	uint8_t powers[ARES_UNITS_MAX];
	char text[ARES_UNITS_MAX * ARES_ORDER_TEXT];
	size_t length, first; /* of all lines, of the first */
};

static void draw_orders(struct rng *rng, const struct ares_unit *units, int32_t count,
                        const int32_t *numbers, const int32_t *ends, struct drawn *drawn)
{
	const int32_t size = ares_map_vocabulary(map);

	drawn->length = 0;
	for (int32_t u = 0, begin = 0; u < count; begin = ends[u++]) {
		int32_t number;
		do
			number = numbers[begin + (int32_t)rng_below(rng, (uint32_t)(ends[u] - begin))];
		while (number >= size);
		must(ares_order_of(map, number, &drawn->orders[u], &error));
		ares_order_print(map, ARES_PACKAGE, &drawn->orders[u], drawn->text + drawn->length);
		drawn->length += strlen(drawn->text + drawn->length);
		drawn->first = u == 0 ? drawn->length : drawn->first;
		drawn->text[drawn->length++] = '\n';
		drawn->powers[u] = units[u].power;
	}
	drawn->length--;
}

/* A line more, a letter less, another power's unit, or two lines for one are not read. */
static void check_read(const struct ares_unit *units, int32_t count, struct drawn *d)
{
	CHECK(
		!ares_package_read(map, units, count, NULL, NULL, d->powers, count - 1, d->text, d->length),
		"a line more");
	CHECK(
		!ares_package_read(map, units, count, NULL, NULL, d->powers, count, d->text, d->length - 1),
		"a letter less");
	d->powers[0]++;
	CHECK(!ares_package_read(map, units, count, NULL, NULL, d->powers, 1, d->text, d->first),
	      "another power");
	d->powers[1] = --d->powers[0];
	memcpy(d->text + d->first + 1, d->text, d->first);
	CHECK(
		!ares_package_read(map, units, count, NULL, NULL, d->powers, 2, d->text, 2 * d->first + 1),
		"a unit has two");
}

/* What comes of drawn orders is what ares_phase_play makes of them. */
static void check_played(const struct ares_board *board, const struct ares_unit *units,
                         int32_t count, const int32_t *numbers, const int32_t *ends,
                         const struct drawn *d)
{
	uint8_t fates[ARES_UNITS_MAX];
	struct ares_unit next[ARES_UNITS_MAX], named[ARES_UNITS_MAX], expected[ARES_UNITS_MAX];
	uint32_t words[ARES_UNITS_MAX], expected_words[ARES_ORDERS_MAX];
	struct ares_board after, made;
	struct ares_phase phase;
	int32_t next_ends[ARES_POWERS_MAX];

	must(
		ares_phase_play(map, 1, 0, 0, 1, board, d->powers, d->orders, count, NULL, &phase, &error));
	must(ares_package_play(map, 1, units, count, numbers, ends, d->powers, count, d->text,
	                       d->length, next, next_ends, fates, &after, &error));
	must(ares_package_results(map, 1, units, count, d->powers, count, d->text, d->length, 0, words,
	                          &error));
	const int32_t standing = next_ends[ares_map_powers(map) - 1];
	must(make_board(0, next, standing, NULL, 0, &made));
	must(ares_board_units(map, &made, next));
	CHECK(ares_board_units(map, &phase.after, expected) == standing &&
	          memcmp(next, expected, (size_t)standing * sizeof *next) == 0,
	      "other units stand afterwards");
	CHECK(standing == count || memcmp(&after, &phase.after, sizeof after) == 0, "another board");
	must(ares_phase_words(map, 1, &phase, 0, named, expected_words));
	for (int32_t u = 0; u < count; u++)
		for (int32_t i = 0; i < count; i++)
			CHECK(units[u].place != named[i].place || words[u] == expected_words[i],
			      "unit %d has other words", u);
}

/* Lines as people write them: without VIA, with or without the coast of a supported fleet. */
TEST(test_package_lines, "lines of the package")
{
	static const struct {
		const char *line;
		bool listed, order; /* with these units; at all */
	} rows[] = {
		{"A LON - NWY VIA", true, true},
		{"A LON - NWY", true, true},
		{"A LON - YOR VIA", true, true},
		{"A LON - YOR", true, true},
		{"A LON - SPA VIA", false, true},
		{"A LON - SPA", false, true},
		{"A LON - NTH", false, false},
		{"F MAR S F GAS - SPA", true, true},
		{"F MAR S F GAS - SPA/NC", true, true},
		{"F MAR S F GAS - SPA/SC", false, false},
		{"F MAR S F GAS - STP", false, false},
		{"F MAR S F POR - SPA", false, true},
		{"F MAR - SPA/SC", true, true},
		{"F MAR - SPA", false, false},
		{"F NTH C A LON - NWY", true, true},
		{"F NTH C A LON - SPA", false, true},
		{"F NTH C A LON - NWY VIA", false, false},
		{"A LON H", true, true},
		{"A LON HOLD", false, false},
		{"A LON S F NTH", false, false},
		{"F LON H", false, false},
		{"A LON", false, false},
	};
	static const char *const places[] = {"lon", "nth", "gas", "mar"};
	int32_t *numbers = calloc((size_t)ares_legal_most(map) * 3, sizeof *numbers), ends[4];
	struct ares_unit units[4];
	uint32_t words[4];
	const uint8_t powers[] = {2, 2};

	for (int u = 0; u < 4; u++)
		units[u] = (struct ares_unit){2, u > 0, (uint8_t)ares_place_find(map, places[u], 3), 0};
	must(ares_package_orders(map, 1, units, 4, numbers, 3 * ares_legal_most(map), ends, &error));
	for (int i = 0; i < COUNT(rows); i++) {
		const char *line = rows[i].line;
		const size_t length = strlen(line);
		CHECK(ares_package_read(map, units, 4, numbers, ends, powers, 1, line, length) ==
		          rows[i].listed,
		      "%s is listed or not", line);
		CHECK(ares_package_read(map, units, 4, NULL, NULL, powers, 1, line, length) ==
		          rows[i].order,
		      "%s is an order or not", line);
	}
	must(ares_package_results(map, 1, units, 4, powers, 2, "A LON - YOR\nF NTH H", 19, 8, words,
	                          &error));
	CHECK(words[0] == 0 && words[1] == 0 && words[2] == 0 && words[3] != 0, "words %x %x %x %x",
	      words[0], words[1], words[2], words[3]);
	free(numbers);
}

TEST(test_package, "as the package")
{
	const int32_t most = 3 * ares_legal_most(map);
	int32_t *numbers = calloc((size_t)most, sizeof *numbers), ends[ARES_UNITS_MAX];
	struct ares_unit units[ARES_UNITS_MAX];
	struct rng rng = suite_rng(5);
	struct ares_board board;
	struct drawn drawn;

	for (int round = 0; round < 100; round++) {
		draw_board(&rng, units, &board);
		must(ares_package_orders(map, 1, units, 30, numbers, most, ends, &error));
		for (int32_t u = 0, begin = 0; u < 30; begin = ends[u++])
			check_listed(&board, &units[u], numbers + begin, ends[u] - begin);
		draw_orders(&rng, units, 30, numbers, ends, &drawn);
		check_played(&board, units, 30, numbers, ends, &drawn);
		check_read(units, 30, &drawn);
	}
	for (int u = 0; u < 2; u++) { /* two units in one province */
		units[0] = units[1];
		refused(ares_package_orders(map, 1, units, 30, numbers, most, ends, &error),
		        ARES_ERROR_BOARD, "units[1]: another unit is there");
		refused(ares_package_orders(map, 1, units, u == 0 ? -1 : ARES_UNITS_MAX + 1, numbers, most,
		                            ends, &error),
		        ARES_ERROR_ARGUMENT, u == 0 ? "there are -1 units" : "there are 65 units");
	}
	refused(ares_package_orders(map, 1, NULL, 1, numbers, most, ends, &error), ARES_ERROR_ARGUMENT,
	        "units may not be NULL");
	must(ares_package_orders(map, 1, NULL, 0, numbers, most, ends, &error));
	refused(ares_package_orders(map, 1, units + 1, 29, numbers, 9, ends, &error), ARES_ERROR_SIZE,
	        "most is 9");
	refused(ares_package_results(map, 1, units + 1, 29, drawn.powers, 1, "A PAR", 5, 0,
	                             (uint32_t *)ends, &error),
	        ARES_ERROR_ORDER, "text");
	free(numbers);
}

/* Texts that are not a board. */
static const struct {
	const char *text;
	int32_t status;
	const char *why;
} no_boards[] = {
	{"phase S1901M\nhello\n", ARES_ERROR_TEXT, "line 2: hello does not belong"},
	{"phase S1901M\nend\n", ARES_ERROR_TEXT, "line 2: it does not belong to a board"},
	{"phase S1901M\nunit FRA A xyz\n", ARES_ERROR_TEXT, "line 2: "},
	{"unit FRA A par\n", ARES_ERROR_TEXT, "line 1: "},
	{"", ARES_ERROR_TEXT, "one line `phase`"},
	{"phase S1901M\nphase F1901M\n", ARES_ERROR_TEXT, "one line `phase`"},
	{"phase S1901M\nunit FRA A par\norder FRA A par H\n", ARES_ERROR_TEXT, "and no orders"},
	{"phase S1901M\nclosed gas\n", ARES_ERROR_TEXT, "line 2: closed: its phase"},
};

/* The name of a map that is read has 1 to 31 bytes; its text has no zero, and fewer than 65,536. */
static void check_names(void)
{
	char name[33] = "", text[MAP_FILE + 1], told[40];
	struct ares_map *other;
	size_t length;

	must(ares_map_print(map, text, sizeof text, &length, &error));
	for (int n = 0; n <= 32; n++) {
		memset(name, 'a', (size_t)n);
		if (n > 0 && n < 32) {
			must(ares_map_read(name, text, length, &other, &error));
			snprintf(told, sizeof told, "%s", ares_map_name(other));
			CHECK(strcmp(told, name) == 0, "a map of %s is %s", name, told);
			ares_map_close(other);
			continue;
		}
		refused(ares_map_read(name, text, length, &other, &error), ARES_ERROR_ARGUMENT,
		        "name has 1 to 31 bytes");
	}
	refused(ares_map_read("a", text, length + 1, &other, &error), ARES_ERROR_TEXT, "none zero");
	memset(text + length, '\n', sizeof text - length);
	must(ares_map_read("a", text, MAP_FILE - 1, &other, &error));
	ares_map_close(other);
	refused(ares_map_read("a", text, MAP_FILE, &other, &error), ARES_ERROR_TEXT, "65536 bytes");
}

TEST(test_bad_input, "bad input")
{
	struct ares_map *other;
	struct ares_player *player;
	struct ares_game *game;
	struct ares_board board = start_board();
	struct ares_phase phase;

	refused(ares_map_open("nowhere", &other, &error), ARES_ERROR_NAME, "nowhere");
	refused(ares_map_open(NULL, &other, &error), ARES_ERROR_ARGUMENT, "name");
	refused(ares_map_read("a", "code", 4, &other, &error), ARES_ERROR_TEXT, "line 1");
	must(ares_map_open("standard", &other, &error));
	must(ares_board_check(other, &board, &error));
	ares_map_close(other);
	must(ares_map_open(ares_maps_name(0), &other, &error));
	if (strcmp(ares_maps_name(0), "standard") != 0)
		refused(ares_board_check(other, &board, &error), ARES_ERROR_BOARD, "not one of map");
	ares_map_close(other);
	refused(ares_player_open(map, 0, 0, "bot:me", 0, &player, &error), ARES_ERROR_NAME, "bot:me");
	refused(ares_player_open(map, 0, 0, "ares(depth=99)", 0, &player, &error), ARES_ERROR_NAME,
	        "depth");
	refused(ares_phase_play(map, 9, 0, 0, 1, &board, NULL, NULL, 0, NULL, &phase, &error),
	        ARES_ERROR_ARGUMENT, "rules is 9");
	refused(ares_phase_play(map, 0, 0, 0, 1, &board, NULL, NULL, 1, NULL, &phase, &error),
	        ARES_ERROR_ARGUMENT, "powers");
	refused(ares_phase_play(map, 0, 0, 0, 1, NULL, NULL, NULL, 0, NULL, &phase, &error),
	        ARES_ERROR_ARGUMENT, "board");
	struct ares_game_options options = {.bytes = 4};
	refused(ares_game_open(map, &options, &game, &error), ARES_ERROR_SIZE, "bytes is 4");
	for (int o = 0; o < 3; o++) {
		options.bytes = sizeof options;
		must(ares_game_defaults(&options, &error));
		options.years = o == 0 ? -1 : 0;
		options.draw_after = o == 1 ? -1 : 0;
		options.seats[6] = o == 2 ? "holdbot,holdbot" : NULL;
		refused(ares_game_open(map, &options, &game, &error),
		        o == 2 ? ARES_ERROR_NAME : ARES_ERROR_ARGUMENT,
		        o == 2 ? "more than one seat" : "below 0");
	}
	refused(ares_player_open(map, 0, 0, NULL, 0, &player, &error), ARES_ERROR_ARGUMENT, "seat");
	refused(ares_board_print(map, &board, NULL, 1, NULL, &error), ARES_ERROR_ARGUMENT,
	        "text is NULL, and size is 1");
	must(ares_board_print(map, &board, NULL, 0, NULL, &error));
	check_names();
	for (int r = 0; r < COUNT(no_boards); r++)
		refused(ares_board_parse(map, no_boards[r].text, strlen(no_boards[r].text), &board, &error),
		        no_boards[r].status, no_boards[r].why);
	CHECK(strcmp(ares_status_name(-99), "?") == 0 && strcmp(ares_status_name(0), "ok") == 0,
	      "names of statuses");
	ares_map_close(map);
}

SUITE("api")
