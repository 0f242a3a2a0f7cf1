/* choices: what may be ordered in a phase, as numbers of the map's vocabulary (vocabulary.h).
 *
 * A phase has slots. In a movement phase each unit has one; in a retreat phase each dislodged unit;
 * in winter each power that has something to build or to remove. A slot's numbers ascend.
 *
 * They are the orders that turn_orders lists, with these differences. Supports that leave a coast
 * open are left out: others mean the same. So are convoys that the vocabulary does not have. All
 * other convoys of a chain of fleets are listed, also those by a fleet that is on no route, which
 * some laws refuse: such a fleet then holds. */
#ifndef ARESFARM_CHOICES_H
#define ARESFARM_CHOICES_H

#include "rules/law.h"
#include "rules/listing.h"

struct choices_slot {
	uint8_t power;
	uint8_t place; /* in board->unit or board->retreat; 0 in winter */
	uint8_t due;   /* orders that are due: 1, or in winter the builds or removals. Waive can be
	                * given more than once, other orders once, and one build per province */
	int32_t first, count; /* its numbers: the first of them in the list, and how many */
};

struct choices {
	int count; /* slots */
	struct choices_slot slot[UNITS_MAX];
};

/* The room that a list of numbers needs, for any board. Its last numbers stay unused. */
static inline int choices_most(const struct vocabulary *vocabulary)
{
	return vocabulary->count + POWERS_MAX + LISTING_SLACK;
}

/* Lists the orders of all slots, in the sequence of the board's units, in winter of the powers.
 * numbers: room for choices_most. mask: they as a mask over the vocabulary, vocabulary->words
 * words; kept: of a movement phase the words of its units. Either may be NULL: it is not wanted.
 * Returns how many there are. The map is the vocabulary's. */
int choices_list(const struct vocabulary *vocabulary, const struct law *law,
                 const struct board *board, struct choices *choices, int32_t numbers[],
                 uint64_t mask[], struct listing_kept *kept);

/* The most numbers of a phase without moves. */
enum { CHOICES_FEW = RETREATS_MAX * (EXITS_MAX + 1) };

/* The mask alone, of all powers of a set. */
void choices_mask(const struct vocabulary *vocabulary, const struct law *law,
                  const struct board *board, power_set powers, uint64_t mask[]);

/* The masks of all powers of the map, vocabulary->words words each, one power after the other. */
void choices_masks(const struct vocabulary *vocabulary, const struct law *law,
                   const struct board *board, uint64_t masks[]);

#endif
