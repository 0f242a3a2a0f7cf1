/* moves: the moves into one province. Included by body.h only. The rules are those of move_sentence
 * in judges/atlas.c. */

/* The moves into a province, and how strong they are against each other. By level from 1 on:
 * whether one of them, or two, may be so strong; and are so for certain. */
struct field {
	int first, count;
	word may_be[UNITS_MAX], is[UNITS_MAX]; /* a move counts there */
	word one_may[MENU_LEVELS_MAX], two_may[MENU_LEVELS_MAX];
	word one_does[MENU_LEVELS_MAX], two_do[MENU_LEVELS_MAX];
};

static inline const struct menu_way *rival(const struct work *k, const struct field *field, int i)
{
	return way_at(k, k->menu->into[field->first + i]);
}

/* The lanes in which a move and the occupant's move go against each other overland. */
static inline word find_duel(const struct work *k, const struct menu_way *way)
{
	return slot(k, way->overland) & slot(k, way_at(k, way->back)->overland);
}

/* Whether either of the two can be convoyed. */
static inline void find_passage(const struct work *k, const struct menu_way *way, word *open,
                                word *shut)
{
	const struct menu_way *back = way_at(k, way->back);

	*open = slot(k, way->open) | slot(k, back->open);
	*shut = (way->sails ? slot(k, way->shut) : all()) & (back->sails ? slot(k, back->shut) : all());
}

/* Rule 4, third part: the lanes in which a move was dislodged from where it goes, and those in
 * which it may have been. */
static inline void find_victims(const struct work *k, const struct menu_way *way, word *is,
                                word *may_be)
{
	const word yes = k->follow_yes[way->occupant], no = k->follow_no[way->occupant];
	word meet, open, shut;

	if (k->menu->variant.law->victim == VICTIM_POWERLESS) {
		meet = slot(k, way->mask) & slot(k, way_at(k, way->back)->mask);
		*is = meet & yes & k->follow_no[way->unit];
		*may_be = meet & ~no & ~k->follow_yes[way->unit];
		return;
	}
	meet = find_duel(k, way);
	find_passage(k, way, &open, &shut);
	*is = meet & yes & shut;
	*may_be = meet & ~no & ~open;
}

/* Which moves count. */
static inline void enter(const struct work *k, struct field *field, int i)
{
	const struct menu_way *way = rival(k, field, i);

	field->may_be[i] = slot(k, way->mask) & ~slot(k, way->fails);
	field->is[i] = slot(k, way->arrives);
	if (way->back != MENU_NONE) {
		word is, may_be;
		find_victims(k, way, &is, &may_be);
		field->may_be[i] &= ~is;
		field->is[i] &= ~may_be;
	}
}

/* Counts a move as so strong as it may be, and as it is. `fresh`: it is the first at this level. */
static inline void count_move(struct field *field, int level, bool fresh, word may, word does)
{
	if (fresh) {
		field->two_may[level] = field->two_do[level] = none();
		field->one_may[level] = may;
		field->one_does[level] = does;
		return;
	}
	field->two_may[level] |= field->one_may[level] & may;
	field->one_may[level] |= may;
	field->two_do[level] |= field->one_does[level] & does;
	field->one_does[level] |= does;
}

static void open_field(const struct work *k, int province, struct field *field)
{
	int top = 1;

	field->first = k->menu->first_into[province];
	field->count = k->menu->first_into[province + 1] - field->first;
	for (int i = 0; i < field->count && field->count > 1; i++) {
		const int u = rival(k, field, i)->unit, levels = k->levels[u];
		enter(k, field, i);
		count_move(field, 0, i == 0, field->may_be[i], field->is[i]);
		for (int level = 1; level < levels; level++)
			count_move(field, level, level >= top,
			           field->may_be[i] & k->resistance[u].most[level - 1],
			           field->is[i] & k->resistance[u].least[level - 1]);
		top = levels > top ? levels : top;
	}
}

/* ── rules ── */

/* Rule 4, for all other moves: the lanes in which a move beats each of them, and those in which one
 * of them beats it. It beats them where it is the only one at a level that it reaches, and counts
 * itself. */
static inline void beat_rivals(const struct work *k, const struct field *field, int i, word *yes,
                               word *no)
{
	const int u = rival(k, field, i)->unit;
	const struct ladder strength = k->strength[u], resistance = k->resistance[u];
	word may = ~(field->two_do[0] | (field->one_does[0] & ~field->is[i]));

	*yes = ~field->two_may[0];
	for (int level = 1; level < k->levels[u]; level++) {
		const word self = field->is[i] & resistance.least[level - 1];
		*yes |= strength.least[level - 1] & ~field->two_may[level];
		may |=
			strength.most[level - 1] & ~(field->two_do[level] | (field->one_does[level] & ~self));
	}
	*yes &= field->may_be[i];
	*no = ~may;
}

/* Where one sum exceeds another for certain, and where it does not. */
static inline void exceed(struct ladder a, int a_levels, struct ladder b, int b_levels, word *yes,
                          word *no)
{
	word may = none();

	*yes = none();
	for (int i = 0; i < a_levels - 1; i++) {
		*yes |= i < b_levels - 1 ? a.least[i] & ~b.most[i] : a.least[i];
		may |= i < b_levels - 1 ? a.most[i] & ~b.least[i] : a.most[i];
	}
	*no = ~may;
}

/* Against a foreign occupant that moves the opposite way: his own power's supports do not help. */
static void win_duel(struct work *k, const struct menu_way *way, word *yes, word *no)
{
	const struct menu *menu = k->menu;
	struct ladder attack = k->resistance[way->unit];
	word least[RUNGS], most[RUNGS];
	int levels = k->levels[way->unit];

	if (way->duels) {
		attack = (struct ladder){least, most};
		levels = 1 + add_up(k, way->unit, menu->board->unit[way->occupant].power, k->uncut_yes,
		                    k->uncut_no, attack);
	}
	exceed(attack, levels, k->resistance[way->occupant], k->levels[way->occupant], yes, no);
}

/* Rules 5 and 6: the occupant moves the opposite way. */
static void face_opponent(struct work *k, const struct menu_way *way, word *yes, word *no)
{
	word leaves = k->follow_yes[way->occupant], stays = k->follow_no[way->occupant];
	word open, shut, wins = none(), loses = all();

	find_passage(k, way, &open, &shut);
	if (!way->friendly) {
		win_duel(k, way, &wins, &loses);
		if (k->levels[way->unit] > 1) {
			leaves |= k->strength[way->unit].least[0];
			stays &= ~k->strength[way->unit].most[0];
		}
	}
	*yes = wins | (open & leaves);
	*no = loses & (shut | stays);
}

/* Rules 2 and 3 where the occupant does not move, 7 and 8 where it moves elsewhere. */
static inline void face_other(const struct work *k, const struct menu_way *way, word *yes, word *no)
{
	const struct menu *menu = k->menu;
	const int x = way->unit, y = way->occupant, levels = k->levels[x];
	const word moves = slot(k, menu->moves[y]);
	word beats, fails;

	*yes = k->follow_yes[y];
	*no = ~moves | k->follow_no[y];
	if (way->friendly || levels == 1)
		return;
	exceed(k->strength[x], levels, k->strength[y], k->levels[y], &beats, &fails);
	*yes |= (moves & k->strength[x].least[0]) | (~moves & beats);
	*no &= (moves & ~k->strength[x].most[0]) | (~moves & fails);
}

static void face_occupant(struct work *k, const struct menu_way *way, word *yes, word *no)
{
	word duel, wins, loses;

	face_other(k, way, yes, no);
	if (way->back == MENU_NONE)
		return;
	duel = find_duel(k, way);
	if (!any(duel))
		return;
	face_opponent(k, way, &wins, &loses);
	*yes = (*yes & ~duel) | (wins & duel);
	*no = (*no & ~duel) | (loses & duel);
}

/* ── decisions ── */

static inline word open_way(const struct work *k, const struct menu_way *way)
{
	return slot(k, way->mask) & ~(k->follow_yes[way->unit] | k->follow_no[way->unit]);
}

/* What depends on whether a unit moves. */
static inline void disturb(struct work *k, int u)
{
	const struct menu *menu = k->menu;

	place_set_add(&k->dirty, menu->home[u]);
	if (menu->variant.law->victim == VICTIM_POWERLESS)
		k->dirty = place_set_union(k->dirty, menu->concern[u]);
	k->shaken |= menu->aimers[u];
	k->adrift = true;
}

static void decide_move(struct work *k, const struct field *field, int i)
{
	const struct menu_way *way = rival(k, field, i);
	const int u = way->unit;
	word yes = slot(k, way->arrives), no = slot(k, way->fails), wins, loses;

	if (way->occupant >= 0) {
		face_occupant(k, way, &wins, &loses);
		yes &= wins;
		no |= loses;
	}
	if (field->count > 1) {
		beat_rivals(k, field, i, &wins, &loses);
		yes &= wins;
		no |= loses;
	}
	if (learn(&k->follow_yes[u], &k->follow_no[u], yes, no & slot(k, way->mask)))
		disturb(k, u);
}

static void decide_province(struct work *k, int province)
{
	struct field field;

	open_field(k, province, &field);
	for (int i = 0; i < field.count; i++)
		if (any(open_way(k, rival(k, &field, i))))
			decide_move(k, &field, i);
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
