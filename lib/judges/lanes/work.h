/* work: the state of lanes while a width resolves them. Included by body.h only. */

/* Strengths are from 1 to MENU_LEVELS_MAX. All reach the first level, so it has no mask. */
enum { RUNGS = MENU_LEVELS_MAX - 1 };

/* The minimum and the maximum of a sum: the lanes in which each reaches level 2, 3 and so on. */
struct ladder {
	word *least, *most;
};

/* A way into a field, with the offsets in bytes, from the struct work, of the words that decide it.
 * Without an occupant, the occupant's words are empty. */
struct move {
	uint32_t mask, overland, arrives, fails; /* slots of the way */
	uint32_t back;                           /* the occupant moves the opposite way overland */
	uint32_t yes, no;                        /* what is known of the unit's move */
	uint32_t left, stayed, moves;            /* the occupant's move; and whether it has one */
	uint16_t way;
	uint8_t unit, occupant;
	bool occupied, friendly, duels;
	bool passes; /* convoys may carry the two past each other */
};

/* By unit, unless stated otherwise. Each mask has only lanes in which it applies: those of `follow`
 * only lanes in which the unit moves. A lane in neither of two masks is unknown. */
struct work {
	const struct menu *menu;
	word *slots;
	word *planes;
	word *follow_yes, *follow_no;   /* moves */
	word *valid;                    /* it gives a support that matches */
	word *uncut_yes, *uncut_no;     /* supports */
	word *support_yes, *support_no; /* the same, without those against own units that stay */
	word *given;                    /* by pair: the support matches */
	word *aimed;                    /* by aim */
	word *carried;                  /* by ferry: the fleet convoys there */
	word *lost, *threat;            /* fleets that convoy: the unit is dislodged, or may be */
	struct ladder strength[UNITS_MAX], resistance[UNITS_MAX];
	uint8_t levels[UNITS_MAX]; /* the most strength in any lane */
	word *follows, *dislodged, *contested, *barred, *singly;
	struct move *entries; /* as menu->into */
	uint16_t *afloat;     /* ways that depend on convoys */
	int afloat_count;
	word beyond; /* lanes for which there is no formula here */
	/* What must be evaluated again, because something it depends on has changed. */
	struct place_set dirty; /* provinces: the moves there */
	unit_set shaken;        /* supports */
	unit_set stale;         /* strengths */
	unit_set open;          /* supporters whose support is open in a lane */
	bool adrift;            /* ways that depend on convoys */
};

static inline const struct menu_way *way_at(const struct work *k, int w)
{
	return &k->menu->ways[w];
}
static inline word slot(const struct work *k, uint16_t s)
{
	return k->slots[s];
}

/* Adds lanes to two masks. Returns whether either grew. */
static inline bool learn(word *yes, word *no, word new_yes, word new_no)
{
	const word fresh = (new_yes & ~*yes) | (new_no & ~*no);

	*yes |= new_yes;
	*no |= new_no;
	return any(fresh);
}

/* Takes `count` words at *place, and advances it. */
static inline word *take(uintptr_t *place, size_t count)
{
	word *taken = (word *)*place;

	*place += count * sizeof(word);
	return taken;
}

static inline struct ladder take_ladder(uintptr_t *place, int levels)
{
	const size_t rungs = levels > 1 ? (size_t)levels - 1 : 1;
	word *least = take(place, rungs);

	return (struct ladder){least, take(place, rungs)};
}

/* Lays out all arrays in a room. Returns their end. */
static uintptr_t lay_out(const struct menu *menu, uintptr_t room, struct work *k)
{
	const size_t units = menu->board->unit_count;
	uintptr_t place = room;
	word **const by_unit[] = {&k->follow_yes, &k->follow_no,   &k->valid,      &k->uncut_yes,
	                          &k->uncut_no,   &k->support_yes, &k->support_no, &k->follows,
	                          &k->dislodged,  &k->lost,        &k->threat};

	k->menu = menu;
	for (size_t i = 0; i < sizeof by_unit / sizeof *by_unit; i++)
		*by_unit[i] = take(&place, units);
	k->slots = take(&place, (size_t)menu->slot_count);
	k->planes = take(&place, units * MENU_PLANES);
	k->given = take(&place, (size_t)menu->pair_count);
	k->aimed = take(&place, (size_t)menu->aim_count);
	k->carried = take(&place, (size_t)menu->ferry_count);
	k->contested = take(&place, (size_t)menu->variant.map->province_count);
	k->barred = take(&place, (size_t)menu->way_count);
	k->singly = take(&place, 1);
	for (size_t u = 0; u < units; u++) {
		k->resistance[u] = take_ladder(&place, menu->levels[u]);
		k->strength[u] = unit_set_has(menu->wavering, (int)u) ? take_ladder(&place, menu->levels[u])
		                                                      : k->resistance[u];
	}
	k->entries = (struct move *)place;
	place += (size_t)menu->way_count * sizeof *k->entries;
	k->afloat = (uint16_t *)place;
	return place + (size_t)menu->way_count * sizeof *k->afloat;
}

/* ── entries ── */

static inline uint32_t place_of(const struct work *k, const word *w)
{
	return (uint32_t)((uintptr_t)w - (uintptr_t)k);
}
static inline word *here(const struct work *k, uint32_t place)
{
	return (word *)((uintptr_t)k + place);
}

static struct move make_move(const struct work *k, uint16_t w)
{
	const struct menu_way *way = way_at(k, w);
	const struct menu_way *back = way->back == MENU_NONE ? NULL : way_at(k, way->back);
	const uint32_t empty = place_of(k, &k->slots[MENU_EMPTY]);
	const int u = way->unit, occupant = way->occupant;
	struct move move = {
		.mask = place_of(k, &k->slots[way->mask]),
		.overland = place_of(k, &k->slots[way->overland]),
		.arrives = place_of(k, &k->slots[way->arrives]),
		.fails = place_of(k, &k->slots[way->fails]),
		.back = back ? place_of(k, &k->slots[back->overland]) : empty,
		.yes = place_of(k, &k->follow_yes[u]),
		.no = place_of(k, &k->follow_no[u]),
		.left = empty,
		.stayed = empty,
		.moves = empty,
		.way = w,
		.unit = (uint8_t)u,
		.occupied = occupant >= 0,
		.friendly = way->friendly,
		.duels = way->duels,
		.passes = back && (way->sails || back->sails),
	};

	if (occupant >= 0) {
		move.occupant = (uint8_t)occupant;
		move.left = place_of(k, &k->follow_yes[occupant]);
		move.stayed = place_of(k, &k->follow_no[occupant]);
		move.moves = place_of(k, &k->slots[k->menu->moves[occupant]]);
	}
	return move;
}
