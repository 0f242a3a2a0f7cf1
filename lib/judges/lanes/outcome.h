/* outcome: what follows once the moves of a lane are decided. Included by body.h only. */

/* The lanes that are open only because units wait for each other in a circle: everything else is
 * known there. No two of them compete for a place, so the circles have no tails, and all their
 * units move: Atlas supposes so under every law. */
static word find_circles(const struct work *k, word open)
{
	const struct menu *menu = k->menu;
	word hazy = open_convoys(k);

	for (unit_set rest = menu->supporters; rest; unit_set_drop(&rest))
		hazy |= open_support(k, unit_set_first(rest));
	for (int w = 0; w < menu->way_count && menu->variant.law->victim == VICTIM_POWERLESS; w++) {
		const struct menu_way *way = way_at(k, w);
		if (way->occupant >= 0 && way->back != MENU_NONE)
			hazy |= open_way(k, way) & open_way(k, way_at(k, way->back));
	}
	return open & ~hazy;
}

/* Decides circles. Returns the lanes that are open for Atlas. */
static word close_circles(struct work *k)
{
	const int units = k->menu->board->unit_count;
	word open = none(), circles;

	for (int u = 0; u < units; u++)
		open |= slot(k, k->menu->moves[u]) & ~(k->follow_yes[u] | k->follow_no[u]);
	if (!any(open))
		return open;
	circles = find_circles(k, open);
	for (int u = 0; u < units; u++)
		k->follow_yes[u] |= circles & slot(k, k->menu->moves[u]) & ~k->follow_no[u];
	return open & ~circles;
}

/* The lanes in which a moving unit was dislodged by one from its target, and so contests nothing.
 */
static inline word find_repelled(const struct work *k, const struct move *move)
{
	const struct menu_way *way = way_at(k, move->way);

	if (k->menu->variant.law->victim == VICTIM_BOUNCES)
		return *here(k, move->left) & *here(k, move->back);
	return way->back == MENU_NONE ? none()
	                              : *here(k, move->left) & slot(k, way_at(k, way->back)->mask);
}

/* The outcome for a province: whether its unit is dislodged, and whether it is contested. */
static inline void settle_province(struct work *k, int province, word used)
{
	const struct menu *menu = k->menu;
	const int occupant = menu->at[province];
	const word closed = menu->variant.law->origin == ORIGIN_BARRED ? all() : none();
	const word left = occupant < 0 ? all() : k->follow_yes[occupant];
	word taken = none(), tried = none();

	for (int i = menu->first_into[province]; i < menu->first_into[province + 1]; i++) {
		const struct move *move = &k->entries[i];
		const word came = *here(k, move->mask) & *here(k, move->yes);
		taken |= came;
		tried |= *here(k, move->arrives) & ~came & ~find_repelled(k, move);
		k->barred[move->way] = came & ~left & (closed | *here(k, move->overland)) & used;
	}
	k->contested[province] = tried & left & ~taken & used;
	if (occupant >= 0)
		k->dislodged[occupant] = taken & ~left & used;
}

static void settle(struct work *k, word used)
{
	const struct menu *menu = k->menu;
	const bool fails = menu->variant.law->self_support == SELF_SUPPORT_FAILS;

	for (int p = 0; p < menu->variant.map->province_count; p++)
		settle_province(k, p, used);
	for (int u = 0; u < menu->board->unit_count; u++) {
		word follows = (slot(k, menu->idles[u]) & ~k->dislodged[u]) | k->follow_yes[u];
		if (unit_set_has(menu->supporters, u))
			follows |= (fails ? k->support_yes : k->uncut_yes)[u];
		k->follow_yes[u] &= used;
		k->follows[u] = follows & used;
	}
}
