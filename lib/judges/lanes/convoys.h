/* convoys: which ways of armies depend on fleets, and whether the fleets convoy them. Included by
 * body.h only. */

/* The lanes in which fleets form a chain between a way's two ends. fleets: by ferry of the way, the
 * lanes in which the fleet convoys. */
static word find_route(const struct work *k, const struct menu_way *way, const word fleets[])
{
	const struct menu_ferry *ferries = &k->menu->ferries[way->first_ferry];
	word reached[UNITS_MAX], there = none();
	bool grown = true;

	for (int i = 0; i < way->ferry_count; i++)
		reached[i] = ferries[i].at_home ? fleets[i] : none();
	while (grown) {
		grown = false;
		for (int i = 0; i < way->ferry_count; i++) {
			word more = none();
			for (uint64_t rest = ferries[i].near; rest; rest &= rest - 1)
				more |= reached[__builtin_ctzll(rest)];
			more &= fleets[i] & ~reached[i];
			grown |= any(more);
			reached[i] |= more;
		}
	}
	for (int i = 0; i < way->ferry_count; i++)
		there |= ferries[i].at_target ? reached[i] : none();
	return there;
}

/* 4.A.3: the lanes in which an army that could go overland or by sea means to go by sea. */
static word find_intent(const struct work *k, const struct menu_way *way, const word fleets[])
{
	const struct menu *menu = k->menu;
	word means = slot(k, way->via);

	switch (menu->variant.law->intent) {
	case INTENT_OWN_FLEET:
		for (int i = 0; i < way->ferry_count; i++)
			if (menu->ferries[way->first_ferry + i].own)
				means |= fleets[i];
		return means;
	case INTENT_CONVOY:
		return all();
	case INTENT_SWAP:
		return way->back == MENU_NONE ? none() : slot(k, way_at(k, way->back)->mask);
	default:
		return means;
	}
}

/* 4.A.3: the lanes in which a unit goes overland; in lanes overland its convoys are removed. */
static word choose_overland(const struct work *k, const struct menu_way *way, word fleets[])
{
	const struct law *law = k->menu->variant.law;
	const word direct = slot(k, way->direct), via = slot(k, way->via);
	word goes = via;

	if (law->intent == INTENT_EITHER)
		return direct;
	for (int i = 0; i < way->ferry_count; i++) {
		fleets[i] &= law->intent == INTENT_VIA_ALWAYS ? via : all();
		goes |= fleets[i];
	}
	goes &= find_intent(k, way, fleets);
	if (law->fallback == FALLBACK_LAND || law->intent == INTENT_CONVOY ||
	    law->intent == INTENT_SWAP)
		goes &= find_route(k, way, fleets);
	for (int i = 0; i < way->ferry_count; i++)
		fleets[i] &= goes | ~direct;
	return direct & ~goes;
}

/* The lanes in which a unit goes by sea under a law that has no formula here: one that requires all
 * routes, or one by which a convoyed army does not cut all supports. */
static word find_beyond(const struct work *k, const struct menu_way *way, word fleets,
                        word overland)
{
	const struct law *law = k->menu->variant.law;

	if (law->routes == ROUTES_ALL_OPEN)
		return fleets;
	if (law->convoy_cut == CONVOY_CUT_ALL || way->occupant < 0 || way->friendly)
		return none();
	return fleets & ~overland & k->valid[way->occupant];
}

/* Initializes what is known of a way. */
static void embark(struct work *k, int w)
{
	const struct menu_way *way = way_at(k, w);
	word *fleets = &k->carried[way->first_ferry], fleet = none();
	const word overland = choose_overland(k, way, fleets), mask = slot(k, way->mask);

	for (int i = 0; i < way->ferry_count; i++)
		fleet |= fleets[i];
	k->slots[way->overland] = k->slots[way->arrives] = overland;
	k->slots[way->fails] = mask & ~overland & ~fleet;
	k->slots[way->open] = none();
	k->slots[way->shut] = ~fleet;
	if (!any(fleet))
		return;
	k->afloat[k->afloat_count++] = (uint16_t)w;
	k->beyond |= find_beyond(k, way, fleet, overland);
}

/* Finds which convoys match what is ordered, and which ways depend on them. */
static void match_convoys(struct work *k)
{
	const struct menu *menu = k->menu;

	memset(k->carried, 0, (size_t)menu->ferry_count * sizeof *k->carried);
	for (int i = 0; i < menu->carry_count; i++) {
		const struct menu_help *carry = &menu->carries[i];
		k->carried[carry->into] |= slot(k, carry->choice) & slot(k, carry->match);
	}
	k->afloat_count = 0;
	for (int w = 0; w < menu->way_count; w++)
		if (menu->ways[w].sails)
			embark(k, w);
}

/* Convoy, rule 1: the lanes in which a fleet is lost, and those in which it may be. */
static void find_losses(struct work *k, int fleet)
{
	const struct menu *menu = k->menu;
	const uint8_t home = menu->home[fleet];
	word lost = none(), threat = none();

	for (int i = menu->first_into[home]; i < menu->first_into[home + 1]; i++) {
		const struct move *move = &k->entries[i];
		if (move->friendly)
			continue;
		lost |= *here(k, move->mask) & *here(k, move->yes);
		threat |= *here(k, move->mask) & ~*here(k, move->no);
	}
	k->lost[fleet] = lost;
	k->threat[fleet] = threat;
}

/* Evaluates a way that depends on fleets. */
static void sail(struct work *k, const struct menu_way *way)
{
	const struct menu_ferry *ferries = &k->menu->ferries[way->first_ferry];
	const word *carried = &k->carried[way->first_ferry];
	const word overland = slot(k, way->overland), mask = slot(k, way->mask);
	word sure[UNITS_MAX], likely[UNITS_MAX];

	for (int i = 0; i < way->ferry_count; i++) {
		sure[i] = carried[i] & ~k->threat[ferries[i].fleet];
		likely[i] = carried[i] & ~k->lost[ferries[i].fleet];
	}
	const word open = find_route(k, way, sure), shut = ~find_route(k, way, likely);
	if (!learn(&k->slots[way->open], &k->slots[way->shut], open, shut))
		return;
	k->slots[way->arrives] |= mask & open;
	k->slots[way->fails] |= mask & shut & ~overland;
	place_set_add(&k->dirty, way->target);
	place_set_add(&k->dirty, k->menu->home[way->unit]);
	if (way->occupant >= 0)
		unit_set_add(&k->shaken, way->occupant);
}

static void decide_convoys(struct work *k)
{
	k->adrift = false;
	for (unit_set rest = k->afloat_count > 0 ? k->menu->convoyers : 0; rest; unit_set_drop(&rest))
		find_losses(k, unit_set_first(rest));
	for (int i = 0; i < k->afloat_count; i++) {
		const struct menu_way *way = way_at(k, k->afloat[i]);
		if (any(~(slot(k, way->open) | slot(k, way->shut))))
			sail(k, way);
	}
}

/* The lanes in which it is undecided whether a way is possible, or whether one of its fleets is
 * dislodged. */
static word open_convoys(const struct work *k)
{
	word open = none();

	for (int i = 0; i < k->afloat_count; i++) {
		const struct menu_way *way = way_at(k, k->afloat[i]);
		open |= slot(k, way->mask) & ~(slot(k, way->arrives) | slot(k, way->fails));
		for (int j = way->first_ferry; j < way->first_ferry + way->ferry_count; j++) {
			const int fleet = k->menu->ferries[j].fleet;
			open |= k->carried[j] & k->threat[fleet] & ~k->lost[fleet];
		}
	}
	return open;
}
