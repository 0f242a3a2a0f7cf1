/* range: the least and the most that a decision can still become (DATC chapter 5). A strength is a
 * number. For every other decision 0 is no and 1 is yes. */
#ifndef ARESFARM_RANGE_H
#define ARESFARM_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct range {
	int8_t least, most;
};

static inline struct range exactly(int value)
{
	return (struct range){value, value};
}
static inline bool is_decided(struct range r)
{
	return r.least == r.most;
}
static inline struct range opposite(struct range r)
{
	return (struct range){1 - r.most, 1 - r.least};
}

static inline struct range both(struct range r, struct range s)
{
	return (struct range){MIN(r.least, s.least), MIN(r.most, s.most)};
}

static inline struct range either(struct range r, struct range s)
{
	return (struct range){MAX(r.least, s.least), MAX(r.most, s.most)};
}

static inline struct range plus(struct range r, struct range s)
{
	return (struct range){r.least + s.least, r.most + s.most};
}

/* `yes` where `which` is yes, `no` where it is no. Undecided: both are possible. */
static inline struct range choose(struct range which, struct range yes, struct range no)
{
	if (is_decided(which))
		return which.least ? yes : no;
	return (struct range){MIN(yes.least, no.least), MAX(yes.most, no.most)};
}

static inline struct range beats(struct range r, struct range s)
{
	return (struct range){r.least > s.most, r.most > s.least};
}

#endif
