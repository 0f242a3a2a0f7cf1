/* arenas: what the tests of trinity share: what it sees of a board, and what a decision needs. */
#ifndef ARESFARM_ARENAS_H
#define ARESFARM_ARENAS_H

#include "french.h"
#include "players/trinity/decision.h"

extern const struct player player_trinity;

static struct ground ground;
static struct goals goals[POWERS_MAX];

static inline void open_all(const struct board *board)
{
	ground_open(suite_map(), board, &ground);
	for (int p = 0; p < suite_map()->power_count; p++)
		goals_open(&ground, (uint8_t)p, &goal_worths_set, &goals[p]);
}

static inline void furnish(const struct seat *seat, struct player_call *call)
{
	static _Alignas(PLAYER_ALIGN) unsigned char scratch[24 << 20];
	static _Alignas(PLAYER_ALIGN) struct lessons lessons;
	SUITE_MUST(player_trinity.scratch_size(seat->settings) <= sizeof scratch, "scratch");
	memset(&lessons, 0, sizeof lessons);
	call->scratch = scratch;
	call->memory = &lessons;
}

#endif
