/* trial: a judge put to a test case: what it makes of it, and in words what differs from what the
 * case expects. */
#ifndef ARESFARM_TRIAL_H
#define ARESFARM_TRIAL_H

#include "cases.h"

enum trial_outcome { TRIAL_PASSED, TRIAL_FAILED, TRIAL_SKIPPED, TRIAL_OUTCOMES };
extern const char *const trial_outcome_names[TRIAL_OUTCOMES];

struct trial_report {
	enum trial_outcome outcome;
	uint8_t stage;             /* furthest the judge had to go; 0 when it was not asked */
	char text[CASE_TEXT_SIZE]; /* what differs, or why it was skipped; empty when passed */
};

/* Plays a case by a rule set; by that of the case's own profile when rules is NULL. A case of which
 * a partial judge leaves orders undecided is skipped, unless another order comes out wrong. */
void trial_run(const struct map *map, const struct judge *judge, const struct rules *rules,
               const struct test_case *c, struct trial_report *report);

/* The rules a case is played by: those given or, when they are NULL, its profile's. NULL: these are
 * not known here. */
const struct rules *trial_rules(const struct rules *rules, const struct test_case *c);

/* What a judge is asked about a phase of moves: orders parallel to its board's units. False for
 * other phases. */
__attribute__((warn_unused_result)) bool trial_orders(struct variant variant,
                                                      const struct case_phase *phase,
                                                      struct order orders[UNITS_MAX]);

/* The stage a case gives: the literal one where there is one; 0 when it gives none. */
uint8_t cases_stage(const struct test_case *c);

/* Says which orders fail for another reason than the case gives, by a rule set or, when that is
 * NULL, the case's own. Returns text: empty when there are none. */
char *trial_compare_reasons(const struct map *map, const struct judge *judge,
                            const struct rules *rules, const struct test_case *c,
                            char text[CASE_TEXT_SIZE]);

#endif
