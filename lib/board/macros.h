/* macros: words that C lacks. */
#ifndef ARESFARM_MACROS_H
#define ARESFARM_MACROS_H

/* Marks a function whose result reports success: callers must check it. */
#define MUST_CHECK __attribute__((warn_unused_result))

/* The smaller and the larger of two numbers. An argument may be evaluated twice. */
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* What a noun ends with if there are n. */
#define PLURAL(n) ((n) == 1 ? "" : "s")

#endif
