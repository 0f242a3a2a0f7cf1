/* supports: which supports match, which are cut, and how strong units are. Included by body.h only.
 * The sentences are those of judges/atlas.c. */

/* Finds which supports match what is ordered. Nothing is known of them yet. */
static void match_supports(struct work *k)
{
	const struct menu *menu = k->menu;

	memset(k->given, 0, (size_t)menu->pair_count * sizeof *k->given);
	memset(k->aimed, 0, (size_t)menu->aim_count * sizeof *k->aimed);
	memset(k->valid, 0, menu->board->unit_count * sizeof *k->valid);
	for (int i = 0; i < menu->support_count; i++) {
		const struct menu_help *support = &menu->supports_of[i];
		const word choice = slot(k, support->choice);
		const word given = support->match == MENU_EMPTY
		                       ? choice & ~slot(k, menu->moves[support->helped])
		                       : choice & slot(k, support->match);
		k->given[support->into] |= given;
		k->valid[support->helper] |= given;
		if (support->aim != MENU_NONE)
			k->aimed[support->aim] |= given;
	}
	for (unit_set rest = menu->supporters; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest);
		k->uncut_yes[s] = k->uncut_no[s] = k->support_yes[s] = k->support_no[s] = none();
	}
}

/* Support of a hold, rule 1; of a move, rules 1 and 2. */
static inline void find_cuts(const struct work *k, int s, word *cut, word *threat)
{
	const struct menu *menu = k->menu;

	*cut = *threat = none();
	for (int i = menu->first_attack[s]; i < menu->first_attack[s + 1]; i++) {
		const struct menu_attack attack = menu->attacks[i];
		const struct menu_way *way = way_at(k, attack.way);
		const word mask = slot(k, way->mask);
		word shield = attack.aim == MENU_NONE ? none() : k->aimed[attack.aim];
		if (menu->variant.law->self_cut == SELF_CUT_YES)
			shield &= slot(k, way->overland);
		*cut |= (slot(k, way->arrives) & ~shield) | (mask & shield & k->follow_yes[way->unit]);
		*threat |= mask & ~slot(k, way->fails) & ~(shield & k->follow_no[way->unit]);
	}
}

/* Support of a move, rules 3 and 4: it does not count against an own unit that stays. */
static inline void find_idle(const struct work *k, int s, word *idle, word *doubt)
{
	const struct menu *menu = k->menu;

	*idle = *doubt = none();
	for (int i = menu->first_aim[s]; i < menu->first_aim[s + 1]; i++) {
		const int at = menu->aims[i].at;
		if (!menu->aims[i].friendly)
			continue;
		*idle |= k->aimed[i] & (~slot(k, menu->moves[at]) | k->follow_no[at]);
		*doubt |= k->aimed[i] & ~k->follow_yes[at];
	}
}

static void decide_support(struct work *k, int s)
{
	const word valid = k->valid[s];
	const bool before = k->changed;
	word cut, threat, idle, doubt;

	k->changed = false;
	find_cuts(k, s, &cut, &threat);
	find_idle(k, s, &idle, &doubt);
	learn(k, &k->uncut_yes[s], &k->uncut_no[s], valid & ~threat, valid & cut);
	learn(k, &k->support_yes[s], &k->support_no[s], k->uncut_yes[s] & ~doubt,
	      k->uncut_no[s] | idle);
	if (k->changed)
		k->stale |= k->menu->helped[s];
	k->changed |= before;
}

/* The lanes in which a support is open. */
static inline word open_support(const struct work *k, int s)
{
	return k->valid[s] &
	       ~((k->uncut_yes[s] | k->uncut_no[s]) & (k->support_yes[s] | k->support_no[s]));
}

static void decide_supports(struct work *k)
{
	for (unit_set rest = k->menu->supporters; rest; unit_set_drop(&rest))
		if (any(open_support(k, unit_set_first(rest))))
			decide_support(k, unit_set_first(rest));
}

/* ── strengths ── */

/* Adds a support to a sum. */
static inline void climb(word rungs[], int count, word support)
{
	for (int i = count - 1; i > 0; i--)
		rungs[i] |= rungs[i - 1] & support;
	rungs[0] |= support;
}

/* Adds the supports of a unit up, without those of one power (POWER_NONE: all). A lane in which the
 * sum may exceed the ladder is beyond us. */
static inline void add_up(struct work *k, int u, uint8_t except, const word yes[], const word no[],
                          struct ladder *sum)
{
	const struct menu *menu = k->menu;
	const int rungs = menu->levels[u] - 1;

	for (int i = 0; i < rungs; i++)
		sum->least[i] = sum->most[i] = none();
	for (int i = menu->first_pair[u]; i < menu->first_pair[u + 1]; i++) {
		const int s = menu->pairs[i].supporter;
		if (menu->board->unit[s].power == except)
			continue;
		const word most = k->given[i] & ~no[s];
		k->beyond |= sum->most[rungs - 1] & most;
		climb(sum->most, rungs, most);
		climb(sum->least, rungs, k->given[i] & yes[s]);
	}
}

static void add_strengths(struct work *k)
{
	for (; k->stale; unit_set_drop(&k->stale)) {
		const int u = unit_set_first(k->stale);
		add_up(k, u, POWER_NONE, k->uncut_yes, k->uncut_no, &k->resistance[u]);
		if (unit_set_has(k->menu->wavering, u))
			add_up(k, u, POWER_NONE, k->support_yes, k->support_no, &k->strength[u]);
		else
			k->strength[u] = k->resistance[u];
	}
}
