/* choose: which order each lane gives a unit. Included by body.h only. */

/* Computes the slots of a unit's orders from the planes of their places: a tree that is split plane
 * by plane, from the highest on. */
static void split(struct work *k, int u)
{
	const int count = menu_count(k->menu, u);
	word *leaves = &k->slots[1 + k->menu->first[u]];

	leaves[0] = all();
	for (int plane = k->menu->bits[u] - 1, grown = 1; plane >= 0; plane--) {
		const word bit = k->planes[u * MENU_PLANES + plane];
		const int before = grown;
		grown = ((count - 1) >> plane) + 1;
		for (int i = before - 1; i >= 0; i--) {
			const word leaf = leaves[i];
			if (2 * i + 1 < grown)
				leaves[2 * i + 1] = leaf & bit;
			leaves[2 * i] = leaf & ~bit;
		}
	}
}

static void choose(struct lanes *lanes, int unit, const uint16_t places[])
{
	struct work *k = lanes->room;

	for (int part = 0; part < WORD_PARTS; part++)
		split_places(places + 64 * part, k->menu->bits[unit],
		             (uint64_t *)&k->planes[unit * MENU_PLANES] + part, WORD_PARTS);
	split(k, unit);
}

/* Adds up the slots that are sums of others. */
static void add_slots(struct work *k)
{
	const struct menu *menu = k->menu;

	for (int i = 0; i < menu->sum_count; i++) {
		const struct menu_sum sum = menu->sums[i];
		word total = none();
		for (int j = sum.first; j < sum.first + sum.count; j++)
			total |= k->slots[menu->addends[j]];
		k->slots[sum.slot] = total;
	}
}
