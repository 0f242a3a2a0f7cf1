/* choices: the legal orders of a phase, as numbers of the map's vocabulary (vocabulary.h).
 *
 * A phase has slots: one per unit in a movement phase, one per dislodged unit in a retreat phase,
 * and in winter one per power that may build or must remove units. A slot's numbers ascend.
 *
 * They are the orders that turn_orders lists, with these differences. Supports that name no coast
 * are left out, as others mean the same, and so are convoys that the vocabulary does not have. All
 * other convoys of a chain of fleets are listed, even those by a fleet that is on no route. If the
 * law refuses these, the fleet holds. */
#ifndef ARESFARM_CHOICES_H
#define ARESFARM_CHOICES_H

#include "rules/law.h"
#include "rules/listing.h"

struct choices_slot {
	uint8_t power;
	uint8_t place; /* in board->unit or board->retreat; 0 in winter */
	uint8_t due;   /* orders that are due: 1, or in winter the builds or removals. Waive can be
	                * given more than once, other orders once, and one build per province */
	int32_t first, count; /* its numbers: place in the list of the first one, and how many */
};

struct choices {
	int count; /* slots */
	struct choices_slot slot[UNITS_MAX];
};

/* The room that a list of numbers needs for any board, with some that stay unused at the end. */
static inline int choices_most(const struct vocabulary *vocabulary)
{
	return vocabulary->count + POWERS_MAX + LISTING_SLACK;
}

/* Lists the orders of all slots, in the sequence of the board's units, in winter of the powers.
 * numbers: room for choices_most. mask: the same numbers as a mask of vocabulary->words words;
 * kept: the words of the units of a movement phase. Either may be NULL. Returns how many numbers
 * there are. The map is the vocabulary's. */
int choices_list(const struct vocabulary *vocabulary, const struct law *law,
                 const struct board *board, struct choices *choices, int32_t numbers[],
                 uint64_t mask[], struct listing_kept *kept);

/* The most numbers of a phase without moves. */
enum { CHOICES_FEW = RETREATS_MAX * (EXITS_MAX + 1) };

/* The mask alone, of all powers of a set. */
void choices_mask(const struct vocabulary *vocabulary, const struct law *law,
                  const struct board *board, power_set powers, uint64_t mask[]);

/* The masks of all powers of the map, vocabulary->words words each, power by power. */
void choices_masks(const struct vocabulary *vocabulary, const struct law *law,
                   const struct board *board, uint64_t masks[]);

#endif
