/* law: the options of the rules, for which a rule set chooses values.
 *
 * The DATC (Diplomacy Adjudicator Test Cases, Kruijswijk, versions 2.4 and 3.0; chapter 4) leaves
 * points of the rules open. Each such point that an order as a value (order.h) can raise is an
 * option here, with its number in the DATC. A rule set (game.h) chooses a value for each. The first
 * value of an option is the one the DATC prefers. Where its versions differ, version 2.4 counts. So
 * a law of zeros is the DATC's. law.c names all options and values.
 *
 * The brackets have the DATC's letters of the values, or its versions, in the order of the values.
 * A dash marks a value that the DATC does not have.
 *
 * These points are left out, because they are about what people write:
 *
 *   4.A.6          the path of a convoy: the notation has none
 *   4.B.6          coasts that do not exist: such text is not an order
 *   4.C.5, 4.C.6   the nationality of a supported unit: the notation has none
 *   4.D.1, 4.D.2   several sets of orders: the program that receives them passes on one
 *   4.E.2          poorly written orders: text that is not an order is refused; 4.A.3 and 4.B.4 say
 *                  where one order explains another
 *   4.E.4, 4.E.5   perpetual and proxy orders: the notation has none; orders are for one phase
 *   4.E.6          a unit too many: a board is taken as it is; winter removes units above the
 *                  number of centres */
#ifndef ARESFARM_LAW_H
#define ARESFARM_LAW_H

#include <stdbool.h>
#include <stdint.h>

/* 4.A.1 (b, a): when a convoy with several routes succeeds. */
enum law_routes {
	ROUTES_ANY_OPEN, /* while one route is open */
	ROUTES_ALL_OPEN, /* while all are open: a fleet lost on any of them breaks it */
};

/* 4.A.2 (d, e, -): how a convoy paradox is resolved. */
enum law_paradox {
	PARADOX_SZYKMAN,  /* the convoys in it fail */
	PARADOX_ALL_HOLD, /* all moves in it fail, those of convoyed armies too */
	PARADOX_SUSTAIN,  /* Booijink's rules 23 and 24 */
};

/* 4.A.2 (-, a, b, c, -): which supports a convoyed army does not cut. By the three rulebooks it
 * does not cut them even when it dislodges the supporter. The option above decides the paradoxes
 * that remain. */
enum law_convoy_cut {
	CONVOY_CUT_ALL,    /* none: it cuts all */
	CONVOY_CUT_1971,   /* supports of attacks on a fleet ordered to convoy it */
	CONVOY_CUT_1982,   /* supports for or against any fleet that convoys */
	CONVOY_CUT_2000,   /* supports of attacks on a fleet that all its routes need */
	CONVOY_CUT_THESIS, /* the same, unless it dislodges the supporter (rules 21, 22) */
};

/* 4.A.3 (d, e, f, a, b, c): when an army goes to an adjacent province by convoy. */
enum law_intent {
	INTENT_OWN_FLEET,  /* when it says `via`, or when a fleet of its own power is ordered to convoy
	                      it; else overland */
	INTENT_VIA,        /* when it says `via`; else overland */
	INTENT_VIA_ALWAYS, /* the same; without `via` it is convoyed to no other province either */
	INTENT_CONVOY,     /* when a route is ordered; else overland */
	INTENT_SWAP, /* when a route is ordered and the unit there moves the opposite way; else overland
	              */
	INTENT_EITHER, /* by land or by convoy, by the one that succeeds (the thesis) */
};

/* 4.A.3 (2.4, 3.0): under the first three intents, what an army does that means to be convoyed if
 * no route is ordered. */
enum law_fallback { FALLBACK_LAND /* goes overland */, FALLBACK_NONE /* goes nowhere */ };

/* 4.A.3, 4.E.1 (2.4, 3.0): an order to convoy over a sea that no route needs because other seas are
 * enough. */
enum law_needless {
	NEEDLESS_VALID,  /* valid; it shows that an army of its power means to be convoyed */
	NEEDLESS_ILLEGAL /* it is impossible, and shows nothing */
};

/* 4.A.4 (a, b): whether a convoyed army cuts a support for an attack on the province it came from.
 * A unit from any other province does. */
enum law_self_cut { SELF_CUT_NO, SELF_CUT_YES };

/* 4.A.5 (b, a): whether a unit that a convoyed army dislodged may retreat to the province that the
 * army came from. */
enum law_origin { ORIGIN_OPEN, ORIGIN_BARRED };

/* 4.A.7 (b, a): a unit dislodged by a unit from the province it moved to, except in a head-to-head
 * battle overland. */
enum law_victim { VICTIM_BOUNCES /* it still bounces others there */, VICTIM_POWERLESS };

/* 4.B.1 (a, b): a fleet moves to a province and names no coast, but reaches both. The default coast
 * of a province is the first in the order of their codes. */
enum law_coast_open { COAST_OPEN_FAILS, COAST_OPEN_DEFAULT };

/* 4.B.2 (a, c, b): a fleet moves to a province and names no coast, but reaches only one. */
enum law_coast_single {
	COAST_SINGLE_INFERRED,
	COAST_SINGLE_FAILS,
	COAST_SINGLE_DEFAULT /* to the default coast, or nowhere */
};

/* 4.B.3 (b, a): a fleet names the coast it does not reach. */
enum law_coast_wrong {
	COAST_WRONG_FAILS,
	COAST_WRONG_INFERRED /* it moves to the coast it reaches */
};

/* 4.B.4 (d, a, -, c, b, e): support of a fleet's move to a province with two coasts. A named coast
 * must be the right one, except under the last value. */
enum law_coast_support {
	COAST_SUPPORT_OPTIONAL, /* none named: the coast it moves to */
	COAST_SUPPORT_NAMED,    /* none named: fails */
	COAST_SUPPORT_OWN,      /* none named: the coast it moves to for an own fleet, fails for others'
	                           (Calhamer) */
	COAST_SUPPORT_SINGLE,   /* none named: the one the fleet reaches; fails when it reaches both */
	COAST_SUPPORT_DEFAULT,  /* none named: the default coast */
	COAST_SUPPORT_IGNORED,  /* named or not: the coast it moves to */
};

/* 4.B.5 (b, a): an order names a coast for its unit, or for the unit it helps, that is wrong or
 * missing. */
enum law_coast_unit { COAST_UNIT_IGNORED, COAST_UNIT_FAILS };

/* 4.B.6 (b, a): a coast named for an army. */
enum law_coast_needless { COAST_NEEDLESS_IGNORED, COAST_NEEDLESS_FAILS };

/* 4.B.7 (a, b): a fleet is built in a province with two coasts, and none is named. */
enum law_coast_build { COAST_BUILD_FAILS, COAST_BUILD_DEFAULT };

/* 4.C.1, 4.C.2 (b, a, c): an order names no type of its unit, or the wrong one. For a helped unit,
 * the last value is the same as the first. */
enum law_type {
	TYPE_VALID,
	TYPE_REFUSED,
	TYPE_YIELDS, /* valid unless another order names the right type */
};

/* 4.C.3 (c, b, a): a build names no type. */
enum law_type_build {
	TYPE_BUILD_COAST,  /* an army inland, a fleet where a coast of two is named; else it fails */
	TYPE_BUILD_INLAND, /* an army inland; else it fails */
	TYPE_BUILD_FAILS,
};

/* 4.C.4 (a, b): a fleet is ordered to be built inland. */
enum law_fleet_inland { FLEET_INLAND_FAILS, FLEET_INLAND_ARMY };

/* 4.D.3 (c, a, b, -): several orders for one unit. */
enum law_repeated {
	REPEATED_VOID, /* none counts, unless they are the same */
	REPEATED_FIRST,
	REPEATED_LAST,
	REPEATED_STRICT, /* none counts, even if they are the same (the thesis) */
};

/* 4.D.4, 4.D.5, 4.D.6 (b, c, a): which of too many builds, builds in one province or removals
 * count. */
enum law_surplus { SURPLUS_FIRST, SURPLUS_LAST, SURPLUS_NONE };

/* 4.D.7 (a, b): whether a power may waive a build. */
enum law_waive { WAIVE_ALLOWED, WAIVE_ILLEGAL };

/* 4.D.8 (d, 3.0, e, a, b, c): which unit is removed in civil disorder: the one farthest from the
 * nearest of ... */
enum law_disorder {
	DISORDER_HOME,       /* the home centres: armies by land and sea, fleets by sea and coast */
	DISORDER_OWNED,      /* the centres it owns: all by land and sea (rulebook of 2023) */
	DISORDER_ANYWHERE,   /* the home centres: all by land and sea */
	DISORDER_CONVOY,     /* the home centres: armies by land, and over any seas in one move */
	DISORDER_OWN_CONVOY, /* the same, over seas with fleets of their power */
	DISORDER_ANY_CONVOY, /* the same, over seas with any power's fleets */
};

/* 4.D.9 (b, a): support to hold for a unit of a power that ordered nothing. */
enum law_disorder_support { DISORDER_SUPPORT_VALID, DISORDER_SUPPORT_REFUSED };

/* 4.E.1 (d, c, a and b): which orders are disregarded. The unit then holds, and others can support
 * it to hold. */
enum law_illegal {
	ILLEGAL_NOW,   /* those that are impossible with the fleets that are there */
	ILLEGAL_EVER,  /* those that are impossible with any fleets */
	ILLEGAL_NEVER, /* none: a hopeless move stays a move (thesis 1.2.4) */
};

/* 4.E.3 (b, a): whether a unit without an order makes the move that its own power supports or
 * convoys. */
enum law_implicit { IMPLICIT_NO, IMPLICIT_YES };

/* Not in the DATC: the result of a support against an own unit that stays. It succeeds but does not
 * count, or it fails (thesis, rule 12). */
enum law_self_support { SELF_SUPPORT_IDLE, SELF_SUPPORT_FAILS };

struct law {
	uint8_t routes, paradox, convoy_cut, intent, fallback, needless, self_cut, origin, victim;
	uint8_t coast_open, coast_single, coast_wrong, coast_support, coast_unit, coast_needless,
		coast_build;
	uint8_t type_missing, type_wrong, type_build, fleet_inland;
	uint8_t repeated, surplus_builds, same_builds, surplus_removals, waive, disorder,
		disorder_support;
	uint8_t illegal, implicit, self_support;
};

/* A variant of the game: a map and its law. It is passed by value. */
struct map;
struct variant {
	const struct map *map;
	const struct law *law;
};

enum { LAW_VALUES_MAX = 6 };

/* The names of an option and its values. */
struct law_option {
	const char *name, *datc; /* "routes", "4.A.1" */
	uint8_t offset;          /* of its field in struct law */
	uint8_t count;
	struct law_value {
		const char *name, *choice; /* "any_open"; the DATC's letter, a version of it, or "" */
	} values[LAW_VALUES_MAX];
};

extern const struct law_option law_options[]; /* the last has the name NULL */
uint8_t law_get(const struct law *law, const struct law_option *option);

#endif
