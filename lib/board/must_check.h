/* must_check: marks a function whose result says whether it was done: a caller must look at it. */
#ifndef ARESFARM_MUST_CHECK_H
#define ARESFARM_MUST_CHECK_H

#define MUST_CHECK __attribute__((warn_unused_result))

#endif
