/* blackmane: which part of a decision came from plans; only for measurements. */
#ifndef ARESFARM_BLACKMANE_H
#define ARESFARM_BLACKMANE_H

#include "players/player.h"

/* The units of the power that plans order; the fall-back heuristic orders its others. */
unit_set blackmane_find_planned(const struct player_call *call);

#endif
