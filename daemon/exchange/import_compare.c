/* import_compare: compares the outcome of a phase by our judge with the file. See import_play.h. */
#include <stdio.h>
#include <string.h>

#include "import_play.h"

enum { EXPLAINED_SIZE = 80, UNIT_NAME_SIZE = 32, SHOWN_MAX = 60, PLACES_SIZE = 200 };

/* A comparison: reported, or only counted. */
struct comparison {
	struct import_play *play;
	const struct import_outcome *outcome;
	const char *explained; /* ", explained by ..."; NULL: only counted */
	int differences;
	bool parted;
};

#define DIFFER(comparison, format, ...)                                                            \
	do {                                                                                           \
		(comparison)->differences++;                                                               \
		if ((comparison)->explained != NULL)                                                       \
			import_tell((comparison)->play, format "%s", __VA_ARGS__, (comparison)->explained);    \
	} while (0)

static const char *judge_name(const struct comparison *c)
{
	return phase_is_movement(c->outcome->record.board.phase) ? c->play->judge->name : "the farm";
}

static bool is_only(const struct saved_result *result, enum saved_word word)
{
	return result->count == 1 && result->word[0] == word;
}

/* ── orders that are disregarded ── */

/* Whether an order of winter is void by the file, too: a build or removal beyond those that are
 * due. */
static bool is_void(const struct comparison *c, const struct saved_text *text)
{
	const struct saved_results *theirs = &c->play->now->results;
	char name[SAVED_UNIT_SIZE];
	if (!phase_is_winter(c->play->match.board.phase))
		return false;
	for (int i = 0; i < theirs->count; i++) {
		saved_print_unit(import_map(c->play), theirs->unit[i], false, name);
		const size_t length = strlen(name);
		if (text->length > length && memcmp(text->text, name, length) == 0 &&
		    text->text[length] == ' ' && is_only(&theirs->result[i], SAVED_VOID))
			return true;
	}
	return false;
}

static void compare_orders(struct comparison *c)
{
	if (strstr(c->play->saved.rules, "NO_CHECK") != NULL)
		return; /* the results show what was void */
	for (int i = 0; i < c->play->now->order_count; i++) {
		const struct saved_text *text = &c->play->now->orders[i];
		if (c->outcome->problem[i] != NULL && !is_void(c, text))
			DIFFER(c, "%s %.*s: the file takes it, the farm disregards it: %s",
			       saved_power_name(import_map(c->play), text->power),
			       text->length < SHOWN_MAX ? (int)text->length : SHOWN_MAX, text->text,
			       c->outcome->problem[i]);
	}
}

/* ── results ── */

/* The order of a unit in a phase, or the unit: "A PAR - BUR". */
static const char *print_order(const struct comparison *c, struct unit unit,
                               char text[SAVED_ORDER_SIZE])
{
	const struct phase_orders *orders = &c->outcome->record.orders;
	char name[SAVED_UNIT_SIZE];
	for (int i = 0; i < orders->count; i++)
		if (orders->order[i].from == unit.loc && orders->order[i].type == unit.type)
			return saved_print_order(import_map(c->play), orders->order[i], text);
	snprintf(text, SAVED_ORDER_SIZE, "%s",
	         saved_print_unit(import_map(c->play), unit, false, name));
	return text;
}

/* A result that the farm need not have: of a dislodged unit without a retreat, which the file
 * reports a phase later, or of an order of winter that has no effect. */
static bool is_needless(const struct comparison *c, const struct saved_result *result)
{
	return is_only(result, SAVED_DISBAND) ||
	       (phase_is_winter(c->play->match.board.phase) && is_only(result, SAVED_VOID));
}

/* Whether both agree about a unit. After a skipped phase of retreats the file may have an extra
 * word, from an earlier unit of the same name that had no retreat. */
static bool agree(const struct comparison *c, struct saved_result theirs,
                  const struct saved_result *ours)
{
	if (saved_result_equal(&theirs, ours))
		return true;
	const int16_t phase = c->play->match.board.phase;
	if (!phase_is_movement(phase) && !phase_is_winter(phase))
		return false;
	for (int i = 0; i < theirs.count; i++)
		if (theirs.word[i] == SAVED_DISBAND)
			theirs.word[i] = theirs.word[--theirs.count];
	return saved_result_equal(&theirs, ours);
}

static void compare_results(struct comparison *c)
{
	const struct saved_results *theirs = &c->play->now->results, *ours = &c->outcome->results;
	char order[SAVED_ORDER_SIZE], by_file[SAVED_RESULT_TEXT_SIZE], by_us[SAVED_RESULT_TEXT_SIZE];
	if (theirs->count == 0)
		return;
	for (int i = 0; i < ours->count; i++) {
		const int at = saved_results_at(theirs, ours->unit[i]);
		if (at >= 0 && agree(c, theirs->result[at], &ours->result[i]))
			continue;
		DIFFER(c, "%s: the file says %s, %s says %s", print_order(c, ours->unit[i], order),
		       at < 0 ? "nothing" : saved_result_print(&theirs->result[at], by_file), judge_name(c),
		       saved_result_print(&ours->result[i], by_us));
	}
	for (int i = 0; i < theirs->count; i++)
		if (saved_results_at(ours, theirs->unit[i]) < 0 && !is_needless(c, &theirs->result[i]))
			DIFFER(c, "%s: the file says %s, by %s there is no such unit",
			       print_order(c, theirs->unit[i], order),
			       saved_result_print(&theirs->result[i], by_file), judge_name(c));
}

/* ── positions ── */

/* "FRANCE A PAR", "nobody". */
static const char *print_unit(const struct map *map, const struct unit *unit,
                              char text[UNIT_NAME_SIZE])
{
	char name[SAVED_UNIT_SIZE];
	snprintf(text, UNIT_NAME_SIZE, "nobody");
	if (unit != NULL)
		snprintf(text, UNIT_NAME_SIZE, "%s %s", saved_power_name(map, unit->power),
		         saved_print_unit(map, *unit, false, name));
	return text;
}

static void part(struct comparison *c, const char *what, uint8_t place, const char *theirs,
                 const char *ours)
{
	char text[SAVED_UNIT_SIZE];
	c->parted = true;
	DIFFER(c, "after it, %s%s: the file has %s, %s has %s", what,
	       saved_print_place(import_map(c->play), place, text), theirs, judge_name(c), ours);
}

static const struct unit *unit_at(const struct map *map, const struct board *board, uint8_t p)
{
	const int u = board_find(map, board, p);
	return u >= 0 ? &board->unit[u] : NULL;
}

/* The dislodged unit of a province that has a retreat. The file omits the others; some files keep
 * them until the next phase. */
static const struct unit *retreat_at(const struct map *map, const struct board *board, uint8_t p)
{
	const int i = board_find_retreat(map, board, p);
	return i >= 0 ? &board->retreat[i].unit : NULL;
}

static bool can_go(const struct map *map, const struct board *board, uint8_t p)
{
	const int i = board_find_retreat(map, board, p);
	return i >= 0 && !place_set_is_empty(retreat_places(map, board, i));
}

static bool same(const struct unit *a, const struct unit *b)
{
	return a == NULL || b == NULL ? a == b : memcmp(a, b, sizeof *a) == 0;
}

static const char *name_owner(const struct map *map, uint8_t owner)
{
	return owner == POWER_NONE ? "nobody" : saved_power_name(map, owner);
}

static void compare_province(struct comparison *c, const struct board *theirs,
                             const struct board *ours, uint8_t p)
{
	const struct map *map = import_map(c->play);
	const struct unit *a = unit_at(map, theirs, p), *b = unit_at(map, ours, p);
	char by_file[UNIT_NAME_SIZE], by_us[UNIT_NAME_SIZE];
	if (!same(a, b))
		part(c, "in ", p, print_unit(map, a, by_file), print_unit(map, b, by_us));
	if (map->centre[p] && theirs->owner[p] != ours->owner[p])
		part(c, "owner of ", p, name_owner(map, theirs->owner[p]), name_owner(map, ours->owner[p]));
	a = retreat_at(map, theirs, p);
	b = retreat_at(map, ours, p);
	if (!same(a, b) && c->play->next->kind == SAVED_PLAYED && (a != NULL || can_go(map, ours, p)))
		part(c, "dislodged from ", p, print_unit(map, a, by_file), print_unit(map, b, by_us));
}

/* "BEL, HOL", or "nowhere". */
static const char *print_places(const struct map *map, struct place_set places,
                                char text[PLACES_SIZE])
{
	char name[SAVED_UNIT_SIZE];
	size_t length = 0;
	snprintf(text, PLACES_SIZE, "nowhere");
	for (int l = 0; l < map->loc_count && length < PLACES_SIZE - SAVED_UNIT_SIZE; l++)
		if (place_set_has(&places, (unsigned)l))
			length += (size_t)sprintf(text + length, "%s%s", length > 0 ? ", " : "",
			                          saved_print_place(map, (uint8_t)l, name));
	return text;
}

/* Compares the retreats of the dislodged units that both have. */
static void compare_retreats(struct comparison *c)
{
	const struct saved_phase *next = c->play->next;
	const struct board *ours = &c->outcome->next;
	char name[SAVED_UNIT_SIZE], by_file[PLACES_SIZE], by_us[PLACES_SIZE];
	for (int i = 0; i < next->board.retreat_count; i++) {
		const struct unit unit = next->board.retreat[i].unit;
		const int at = board_find_retreat(import_map(c->play), ours,
		                                  import_map(c->play)->loc[unit.loc].province);
		struct place_set open = {{0, 0}};
		if (at >= 0)
			open = retreat_places(import_map(c->play), ours, at);
		if (next->told[i] && at >= 0 && !place_set_equal(open, next->open[i]))
			DIFFER(c, "after it, %s may retreat: by the file to %s, by %s to %s",
			       saved_print_unit(import_map(c->play), unit, false, name),
			       print_places(import_map(c->play), next->open[i], by_file), judge_name(c),
			       print_places(import_map(c->play), open, by_us));
	}
}

static void compare_boards(struct comparison *c)
{
	const struct saved_phase *next = c->play->next;
	const struct board *ours = &c->outcome->next;
	char due[PHASE_TEXT_SIZE];
	for (int p = 0; p < import_map(c->play)->province_count; p++)
		compare_province(c, &next->board, ours, (uint8_t)p);
	compare_retreats(c);
	if (next->kind != SAVED_COMPLETED && next->board.phase != ours->phase && !c->parted) {
		c->parted = true;
		DIFFER(c, "after it the file has %s, by the farm's rules %s is next", next->name,
		       phase_print(ours->phase, due));
	}
}

static void compare(struct comparison *c)
{
	compare_orders(c);
	compare_results(c);
	compare_boards(c);
}

/* ── rules that explain ── */

/* Tries each other value of each option of the rules. One under which nothing differs is the
 * explanation. */
static const char *explain(struct import_play *play, char text[EXPLAINED_SIZE])
{
	static struct import_outcome outcome;
	struct rules rules;
	for (const struct law_option *option = law_options; option->name != NULL; option++)
		for (int value = 0; value < option->count; value++) {
			struct comparison c = {.play = play, .outcome = &outcome};
			rules = *play->rules;
			if (value == law_get(&rules.law, option))
				continue;
			((uint8_t *)&rules.law)[option->offset] = (uint8_t)value;
			import_resolve(play, &rules, &outcome);
			compare(&c);
			if (c.differences > 0)
				continue;
			snprintf(text, EXPLAINED_SIZE, "; explained by %s=%s", option->name,
			         option->values[value].name);
			return text;
		}
	return "";
}

void import_compare(struct import_play *play, const struct import_outcome *outcome, bool *parted)
{
	char text[EXPLAINED_SIZE];
	struct comparison c = {.play = play, .outcome = outcome};
	compare(&c);
	*parted = c.parted;
	if (c.differences == 0)
		return;
	c = (struct comparison){.play = play, .outcome = outcome, .explained = explain(play, text)};
	compare(&c);
}
