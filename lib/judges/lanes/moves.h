/* moves: the moves into one province. Included by body.h only. The rules are those of move_sentence
 * in judges/atlas.c. */

/* The moves into a province, and how strong they are against each other. By level from 1 on:
 * whether one of them, or two, may be so strong; and are so for certain. */
struct field {
	int first, count, levels;
	word may_be[UNITS_MAX], is[UNITS_MAX]; /* a move counts there */
	word two_may[MENU_LEVELS_MAX];
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

/* A mask of a ladder; all reach level 0, which is strength 1. */
static inline word reaches(const word rungs[], int levels, int level)
{
	return level == 0 ? all() : level < levels ? rungs[level - 1] : none();
}

static void open_field(const struct work *k, int province, struct field *field)
{
	field->first = k->menu->first_into[province];
	field->count = k->menu->first_into[province + 1] - field->first;
	field->levels = 1;
	for (int i = 0; i < field->count; i++) {
		const int levels = k->menu->levels[rival(k, field, i)->unit];
		field->levels = levels > field->levels ? levels : field->levels;
		enter(k, field, i);
	}
	for (int level = 0; level < field->levels; level++) {
		word one_may = none(), two_may = none(), one_does = none(), two_do = none();
		for (int i = 0; i < field->count; i++) {
			const int u = rival(k, field, i)->unit, levels = k->menu->levels[u];
			if (level >= levels)
				continue;
			const word may = field->may_be[i] & reaches(k->resistance[u].most, levels, level);
			const word does = field->is[i] & reaches(k->resistance[u].least, levels, level);
			two_may |= one_may & may;
			one_may |= may;
			two_do |= one_does & does;
			one_does |= does;
		}
		field->two_may[level] = two_may;
		field->one_does[level] = one_does;
		field->two_do[level] = two_do;
	}
}

/* ── rules ── */

/* Rule 4, for all other moves: the lanes in which a move beats each of them, and those in which one
 * of them beats it. What beats all others of its level and above is the only one there. */
static inline void beat_rivals(const struct work *k, const struct field *field, int i, word *yes,
                               word *no)
{
	const int u = rival(k, field, i)->unit, levels = k->menu->levels[u];
	const struct ladder *strength = &k->strength[u], *resistance = &k->resistance[u];
	word may = none();

	*yes = none();
	for (int level = 0; level < levels; level++) {
		const word self = field->is[i] & reaches(resistance->least, levels, level);
		const word others = field->two_do[level] | (field->one_does[level] & ~self);
		*yes |= reaches(strength->least, levels, level) & ~field->two_may[level];
		may |= reaches(strength->most, levels, level) & ~others;
	}
	*no = ~may;
}

/* Where one sum exceeds another for certain, and where it does not. */
static inline void exceed(const struct ladder *a, int a_levels, const struct ladder *b,
                          int b_levels, word *yes, word *no)
{
	word may = none();

	*yes = none();
	for (int level = 1; level < a_levels; level++) {
		*yes |= a->least[level - 1] & ~reaches(b->most, b_levels, level);
		may |= a->most[level - 1] & ~reaches(b->least, b_levels, level);
	}
	*no = ~may;
}

/* Against a foreign occupant that moves the opposite way: his own power's supports do not help. */
static void win_duel(struct work *k, const struct menu_way *way, word *yes, word *no)
{
	const struct menu *menu = k->menu;
	const struct ladder *attack = &k->resistance[way->unit];
	struct ladder foreign;

	if (way->duels) {
		add_up(k, way->unit, menu->board->unit[way->occupant].power, k->uncut_yes, k->uncut_no,
		       &foreign);
		attack = &foreign;
	}
	exceed(attack, menu->levels[way->unit], &k->resistance[way->occupant],
	       menu->levels[way->occupant], yes, no);
}

/* Rules 5 and 6: the occupant moves the opposite way. */
static void face_opponent(struct work *k, const struct menu_way *way, word *yes, word *no)
{
	const struct ladder *strength = &k->strength[way->unit];
	const int levels = k->menu->levels[way->unit];
	word leaves = k->follow_yes[way->occupant], stays = k->follow_no[way->occupant];
	word open, shut, wins = none(), loses = all();

	find_passage(k, way, &open, &shut);
	if (!way->friendly) {
		win_duel(k, way, &wins, &loses);
		leaves |= reaches(strength->least, levels, 1);
		stays &= ~reaches(strength->most, levels, 1);
	}
	*yes = wins | (open & leaves);
	*no = loses & (shut | stays);
}

/* Rules 2 and 3 where the occupant does not move, 7 and 8 where it moves elsewhere. */
static inline void face_other(const struct work *k, const struct menu_way *way, word *yes, word *no)
{
	const struct menu *menu = k->menu;
	const int x = way->unit, y = way->occupant;
	const word moves = slot(k, menu->moves[y]);
	word beats = none(), fails = all();

	*yes = moves & k->follow_yes[y];
	*no = moves & k->follow_no[y];
	if (!way->friendly) {
		const int levels = menu->levels[x];
		exceed(&k->strength[x], levels, &k->strength[y], menu->levels[y], &beats, &fails);
		*yes |= moves & reaches(k->strength[x].least, levels, 1);
		*no &= ~reaches(k->strength[x].most, levels, 1);
	}
	*yes |= ~moves & beats;
	*no |= ~moves & fails;
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

static void decide_move(struct work *k, const struct field *field, int i)
{
	const struct menu_way *way = rival(k, field, i);
	const word mask = slot(k, way->mask);
	word yes = all(), no = none(), beats, loses;

	if (way->occupant >= 0)
		face_occupant(k, way, &yes, &no);
	beat_rivals(k, field, i, &beats, &loses);
	learn(k, &k->follow_yes[way->unit], &k->follow_no[way->unit],
	      slot(k, way->arrives) & yes & beats, mask & (slot(k, way->fails) | no | loses));
}

static void decide_moves(struct work *k)
{
	const struct menu *menu = k->menu;

	for (int p = 0; p < menu->variant.map->province_count; p++) {
		struct field field;
		word open = none();
		for (int i = menu->first_into[p]; i < menu->first_into[p + 1]; i++)
			open |= open_way(k, way_at(k, menu->into[i]));
		if (!any(open))
			continue;
		open_field(k, p, &field);
		for (int i = 0; i < field.count; i++)
			if (any(open_way(k, rival(k, &field, i))))
				decide_move(k, &field, i);
	}
}
