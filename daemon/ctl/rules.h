/* rules: what aresctl says of rule sets. */
#ifndef ARESFARM_CTL_RULES_H
#define ARESFARM_CTL_RULES_H

#include "game.h"

/* Whether a rule set is Diplomacy as the rulebook has it: dislodged units may retreat, and powers
 * order builds and removals. */
bool rules_are_standard(const struct rules *rules);

#endif
