/* evolution: the settings by which strategies evolve, and the memory they need. */
#ifndef ARESFARM_EVOLUTION_H
#define ARESFARM_EVOLUTION_H

#include <stddef.h>
#include <stdint.h>

enum { EVOLVE_DEPTH_MAX = 8, EVOLVE_CYCLES_MAX = 20000, EVOLVE_ISLANDS_MAX = 16 };

/* Readings of section 3.3 where it is silent or contradicts itself. 0 is the normal one.
 * doc/thesis.md has the reasons for each. */

/* The orders of the first action of the present board. */
enum first { FIRST_HOLD, FIRST_DRAWN, FIRST_OWN_DRAWN, FIRST_OTHERS_DRAWN, FIRST_READINGS };

/* What is equally likely when an order is drawn. All supports together count as one order, or each
 * counts as one. */
enum chances {
	CHANCES_ONE_SUPPORT,
	CHANCES_EACH,
	CHANCES_KIND,
	CHANCES_NO_HOLD,
	CHANCES_EACH_NO_HOLD,
	CHANCES_READINGS
};

/* Which of several equally good actions is intended. */
enum ties { TIES_FIRST, TIES_NEWEST, TIES_CHANCE, TIES_READINGS };

/* What a recession compares, and whether orders that make no difference replace the old ones. */
enum compare {
	COMPARE_LEAF,
	COMPARE_NEXT_BOARD,
	COMPARE_LEAF_EQUAL,
	COMPARE_NEXT_BOARD_EQUAL,
	COMPARE_READINGS
};

/* What a child begins with: age 0 and its parent's orders for opponents; the same with the parent's
 * age; opponents that hold; random orders for opponents. */
enum child { CHILD_NEW, CHILD_AGED, CHILD_OTHERS_HOLD, CHILD_OTHERS_DRAWN, CHILD_READINGS };

/* The settings of ares, in the sequence of its table (ares.c). */
struct evolution {
	int32_t depth;     /* rounds looked ahead: 1 to EVOLVE_DEPTH_MAX */
	int32_t age;       /* recessions that an intended action must survive */
	int32_t mutations; /* own orders drawn again for a child */
	int32_t tries;     /* attempts in a cycle at a child that is new */
	int32_t cycles;    /* maximum of cycles of reproduction and recession on an island: 1 to
	                      EVOLVE_CYCLES_MAX */
	int32_t islands;   /* pools: 1 to EVOLVE_ISLANDS_MAX; 1 is the thesis's */
	int32_t meet;      /* cycles from one meeting of islands to the next: 1 to EVOLVE_CYCLES_MAX */
	int32_t keep;      /* 1: intentions stay until something changes; else every selection looks for
	                      all of them again */
	/* Not the thesis's: */
	int32_t convoys;          /* 1: convoys are drawn, too */
	int32_t retreats, builds; /* 1: they are decided (aftermath.h), not drawn */
	int32_t near;   /* hundredths of a centre: what is near counts (valuation.h); 0: it does not */
	int32_t shared; /* recessions that the precedent has survived (precedent.h); 0: none */
	int32_t crossover; /* per cent of the children that have two parents */
	/* Readings: */
	int32_t first;    /* enum first */
	int32_t chances;  /* enum chances */
	int32_t given;    /* 1: only orders that are given at the time of the draw are supported */
	int32_t differ;   /* 1: an order that is drawn differs from the old one */
	int32_t ties;     /* enum ties */
	int32_t compare;  /* enum compare */
	int32_t counters; /* opponents' orders drawn anew in a recession: 1 to UNITS_MAX */
	int32_t child;    /* enum child */
	int32_t twins;    /* 1: a child is a duplicate if an action has the same own orders */
};

/* All readings in one number: 0 for the normal ones; another for each combination. */
static inline int32_t evolution_readings(const struct evolution *evolution)
{
	int32_t number = evolution->counters - 1;

	number = number * FIRST_READINGS + evolution->first;
	number = number * CHANCES_READINGS + evolution->chances;
	number = number * TIES_READINGS + evolution->ties;
	number = number * COMPARE_READINGS + evolution->compare;
	number = number * CHILD_READINGS + evolution->child;
	return (number * 2 + evolution->given) * 4 + evolution->differ * 2 + evolution->twins;
}

/* The most that a pool can hold. Guests are limbs of individuals from other pools: one may join at
 * the beginning, and one from another island at each meeting. A cycle finds at most two boards, its
 * child's and its recession's. Each board comes with an action. */
static inline size_t evolution_most_guests(const struct evolution *evolution)
{
	const int meetings = evolution->islands > 1 ? evolution->cycles / evolution->meet : 0;

	return (size_t)(meetings + (evolution->shared > 0)) * evolution->depth;
}
static inline size_t evolution_most_boards(const struct evolution *evolution)
{
	return 1 + (evolution->first != FIRST_HOLD) + 2 * (size_t)evolution->cycles +
	       evolution_most_guests(evolution);
}
static inline size_t evolution_most_actions(const struct evolution *evolution)
{
	return evolution_most_boards(evolution) + (size_t)evolution->cycles +
	       evolution_most_guests(evolution);
}

#endif
