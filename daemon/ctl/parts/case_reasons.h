/* case_reasons: the result of each order of a case, and its reason in words. */
#ifndef ARESFARM_CTL_CASE_REASONS_H
#define ARESFARM_CTL_CASE_REASONS_H

#include "formats/cases/trial.h"

/* Prints the phases of a case as `judge` resolves them under `rules`; rules NULL: those of the
 * case's profile. What the case expects is ignored. False: the program lacks the rules. */
MUST_CHECK bool case_reasons_print(const struct judge *judge, const struct rules *rules,
                                   const struct test_case *c);

#endif
