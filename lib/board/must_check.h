/* must_check: marks a function whose result reports success: callers must check it. */
#ifndef ARESFARM_MUST_CHECK_H
#define ARESFARM_MUST_CHECK_H

#define MUST_CHECK __attribute__((warn_unused_result))

#endif
