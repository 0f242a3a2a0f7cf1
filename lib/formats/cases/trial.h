/* trial: a judge plays a test case, and a text says what differs from what the case expects. */
#ifndef ARESFARM_TRIAL_H
#define ARESFARM_TRIAL_H

#include "cases.h"

enum trial_outcome { TRIAL_PASSED, TRIAL_FAILED, TRIAL_SKIPPED, TRIAL_OUTCOMES };
extern const char *const trial_outcome_names[TRIAL_OUTCOMES];

struct trial_report {
	enum trial_outcome outcome;
	uint8_t stage;             /* the last one that the judge reached; 0: it was not asked */
	char text[CASE_TEXT_SIZE]; /* what differs, or why it was skipped; passed: empty */
};

/* Plays a case by a rule set. rules NULL: the rule set of the case's profile. A case is skipped
 * when a partial judge leaves some of its orders undecided and no other order is wrong. */
void trial_run(const struct map *map, const struct judge *judge, const struct rules *rules,
               const struct test_case *c, struct trial_report *report);

/* The rules by which a case is played: `rules` or, where that is NULL, those of its profile. NULL:
 * the rule set does not exist. */
const struct rules *trial_rules(const struct rules *rules, const struct test_case *c);

/* The orders that a judge is asked about, parallel to the units of the phase's board. False when it
 * is not a movement phase. */
MUST_CHECK bool trial_orders(struct variant variant, const struct case_phase *phase,
                             struct order orders[UNITS_MAX]);

/* The stage that a case gives: the literal one if there is one; 0 when it gives none. */
uint8_t cases_stage(const struct test_case *c);

/* Says which orders fail for another reason than the case gives. rules NULL: the rule set of the
 * case's profile. Returns text; it is empty when there are none. */
char *trial_compare_reasons(const struct map *map, const struct judge *judge,
                            const struct rules *rules, const struct test_case *c,
                            char text[CASE_TEXT_SIZE]);

#endif
