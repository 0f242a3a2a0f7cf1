/* board: see board.h. */
#include "board.h"

#include <assert.h>
#include <string.h>

static const char phase_letters[PHASES_A_YEAR][2] = {
	[SPRING_MOVES] = {'S', 'M'},  [SPRING_RETREATS] = {'S', 'R'},    [FALL_MOVES] = {'F', 'M'},
	[FALL_RETREATS] = {'F', 'R'}, [WINTER_ADJUSTMENTS] = {'W', 'A'},
};
enum { YEAR_DIGITS = 4, PHASE_TEXT_LENGTH = YEAR_DIGITS + 2 };

char *phase_print(int16_t phase, char text[PHASE_TEXT_SIZE])
{
	int year = phase_year(phase);
	if (phase < 0)
		return strcpy(text, "?");
	text[0] = phase_letters[phase_kind(phase)][0];
	for (int i = YEAR_DIGITS; i > 0; i--, year /= 10)
		text[i] = (char)('0' + year % 10);
	text[YEAR_DIGITS + 1] = phase_letters[phase_kind(phase)][1];
	text[PHASE_TEXT_LENGTH] = '\0';
	return text;
}

bool phase_parse(const char *text, size_t length, int16_t *phase)
{
	if (length != PHASE_TEXT_LENGTH)
		return false;
	int year = 0;
	for (int i = 1; i <= YEAR_DIGITS; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		year = year * 10 + (text[i] - '0');
	}
	int first = (year - PHASE_FIRST_YEAR) * PHASES_A_YEAR;
	if (first < 0)
		return false;
	for (int kind = 0; kind < PHASES_A_YEAR; kind++)
		if ((text[0] & ~0x20) == phase_letters[kind][0] &&
		    (text[YEAR_DIGITS + 1] & ~0x20) == phase_letters[kind][1]) {
			*phase = (int16_t)(first + kind);
			return first + kind <= INT16_MAX;
		}
	return false;
}

void board_clear(struct board *board)
{
	memset(board, 0, sizeof *board);
	memset(board->owner, POWER_NONE, sizeof board->owner);
}

void board_start(const struct map *map, struct board *board)
{
	board_clear(board);
	memcpy(board->owner, map->owner, (size_t)map->province_count);
	for (int loc = 0; loc < map->loc_count; loc++) {
		const struct map_loc *at = &map->loc[loc];
		if (at->start == UNIT_TYPES)
			continue;
		bool added =
			board_add(map, board, (struct unit){map->owner[at->province], at->start, (uint8_t)loc});
		assert(added);
		(void)added;
	}
}

/* The place in unit[] of a province's unit, or where it would be inserted. The halves are equally
 * likely, so the search does not branch on comparisons. */
static int find_place(const struct map *map, const struct board *board, uint8_t province)
{
	int low = 0;

	for (int count = board->unit_count; count > 0;) {
		const int half = (count + 1) / 2;
		const bool before = map->province[board->unit[low + half - 1].loc] < province;
		low += -(int)before & half;
		count -= half;
	}
	return low;
}

int board_find(const struct map *map, const struct board *board, uint8_t province)
{
	int i = find_place(map, board, province);
	return i < board->unit_count && map->province[board->unit[i].loc] == province ? i : -1;
}

struct place_set board_occupied(const struct map *map, const struct board *board)
{
	struct place_set occupied = {{0, 0}};

	for (int u = 0; u < board->unit_count; u++)
		occupied = place_set_union(occupied, place_set_one(map->province[board->unit[u].loc]));
	return occupied;
}

unit_set board_units_of(const struct board *board, power_set powers)
{
	unit_set units = 0;

	for (int u = 0; u < board->unit_count; u++)
		units |= unit_set_if(power_set_has(powers, board->unit[u].power), u);
	return units;
}

bool board_add(const struct map *map, struct board *board, struct unit unit)
{
	uint8_t province = map->loc[unit.loc].province;
	const int i = find_place(map, board, province);

	if (board->unit_count + board->retreat_count >= UNITS_MAX ||
	    (i < board->unit_count && map->province[board->unit[i].loc] == province))
		return false;
	memmove(&board->unit[i + 1], &board->unit[i], (size_t)(board->unit_count - i) * sizeof unit);
	board->unit[i] = unit;
	board->unit_count++;
	return true;
}

int board_find_retreat(const struct map *map, const struct board *board, uint8_t province)
{
	for (int i = 0; i < board->retreat_count; i++)
		if (map->loc[board->retreat[i].unit.loc].province == province)
			return i;
	return -1;
}

bool board_add_retreat(const struct map *map, struct board *board, struct retreat retreat)
{
	uint8_t province = map->loc[retreat.unit.loc].province;
	if (board->retreat_count == RETREATS_MAX ||
	    board->unit_count + board->retreat_count >= UNITS_MAX ||
	    board_find_retreat(map, board, province) >= 0)
		return false;
	int i = board->retreat_count++;
	for (; i > 0 && map->loc[board->retreat[i - 1].unit.loc].province > province; i--)
		board->retreat[i] = board->retreat[i - 1];
	board->retreat[i] = retreat;
	return true;
}

void board_clear_retreats(struct board *board)
{
	if (board->retreat_count > 0)
		memset(board->retreat, 0, sizeof board->retreat);
	board->retreat_count = 0;
	board->contested = (struct place_set){{0, 0}};
}

void board_remove(struct board *board, int i)
{
	board->unit_count--;
	memmove(&board->unit[i], &board->unit[i + 1],
	        (size_t)(board->unit_count - i) * sizeof board->unit[i]);
	board->unit[board->unit_count] = (struct unit){0};
}

bool board_equal(const struct board *a, const struct board *b)
{
	return memcmp(a, b, offsetof(struct board, retreat)) == 0 &&
	       memcmp(a->retreat, b->retreat, a->retreat_count * sizeof a->retreat[0]) == 0 &&
	       memcmp(&a->contested, &b->contested, sizeof a->contested) == 0;
}

uint64_t board_hash(const struct board *board)
{
	uint64_t hash = 0;

	for (int u = 0; u < board->unit_count; u++)
		hash += unit_hash(board->unit[u]);
	return hash;
}

/* Counters of eight powers, neutral among them, in the bytes of a word. No power has more than 255
 * of anything. */
static inline uint64_t count_one(uint8_t power)
{
	return UINT64_C(1) << 8 * power;
}

static void read_counters(uint64_t counters, int counts[POWERS_MAX])
{
	for (int p = 0; p < POWERS_MAX; p++)
		counts[p] = (uint8_t)(counters >> 8 * p);
}

void board_count_centres(const struct map *map, const struct board *board, int centres[POWERS_MAX])
{
	uint64_t counters = 0;

	for (int word = 0; word < PLACE_SET_WORDS; word++)
		for (uint64_t rest = map->centres.bits[word]; rest; rest &= rest - 1)
			counters += count_one(board->owner[word * 64 + __builtin_ctzll(rest)]);
	read_counters(counters, centres);
}

void board_count_units(const struct board *board, int units[POWERS_MAX])
{
	uint64_t counters = 0;

	for (int u = 0; u < board->unit_count; u++)
		counters += count_one(board->unit[u].power);
	read_counters(counters, units);
}

enum { UNIT_TYPE_SHIFT = 7, UNIT_POWER_SHIFT = 8, UNIT_LOC_MASK = 127, UNIT_POWER_MASK = 7 };

int16_t unit_pack(struct unit unit)
{
	return (int16_t)(unit.loc | unit.type << UNIT_TYPE_SHIFT | unit.power << UNIT_POWER_SHIFT);
}

struct unit unit_unpack(int16_t code)
{
	return (struct unit){.power = (uint8_t)(code >> UNIT_POWER_SHIFT & UNIT_POWER_MASK),
	                     .type = (uint8_t)(code >> UNIT_TYPE_SHIFT & 1),
	                     .loc = (uint8_t)(code & UNIT_LOC_MASK)};
}
