/* All judges must agree on random positions, order by order, in every rule set, and so must the
 * lanes in which many order sets are resolved at once. What they say must be possible. A position
 * on which they do not agree is shrunk and printed as a case. Orders that a partial judge leaves
 * undecided are not compared, but counted.
 *
 * BOARDS=N is the number of positions, 20,000 if it is not set. SEED and FIRST, the number of the
 * first position, replay them.
 * promise: The judges agree */
#include "game/game.h"
#include "lanes_compare.h"
#include "positions.h"
#include "suite.h"

/* ── what must hold ── */

static struct resolution judge(const struct judge *judge, const struct rules *rules,
                               const struct position *position)
{
	struct judgement judgement;
	judge_resolve(judge, suite_variant(rules), &position->board, position->orders, &judgement);
	return judgement.resolution;
}

/* What is impossible about the first judge's resolution, or NULL. */
static const char *find_impossible(const struct rules *rules, const struct position *position)
{
	const struct map *map = suite_map();
	const struct board *board = &position->board;
	struct judgement judgement;
	struct board next;
	judge_resolve(judges[0], suite_variant(rules), board, position->orders, &judgement);
	const struct resolution resolution = judgement.resolution;
	judge_move_units(&judgement, &next);
	if (next.unit_count != board->unit_count - unit_set_count(resolution.dislodged))
		return "a unit lost or won";
	for (int u = 1; u < next.unit_count; u++)
		if (map->loc[next.unit[u - 1].loc].province >= map->loc[next.unit[u].loc].province)
			return "two units in one province";
	for (unit_set rest = resolution.dislodged; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest), attacker = judge_find_dislodger(&judgement, u);
		if (attacker < 0)
			return "a unit dislodged without an attacker";
		if (board->unit[attacker].power == board->unit[u].power)
			return "a unit dislodged by its own power";
		if (position->orders[u].kind == ORDER_MOVE && unit_set_has(resolution.follows, u))
			return "a unit dislodged from where it left";
	}
	return NULL;
}

/* Names the powers in the opposite sequence. */
static void rename_powers(struct position *position)
{
	for (int u = 0; u < position->board.unit_count; u++)
		position->board.unit[u].power =
			(uint8_t)(suite_map()->power_count - 1 - position->board.unit[u].power);
}

/* The units that may or may not be dislodged by a resolution with undecided orders: their own move
 * is undecided, or a move to where they stand is. */
static unit_set find_doubtful(const struct position *position, unit_set undecided)
{
	const struct map *map = suite_map();
	unit_set doubtful = undecided;
	for (unit_set rest = undecided; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct order order = position->orders[u];
		int occupant = order.kind == ORDER_MOVE
		                   ? board_find(map, &position->board, map->loc[order.to].province)
		                   : -1;
		doubtful |= occupant < 0 ? 0 : unit_set_one(occupant);
	}
	return doubtful;
}

/* What is wrong with a judge's resolution `other`, or NULL. `right` is that of a judge that is not
 * partial. */
static const char *compare(const struct judge *judge, const struct position *position,
                           struct resolution right, struct resolution other)
{
	static char text[80];
	const unit_set doubtful = find_doubtful(position, other.undecided);
	if (other.undecided && !judge->partial)
		return "orders are undecided by a judge that is not partial";
	if (other.follows & other.undecided)
		return "an undecided order is followed";
	if (judge->partial && other.dislodged & ~right.dislodged)
		return "a unit is dislodged that need not be";
	if (((right.follows ^ other.follows) & ~other.undecided) == 0 &&
	    ((right.dislodged ^ other.dislodged) & ~doubtful) == 0)
		return NULL;
	snprintf(text, sizeof text, "%s and %s differ", judges[0]->name, judge->name);
	return text;
}

/* What is wrong with lanes of the position's order set and others, or NULL. In the first lane each
 * unit has the position's order. In the others it may have that of the unit before it, if it can,
 * or hold. */
static const char *find_lane_fault(const struct rules *rules, const struct position *position)
{
	enum { LISTED = 3 };
	static struct menu menu;
	static struct order orders[UNITS_MAX][LISTED];
	const struct board *board = &position->board;
	const struct order *lists[UNITS_MAX];
	int counts[UNITS_MAX];
	for (int u = 0; u < board->unit_count; u++) {
		struct order other = position->orders[u > 0 ? u - 1 : board->unit_count - 1];
		const struct unit unit = board->unit[u];
		other.type = unit.type;
		other.from = unit.loc;
		counts[u] = 0;
		orders[u][counts[u]++] = position->orders[u];
		orders[u][counts[u]++] = order_hold(unit.type, unit.loc);
		if (order_is_of(suite_map(), other, unit.type, unit.loc))
			orders[u][counts[u]++] = other;
		lists[u] = orders[u];
	}
	if (!menu_open(&menu, suite_variant(rules), board, lists, counts))
		return "there is no room on the menu";
	struct rng rng = suite_rng(board->unit_count);
	return lanes_find_fault(&rng, &menu, lanes_widths[0]);
}

/* What is wrong with the judges' resolutions of a position, or NULL. */
static const char *find_fault(const struct rules *rules, const struct position *position)
{
	const struct resolution first = judge(judges[0], rules, position);
	struct position renamed = *position;
	for (int j = 1; judges[j] != NULL; j++) {
		const char *fault = compare(judges[j], position, first, judge(judges[j], rules, position));
		if (fault != NULL)
			return fault;
	}
	const char *fault = find_lane_fault(rules, position);
	if (fault != NULL)
		return fault;
	rename_powers(&renamed);
	if (judge(judges[0], rules, &renamed).follows != first.follows)
		return "the names of the powers matter";
	return find_impossible(rules, position);
}

/* ── showing ── */

static void remove_unit(struct position *position, int u)
{
	for (int i = u; i + 1 < position->board.unit_count; i++)
		position->orders[i] = position->orders[i + 1];
	board_remove(&position->board, u);
}

/* Removes units, then orders, as long as the fault stays. */
static void shrink(const struct rules *rules, struct position *position)
{
	for (int u = 0; u < position->board.unit_count;) {
		struct position smaller = *position;
		remove_unit(&smaller, u);
		if (find_fault(rules, &smaller) == NULL) {
			u++;
			continue;
		}
		*position = smaller;
		u = 0;
	}
	for (int u = 0; u < position->board.unit_count; u++) {
		struct position smaller = *position;
		smaller.orders[u] = order_hold(position->board.unit[u].type, position->board.unit[u].loc);
		if (find_fault(rules, &smaller) != NULL)
			*position = smaller;
	}
}

static void print_case(const struct rules *rules, const struct position *position, long number)
{
	const struct map *map = suite_map();
	char text[ORDER_TEXT_SIZE];
	printf("\ncase random-%ld\ntitle %s\nprofile %s\nphase S1901M\n", number,
	       find_fault(rules, position),
	       strcmp(rules->name, "standard") == 0 ? "datc" : rules->name);
	for (int u = 0; u < position->board.unit_count; u++) {
		const struct unit unit = position->board.unit[u];
		const char *code = map->loc[unit.loc].code;
		printf("unit %s %c %s\n", map->power[unit.power], "AF"[unit.type], code);
	}
	for (int u = 0; u < position->board.unit_count; u++) {
		printf("#");
		for (int j = 0; judges[j] != NULL; j++) {
			const struct resolution resolution = judge(judges[j], rules, position);
			printf(" %s: %s", judges[j]->name,
			       unit_set_has(resolution.follows, u)     ? "succeeds"
			       : unit_set_has(resolution.undecided, u) ? "undecided"
			                                               : "fails");
		}
		printf("\norder %s %s\n", map->power[position->board.unit[u].power],
		       order_print(map, position->orders[u], text));
	}
	for (int u = 0; u < position->board.unit_count; u++) {
		const struct unit unit = position->board.unit[u];
		const char *code = map->loc[unit.loc].code;
		printf("expect %s %c %s any\n", map->power[unit.power], "AF"[unit.type], code);
	}
	printf("end\n");
}

/* A partial judge may leave paradoxes undecided and nothing else: at most one board in a thousand,
 * where about one in ten thousand is measured. */
static void check_undecided(const struct judge *partial, long first, long count)
{
	for (int r = 0; rule_sets[r].name != NULL; r++) {
		long boards = 0;
		for (long number = first; number < first + count; number++) {
			struct rng rng = suite_rng((uint32_t)number);
			struct position position;
			positions_draw(suite_map(), &rng, &position);
			boards += judge(partial, &rule_sets[r], &position).undecided != 0;
		}
		CHECK(boards * 1000 <= count, "%s leaves orders of %ld of %ld boards undecided by %s",
		      partial->name, boards, count, rule_sets[r].name);
	}
}

TEST(test_undecided, "a partial judge leaves few orders undecided")
{
	const long first = suite_number("FIRST", 0), count = suite_number("BOARDS", 20000);
	for (int j = 0; judges[j] != NULL; j++)
		if (judges[j]->partial)
			check_undecided(judges[j], first, count);
}

/* ── other laws ── */

TEST(test_random_laws, "all judges agree by any law")
{
	const long first = suite_number("FIRST", 0), count = suite_number("BOARDS", 20000);
	long faults = 0;
	for (long number = first; number < first + count; number++) {
		struct rng rng = suite_rng((uint32_t)number);
		struct position position;
		(number % 2 == 0 ? positions_draw : positions_draw_knot)(suite_map(), &rng, &position);
		struct rules rules = {.name = "any", .law = positions_draw_law(&rng)};
		if (find_fault(&rules, &position) == NULL || faults++ > 0)
			continue;
		char text[LAW_TEXT_SIZE];
		printf("\n# %s", law_print(&rules.law, text));
		shrink(&rules, &position);
		print_case(&rules, &position, number);
	}
	CHECK(faults == 0, "%ld of %ld boards", faults, count);
}

TEST(test_agreement, "all judges agree on random positions")
{
	const long first = suite_number("FIRST", 0), count = suite_number("BOARDS", 20000);
	long faults[8] = {0};
	for (long number = first; number < first + count; number++) {
		struct rng rng = suite_rng((uint32_t)number);
		struct position position;
		(number % 2 == 0 ? positions_draw : positions_draw_knot)(suite_map(), &rng, &position);
		for (int r = 0; rule_sets[r].name != NULL; r++) {
			struct position shown = position;
			if (find_fault(&rule_sets[r], &position) == NULL || faults[r]++ > 0)
				continue;
			shrink(&rule_sets[r], &shown);
			print_case(&rule_sets[r], &shown, number);
		}
	}
	for (int r = 0; rule_sets[r].name != NULL; r++)
		CHECK(faults[r] == 0, "rule set %s: %ld of %ld boards", rule_sets[r].name, faults[r],
		      count);
}

SUITE("agree")
