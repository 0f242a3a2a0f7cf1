/* supports: which supports match, which are cut, and how strong units are. Included by body.h only.
 * The sentences are those of judges/atlas_sentences.c. */

static inline word match_support(struct work *k, const struct menu_help *support)
{
	const word choice = slot(k, support->choice);
	const word given = support->match == MENU_EMPTY
	                       ? choice & ~slot(k, k->menu->moves[support->helped])
	                       : choice & slot(k, support->match);

	k->given[support->into] |= given;
	if (support->aim != MENU_NONE)
		k->aimed[support->aim] |= given;
	return given;
}

/* Finds which supports match what is ordered. Nothing is known of them yet. */
static void match_supports(struct work *k)
{
	const struct menu *menu = k->menu;

	memset(k->given, 0, (size_t)menu->pair_count * sizeof *k->given);
	memset(k->aimed, 0, (size_t)menu->aim_count * sizeof *k->aimed);
	for (int i = 0; i < menu->support_count;) {
		const int helper = menu->supports_of[i].helper;
		word valid = none();
		for (; i < menu->support_count && menu->supports_of[i].helper == helper; i++)
			valid |= match_support(k, &menu->supports_of[i]);
		k->valid[helper] = valid;
	}
	k->stale = 0;
	for (unit_set rest = menu->supporters; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest);
		k->stale |= menu->helped[s];
		k->uncut_yes[s] = k->uncut_no[s] = k->support_yes[s] = k->support_no[s] = none();
	}
	k->shaken = k->open = menu->supporters;
	memset(k->levels, 2, menu->board->unit_count);
	for (int u = 0; u < menu->board->unit_count; u++)
		k->resistance[u].least[0] = k->resistance[u].most[0] = k->strength[u].least[0] =
			k->strength[u].most[0] = none();
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

/* Support of a move, rules 3 and 4: the lanes in which it does not count, as it is against an own
 * unit that stays. */
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

/* The lanes in which a support is open. */
static inline word open_support(const struct work *k, int s)
{
	return k->valid[s] &
	       ~((k->uncut_yes[s] | k->uncut_no[s]) & (k->support_yes[s] | k->support_no[s]));
}

static void decide_support(struct work *k, int s)
{
	const word valid = k->valid[s];
	word cut, threat, idle, doubt;
	bool learnt;

	find_cuts(k, s, &cut, &threat);
	find_idle(k, s, &idle, &doubt);
	learnt = learn(&k->uncut_yes[s], &k->uncut_no[s], valid & ~threat, valid & cut);
	learnt |= learn(&k->support_yes[s], &k->support_no[s], k->uncut_yes[s] & ~doubt,
	                k->uncut_no[s] | idle);
	if (learnt)
		k->stale |= k->menu->helped[s];
	if (!any(open_support(k, s)))
		unit_set_remove(&k->open, s);
}

static void decide_supports(struct work *k)
{
	for (k->shaken &= k->open; k->shaken; unit_set_drop(&k->shaken))
		decide_support(k, unit_set_first(k->shaken));
}

/* ── strengths ── */

/* Adds a support to a sum that reaches `top` rungs. */
static inline void climb(word rungs[], int top, word support)
{
	for (int i = top - 1; i > 0; i--)
		rungs[i] |= rungs[i - 1] & support;
	rungs[0] |= support;
}

/* Adds up the supports of a unit, without those of one power (POWER_NONE: all). Returns the most
 * rungs that any lane may reach, at least 1; only these are written. A lane that may reach more
 * than RUNGS goes to Atlas. */
static inline int add_up(struct work *k, int u, uint8_t except, const word yes[], const word no[],
                         struct ladder sum)
{
	const struct menu *menu = k->menu;
	const bool open = k->open & menu->helpers[u];
	int top = 1;

	sum.least[0] = sum.most[0] = none();
	for (int i = menu->first_pair[u]; i < menu->first_pair[u + 1]; i++) {
		const int s = menu->pairs[i];
		const word most = k->given[i] & ~no[s];
		if (!any(most) || menu->board->unit[s].power == except)
			continue;
		if (any(sum.most[top - 1] & most)) {
			if (top < RUNGS)
				sum.most[top] = sum.least[top] = none(), top++;
			else
				k->beyond |= sum.most[top - 1] & most;
		}
		climb(sum.most, top, most);
		if (open)
			climb(sum.least, top, most & yes[s]);
	}
	for (int i = 0; i < top && !open; i++)
		sum.least[i] = sum.most[i];
	return top;
}

/* The strength of a unit is at most its resistance. */
static void add_strength(struct work *k, int u)
{
	const int rungs = add_up(k, u, POWER_NONE, k->uncut_yes, k->uncut_no, k->resistance[u]);

	if (unit_set_has(k->menu->wavering, u)) {
		const struct ladder strength = k->strength[u];
		for (int i = add_up(k, u, POWER_NONE, k->support_yes, k->support_no, strength); i < rungs;
		     i++)
			strength.least[i] = strength.most[i] = none();
	}
	k->levels[u] = (uint8_t)(1 + rungs);
	k->dirty = place_set_union(k->dirty, k->menu->concern[u]);
}

static void add_strengths(struct work *k)
{
	for (; k->stale; unit_set_drop(&k->stale))
		add_strength(k, unit_set_first(k->stale));
}
