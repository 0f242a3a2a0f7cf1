/* evolution: the settings by which strategies evolve, and the memory they need. */
#ifndef ARESFARM_EVOLUTION_H
#define ARESFARM_EVOLUTION_H

#include <stdbool.h>
#include <stddef.h>

enum { EVOLVE_DEPTH_MAX = 8, EVOLVE_CYCLES_MAX = 20000, EVOLVE_ISLANDS_MAX = 16 };

struct evolution {
	int depth;     /* rounds looked ahead: 1 to EVOLVE_DEPTH_MAX */
	int age;       /* recessions that an intended action must endure */
	int mutations; /* own orders drawn again for a child */
	int tries;     /* attempts in a cycle at a child that is new */
	int cycles; /* most cycles of reproduction and recession on an island: 1 to EVOLVE_CYCLES_MAX */
	int islands; /* pools: 1 to EVOLVE_ISLANDS_MAX; 1 is the thesis's */
	int meet;    /* cycles from one meeting of islands to the next: 1 to EVOLVE_CYCLES_MAX */
	bool keep;   /* intentions stay until something changes; else every selection looks for all of
	                them again */
	/* Not the thesis's: */
	bool convoys;  /* convoys are drawn, too */
	int near;      /* hundredths of a centre: what is near counts (outlook.h); 0: it does not */
	int crossover; /* per cent of the children that have two parents */
	int shared;    /* recessions that a like board's start has endured (precedent.h); 0: none */
};

/* The most that a pool can hold. Guests are limbs of individuals from elsewhere: one may come in at
 * the beginning, and one from another island at each meeting. A cycle finds at most two boards, its
 * child's and its recession's. Each board comes with an action. */
static inline size_t evolution_most_guests(const struct evolution *evolution)
{
	const int meetings = evolution->islands > 1 ? evolution->cycles / evolution->meet : 0;

	return (size_t)(meetings + (evolution->shared > 0)) * evolution->depth;
}
static inline size_t evolution_most_boards(const struct evolution *evolution)
{
	return 1 + 2 * (size_t)evolution->cycles + evolution_most_guests(evolution);
}
static inline size_t evolution_most_actions(const struct evolution *evolution)
{
	return evolution_most_boards(evolution) + (size_t)evolution->cycles +
	       evolution_most_guests(evolution);
}

#endif
