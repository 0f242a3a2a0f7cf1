/* diarist: a player for tests that remembers. It sums up everything that a record has, and its
 * orders depend on the sum. For test_memory and test_conform. */
#ifndef ARESFARM_DIARIST_H
#define ARESFARM_DIARIST_H

#include "suite.h"

struct diary {
	uint64_t sum;
	uint32_t phases, kinds; /* kinds: the bits of phase_kind */
	uint8_t power;
};

static inline void diary_observe(const struct player_call *call, const struct phase_record *record,
                                 void *memory)
{
	struct diary *diary = memory;
	CU_ASSERT(call->board == &record->board && call->memory == NULL);
	CU_ASSERT(diary->phases == 0 || diary->power == call->power);
	diary->power = call->power;
	diary->phases++;
	diary->kinds |= 1u << phase_kind(record->board.phase);
	diary->sum = suite_digest(diary->sum, &record->board.phase, sizeof record->board.phase);
	diary->sum = suite_digest(diary->sum, record->board.owner, sizeof record->board.owner);
	diary->sum = suite_digest(diary->sum, &record->dislodged, sizeof record->dislodged);
	diary->sum = suite_digest(diary->sum, &record->stage, sizeof record->stage);
	for (int i = 0; i < record->orders.count; i++) {
		const int32_t codes[] = {order_pack(record->orders.order[i]), record->orders.power[i],
		                         (int32_t)record->results[i]};
		diary->sum = suite_digest(diary->sum, codes, sizeof codes);
	}
}

/* Plays as randbot does that has the diary's sum for a seed. */
static inline void diary_order(const struct player_call *call, struct order orders[UNITS_MAX],
                               struct player_effort *effort)
{
	const struct diary *diary = call->memory;
	struct player_call other = *call;
	CU_ASSERT_FATAL(diary != NULL);
	CU_ASSERT_EQUAL((uintptr_t)diary % PLAYER_ALIGN, 0);
	other.seed ^= diary->sum;
	player_find("randbot", 7)->order(&other, orders, effort);
}

static const struct player_setting no_settings[] = {{.name = NULL}};
static inline size_t diary_scratch_size(const int32_t settings[])
{
	return player_find("randbot", 7)->scratch_size(settings);
}

static const struct player diarist = {.name = "diarist",
                                      .about = "remembers everything",
                                      .settings = no_settings,
                                      .scratch_size = diary_scratch_size,
                                      .order = diary_order,
                                      .observe = diary_observe,
                                      .memory_size = sizeof(struct diary)};

#endif
