/* judge_case: see judge_case.h. */
#include "judge_case.h"

/* The result of order i in the mail: "succeeds", "fails cut", or "any" if the mail has none. */
static const char *find_fate(const struct fold_phase *phase, int i)
{
	static const struct {
		uint8_t mark;
		const char *fate;
	} rows[] = {
		{MARK_BOUNCE, "fails bounced"},      {MARK_CUT, "fails cut"},
		{MARK_VOID, "fails void"},           {MARK_NO_CONVOY, "fails noconvoy"},
		{MARK_DISLODGED, "fails dislodged"}, {MARK_DESTROYED, "fails"},
	};

	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
		if (phase->marks[i] & rows[r].mark)
			return rows[r].fate;
	return phase->record.orders.order[i].kind == ORDER_CONVOY ? "any" : "succeeds";
}

/* The unit of order i, or its power and "waive". */
static void write_ordered(struct text *out, const struct map *map, const struct fold_phase *phase,
                          int i)
{
	const struct order order = phase->record.orders.order[i];
	const uint8_t power = phase->record.orders.power[i];

	if (order.kind == ORDER_WAIVE)
		text_add(out, "expect %s waive", map->power[power]);
	else
		case_write_unit(out, map, "expect", (struct unit){power, order.type, order.from});
}

static void write_orders(struct text *out, const struct map *map, const struct fold_phase *phase)
{
	const struct phase_orders *orders = &phase->record.orders;
	char text[ORDER_TEXT_SIZE];

	for (int i = 0; i < orders->count; i++)
		if (phase->ordered[i])
			text_add(out, "order %s %s\n", map->power[orders->power[i]],
			         order_print(map, orders->order[i], text));
	for (int i = 0; i < orders->count; i++) {
		if (!phase->ordered[i])
			continue;
		write_ordered(out, map, phase, i);
		text_add(out, " %s\n", find_fate(phase, i));
	}
}

static void write_after(struct text *out, const struct map *map, const struct fold_phase *phase)
{
	for (int u = 0; u < phase->next.unit_count; u++) {
		case_write_unit(out, map, "after", phase->next.unit[u]);
		text_add(out, "\n");
	}
}

static void write_dislodged(struct text *out, const struct map *map, const struct fold_phase *phase)
{
	const struct board *board = &phase->record.board;

	for (int u = 0; u < board->unit_count; u++) {
		if (!(phase->marks[u] & MARK_DISLODGED))
			continue;
		case_write_unit(out, map, "dislodged", board->unit[u]);
		text_add(out, " from %s\n",
		         phase->from[u] == LOC_NONE ? "?" : map->loc[phase->from[u]].code);
	}
	for (int p = 0; p < map->province_count; p++)
		if (place_set_has(&phase->contested, (unsigned)p))
			text_add(out, "contested %s\n", map->loc[p].code);
}

/* Writes the units that leave the board in a retreat or adjustment phase. */
static void write_disbanded(struct text *out, const struct map *map, const struct fold_phase *phase)
{
	const struct phase_orders *orders = &phase->record.orders;
	const bool winter = phase_is_winter(phase->record.board.phase);

	for (int i = 0; i < orders->count; i++) {
		const struct order order = orders->order[i];
		if (order.kind != ORDER_DISBAND && (winter || phase->marks[i] == 0))
			continue;
		case_write_unit(out, map, "disbanded",
		                (struct unit){orders->power[i], order.type, order.from});
		text_add(out, "\n");
	}
}

void judge_case_write_phase(struct text *out, const struct map *map, const struct fold_phase *phase)
{
	char name[PHASE_TEXT_SIZE];

	text_add(out, "case %s\n", phase_print(phase->record.board.phase, name));
	case_write_board(out, map, &phase->record.board);
	write_orders(out, map, phase);
	write_after(out, map, phase);
	if (phase_is_movement(phase->record.board.phase))
		write_dislodged(out, map, phase);
	else
		write_disbanded(out, map, phase);
	text_add(out, "end\n");
}

void judge_case_write_position(struct text *out, const struct map *map, const char *name,
                               const struct board *board)
{
	text_add(out, "case %s\nnote a position without orders\nstatus doubt\n", name);
	case_write_board(out, map, board);
	text_add(out, "end\n");
}
