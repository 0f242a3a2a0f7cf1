/* sums: the boards after the moves, and numbers by lane. Included by body.h only. */

/* Numbers below 128, a plane for each of their bits. */
enum { SUM_PLANES = 7 };

/* Who stands in a province, row by row. Returns the lanes in which anybody does. */
static word fill_rows(struct work *k, int province, word used)
{
	const struct menu *menu = k->menu;
	const struct board *board = menu->board;
	const int occupant = menu->at[province];
	word by_power[POWERS_MAX + 1], anybody = none();

	for (int i = menu->first_row[province]; i < menu->first_row[province + 1]; i++)
		by_power[menu->rows[i].power] = none();
	if (occupant >= 0)
		by_power[board->unit[occupant].power] =
			used & ~(k->follow_yes[occupant] | k->dislodged[occupant]);
	for (int i = menu->first_into[province]; i < menu->first_into[province + 1]; i++) {
		const struct menu_way *way = way_at(k, menu->into[i]);
		by_power[board->unit[way->unit].power] |= slot(k, way->mask) & k->follow_yes[way->unit];
	}
	for (int i = menu->first_row[province]; i < menu->first_row[province + 1]; i++)
		anybody |= k->stands[i] = by_power[menu->rows[i].power];
	return anybody;
}

static void stand(struct lanes *lanes)
{
	struct work *k = lanes->room;
	const struct menu *menu = k->menu;
	const word used = first_lanes(lanes->count);

	for (int p = 0; p < menu->variant.map->province_count; p++) {
		const bool land = menu->variant.map->loc[p].terrain != WATER;
		const word nobody = used & ~fill_rows(k, p, used);
		for (int i = menu->first_row[p]; i < menu->first_row[p + 1]; i++)
			k->owns[i] =
				(land ? k->stands[i] : none()) |
				(menu->rows[i].power == menu->board->owner[p] ? land ? nobody : used : none());
	}
}

static void sum(const struct lanes *lanes, const uint64_t *const masks[], int count, uint8_t sums[])
{
	word planes[SUM_PLANES];
	int used = 0;

	(void)lanes;
	for (int i = 0; i < count; i++) {
		word carry = *(const word *)masks[i];
		if (i + 1 == 1 << used)
			planes[used++] = none();
		for (int plane = 0; plane < used; plane++) {
			const word both = planes[plane] & carry;
			planes[plane] ^= carry;
			carry = both;
		}
	}
	for (int part = 0; part < WORD_PARTS; part++)
		write_bytes((const uint64_t *)planes + part, WORD_PARTS, used, &sums[64 * part]);
}
