/* trial: a judge plays a test case, and a text says what differs from what the case expects. */
#ifndef ARESFARM_TRIAL_H
#define ARESFARM_TRIAL_H

#include "cases.h"

enum trial_outcome { TRIAL_PASSED, TRIAL_FAILED, TRIAL_SKIPPED, TRIAL_OUTCOMES };
extern const char *const trial_outcome_names[TRIAL_OUTCOMES];

struct trial_report {
	enum trial_outcome outcome;
	uint8_t stage;             /* the last one the judge reached; 0: it was not asked */
	char text[CASE_TEXT_SIZE]; /* what differs, or why it was skipped; passed: empty */
};

/* Plays a case by a rule set; where rules is NULL, by that of the case's own profile. A case is
 * skipped where a partial judge leaves orders of it undecided and no other order comes out wrong.
 */
void trial_run(const struct map *map, const struct judge *judge, const struct rules *rules,
               const struct test_case *c, struct trial_report *report);

/* The rules a case is played by: those given or, where they are NULL, its profile's. NULL: these
 * are not known here. */
const struct rules *trial_rules(const struct rules *rules, const struct test_case *c);

/* The orders that a judge is asked about, parallel to the units of the phase's board. False: it is
 * no movement phase. */
__attribute__((warn_unused_result)) bool trial_orders(struct variant variant,
                                                      const struct case_phase *phase,
                                                      struct order orders[UNITS_MAX]);

/* The stage a case gives: the literal one where there is one; 0 when it gives none. */
uint8_t cases_stage(const struct test_case *c);

/* Says which orders fail for another reason than the case gives, by a rule set or, where that is
 * NULL, the case's own. Returns text; it is empty where there are none. */
char *trial_compare_reasons(const struct map *map, const struct judge *judge,
                            const struct rules *rules, const struct test_case *c,
                            char text[CASE_TEXT_SIZE]);

#endif
