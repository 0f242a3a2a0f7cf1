/* moves: the moves into one province. Included by body.h only. The rules are those of move_sentence
 * in judges/atlas_sentences.c.
 *
 * Most strengths are 1 or 2. So these two levels are always evaluated, and the others in loops that
 * rarely run: a mispredicted branch costs more. */

/* The moves into a province, and how strong they are against each other. By level: the lanes in
 * which one of them, or two, may have this strength; and certainly have it. */
struct field {
	const struct move *moves;
	int count;
	word may_be[UNITS_MAX], is[UNITS_MAX]; /* the lanes in which a move counts */
	struct count {
		word one_may, two_may, one_does, two_do;
	} counts[MENU_LEVELS_MAX];
};

/* Whether a unit and the occupant of where it goes can be convoyed past each other. */
static void find_passage(const struct work *k, const struct move *move, word *open, word *shut)
{
	const struct menu_way *way = way_at(k, move->way), *back = way_at(k, way->back);

	*open = slot(k, way->open) | slot(k, back->open);
	*shut = (way->sails ? slot(k, way->shut) : all()) & (back->sails ? slot(k, back->shut) : all());
}

/* Rule 4, third part: the lanes in which a moving unit was dislodged by one from its target, and
 * those in which it may have been. */
static inline void find_victims(const struct work *k, const struct move *move, word *is,
                                word *may_be)
{
	word meet = *here(k, move->overland) & *here(k, move->back), open, shut;

	*is = meet & *here(k, move->left);
	*may_be = meet & ~*here(k, move->stayed);
	if (move->passes) {
		find_passage(k, move, &open, &shut);
		*is &= shut;
		*may_be &= ~open;
	}
}

/* The same for a unit that then has no effect at all there (4.A.7). */
static void find_powerless(const struct work *k, const struct move *move, word *is, word *may_be)
{
	const struct menu_way *way = way_at(k, move->way);
	word meet = none();

	if (way->back != MENU_NONE)
		meet = slot(k, way->mask) & slot(k, way_at(k, way->back)->mask);
	*is = meet & *here(k, move->left) & *here(k, move->no);
	*may_be = meet & ~*here(k, move->stayed) & ~*here(k, move->yes);
}

/* Counts a move in the lanes in which it may have this strength, and in which it has. */
static inline void count_move(struct count *count, word may, word does)
{
	count->two_may |= count->one_may & may;
	count->one_may |= may;
	count->two_do |= count->one_does & does;
	count->one_does |= does;
}

/* Counts a unit's moves at the levels above the second. Returns the number of levels now. */
static int count_high(const struct work *k, struct field *field, int i, int top)
{
	const int u = field->moves[i].unit;

	for (int level = 2; level < k->levels[u]; level++) {
		if (level >= top) {
			field->counts[level] = (struct count){none(), none(), none(), none()};
			top = level + 1;
		}
		count_move(&field->counts[level], field->may_be[i] & k->resistance[u].most[level - 1],
		           field->is[i] & k->resistance[u].least[level - 1]);
	}
	return top;
}

static void open_field(const struct work *k, struct field *field)
{
	const bool powerless = k->menu->variant.law->victim == VICTIM_POWERLESS;
	struct count first = {none(), none(), none(), none()}, second = first;

	for (int i = 0, top = 2; i < field->count; i++) {
		const struct move *move = &field->moves[i];
		const struct ladder resistance = k->resistance[move->unit];
		word is, may_be;
		if (powerless)
			find_powerless(k, move, &is, &may_be);
		else
			find_victims(k, move, &is, &may_be);
		field->may_be[i] = *here(k, move->mask) & ~*here(k, move->fails) & ~is;
		field->is[i] = *here(k, move->arrives) & ~may_be;
		count_move(&first, field->may_be[i], field->is[i]);
		count_move(&second, field->may_be[i] & resistance.most[0],
		           field->is[i] & resistance.least[0]);
		if (k->levels[move->unit] > 2)
			top = count_high(k, field, i, top);
	}
	field->counts[0] = first;
	field->counts[1] = second;
}

/* ── rules ── */

/* The lanes in which moves other than this one count at a level. */
static inline word find_others(const struct count *count, word self)
{
	return count->two_do | (count->one_does & ~self);
}

/* Rule 4, for all other moves: the lanes in which a move beats each of them, and those in which one
 * of them beats it. It beats them in lanes in which it is the only one at a level that it reaches.
 */
static inline void beat_rivals(const struct work *k, const struct field *field, int i, word *yes,
                               word *no)
{
	const int u = field->moves[i].unit;
	const struct ladder strength = k->strength[u], resistance = k->resistance[u];
	const struct count *counts = field->counts;
	const word is = field->is[i];
	word may = ~find_others(&counts[0], is);

	*yes = ~counts[0].two_may | (strength.least[0] & ~counts[1].two_may);
	may |= strength.most[0] & ~find_others(&counts[1], is & resistance.least[0]);
	for (int level = 2; level < k->levels[u]; level++) {
		*yes |= strength.least[level - 1] & ~counts[level].two_may;
		may |= strength.most[level - 1] &
		       ~find_others(&counts[level], is & resistance.least[level - 1]);
	}
	*yes &= field->may_be[i];
	*no = ~may;
}

/* Where one sum exceeds another for certain, and where it does not. */
static inline void exceed(struct ladder a, int a_levels, struct ladder b, int b_levels, word *yes,
                          word *no)
{
	word may = a.most[0] & ~b.least[0];

	*yes = a.least[0] & ~b.most[0];
	for (int i = 1; i < a_levels - 1; i++) {
		*yes |= i < b_levels - 1 ? a.least[i] & ~b.most[i] : a.least[i];
		may |= i < b_levels - 1 ? a.most[i] & ~b.least[i] : a.most[i];
	}
	*no = ~may;
}

/* Against a foreign occupant that moves the opposite way: supports of the occupant's power do not
 * help. */
static inline void win_duel(struct work *k, const struct move *move, word *yes, word *no)
{
	struct ladder attack = k->resistance[move->unit];
	word least[RUNGS], most[RUNGS];
	int levels = k->levels[move->unit];

	if (move->duels) {
		attack = (struct ladder){least, most};
		levels = 1 + add_up(k, move->unit, k->menu->board->unit[move->occupant].power, k->uncut_yes,
		                    k->uncut_no, attack);
	}
	exceed(attack, levels, k->resistance[move->occupant], k->levels[move->occupant], yes, no);
}

/* Rules 5 and 6: the occupant moves the opposite way. */
static inline void face_opponent(struct work *k, const struct move *move, word *yes, word *no)
{
	word leaves = *here(k, move->left), stays = *here(k, move->stayed);
	word open, shut;

	*yes = none();
	*no = all();
	if (!move->friendly) {
		win_duel(k, move, yes, no);
		leaves |= k->strength[move->unit].least[0];
		stays &= ~k->strength[move->unit].most[0];
	}
	if (move->passes) {
		find_passage(k, move, &open, &shut);
		*yes |= open & leaves;
		*no &= shut | stays;
	}
}

/* Rules 2 and 3 if the occupant does not move, 7 and 8 if it moves elsewhere. */
static inline void face_other(const struct work *k, const struct move *move, word *yes, word *no)
{
	const int x = move->unit, y = move->occupant;
	const word moves = *here(k, move->moves);
	word beats, fails;

	*yes = *here(k, move->left);
	*no = ~moves | *here(k, move->stayed);
	if (move->friendly)
		return;
	exceed(k->strength[x], k->levels[x], k->strength[y], k->levels[y], &beats, &fails);
	*yes |= (moves & k->strength[x].least[0]) | (~moves & beats);
	*no &= (moves & ~k->strength[x].most[0]) | (~moves & fails);
}

static inline void face_occupant(struct work *k, const struct move *move, word *yes, word *no)
{
	const word duel = *here(k, move->overland) & *here(k, move->back);
	word wins, loses;

	face_other(k, move, yes, no);
	if (!any(duel))
		return;
	face_opponent(k, move, &wins, &loses);
	*yes = (*yes & ~duel) | (wins & duel);
	*no = (*no & ~duel) | (loses & duel);
}

/* ── decisions ── */

static inline word open_way(const struct work *k, const struct menu_way *way)
{
	return slot(k, way->mask) & ~(k->follow_yes[way->unit] | k->follow_no[way->unit]);
}

/* Marks what depends on whether a unit moves. */
static inline void disturb(struct work *k, int u)
{
	const struct menu *menu = k->menu;

	place_set_add(&k->dirty, menu->home[u]);
	if (menu->variant.law->victim == VICTIM_POWERLESS)
		k->dirty = place_set_union(k->dirty, menu->concern[u]);
	k->shaken |= menu->aimers[u];
	k->adrift = true;
}

static inline void decide_move(struct work *k, const struct field *field, int i)
{
	const struct move *move = &field->moves[i];
	word yes = *here(k, move->arrives), no = *here(k, move->fails), wins, loses;

	if (move->occupied) {
		face_occupant(k, move, &wins, &loses);
		yes &= wins;
		no |= loses;
	}
	if (field->count > 1) {
		beat_rivals(k, field, i, &wins, &loses);
		yes &= wins;
		no |= loses;
	}
	if (learn(here(k, move->yes), here(k, move->no), yes, no & *here(k, move->mask)))
		disturb(k, move->unit);
}

/* The lanes in which any of the moves is open. */
static inline word find_open(const struct work *k, const struct field *field)
{
	word open = none();

	for (int i = 0; i < field->count; i++) {
		const struct move *move = &field->moves[i];
		open |= *here(k, move->mask) & ~(*here(k, move->yes) | *here(k, move->no));
	}
	return open;
}

static void decide_province(struct work *k, int province)
{
	const int first = k->menu->first_into[province];
	struct field field;

	field.moves = &k->entries[first];
	field.count = k->menu->first_into[province + 1] - first;
	if (!any(find_open(k, &field)))
		return;
	if (field.count > 1)
		open_field(k, &field);
	for (int i = 0; i < field.count; i++) {
		const struct move *move = &field.moves[i];
		if (any(*here(k, move->mask) & ~(*here(k, move->yes) | *here(k, move->no))))
			decide_move(k, &field, i);
	}
}

/* Decides the moves into the provinces of a set that need it. */
static void decide_moves(struct work *k, struct place_set among)
{
	struct place_set rest = place_set_intersection(k->dirty, among);

	while (!place_set_is_empty(rest)) {
		const uint8_t province = place_set_pop(&rest);
		place_set_remove(&k->dirty, province);
		decide_province(k, province);
	}
}
