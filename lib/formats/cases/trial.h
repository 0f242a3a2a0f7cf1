/* trial: a judge plays a test case; the result is compared with what the case expects. */
#ifndef ARESFARM_TRIAL_H
#define ARESFARM_TRIAL_H

#include "cases.h"

enum trial_outcome { TRIAL_PASSED, TRIAL_FAILED, TRIAL_SKIPPED, TRIAL_OUTCOMES };
extern const char *const trial_outcome_names[TRIAL_OUTCOMES];

struct trial_report {
	enum trial_outcome outcome;
	uint8_t stage;             /* the last stage that the judge reached; 0: it was not asked */
	char text[CASE_TEXT_SIZE]; /* the differences, or why it was skipped; or empty */
};

/* Plays a case under a rule set. If rules is NULL, the rule set of the case's profile is used. A
 * case is skipped when a partial judge leaves some of its orders undecided and no other order is
 * wrong. */
void trial_run(const struct map *map, const struct judge *judge, const struct rules *rules,
               const struct test_case *c, struct trial_report *report);

/* The rules under which a case is played: `rules` or, if that is NULL, the rule set of its profile.
 * NULL: the rule set does not exist. */
const struct rules *trial_rules(const struct rules *rules, const struct test_case *c);

/* The board on which a phase is played. Under some laws a unit that a convoyed army dislodged may
 * retreat to the province that the army came from. */
void trial_board(struct variant variant, const struct case_phase *phase, struct board *board);

/* The orders that a judge resolves, parallel to the units of the phase's board. False if it is not
 * a movement phase. */
MUST_CHECK bool trial_orders(struct variant variant, const struct case_phase *phase,
                             struct order orders[UNITS_MAX]);

/* The stage that a case gives: the literal stage if there is one; 0 if it gives none. */
uint8_t cases_stage(const struct test_case *c);

/* Lists the orders that fail for another reason than the case gives. If rules is NULL, the rule set
 * of the case's profile is used. Returns text; it is empty if there are none. */
char *trial_compare_reasons(const struct map *map, const struct judge *judge,
                            const struct rules *rules, const struct test_case *c,
                            char text[CASE_TEXT_SIZE]);

#endif
