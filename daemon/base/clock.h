/* clock: the monotonic clock, which is unaffected by changes of the system time. */
#ifndef ARESFARM_CLOCK_H
#define ARESFARM_CLOCK_H

#include <stdint.h>

uint64_t clock_ns(void);
int64_t clock_ms(void);

#endif
