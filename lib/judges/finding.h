/* finding: a truth value, and the assumptions it rests on. These are no more than the value needs.
 */
#ifndef ARESFARM_FINDING_H
#define ARESFARM_FINDING_H

#include "board/set.h"

/* A truth value, and the orders it rests on. These orders are under way or undecided: their success
 * is only assumed. Without such orders the value is certain. */
struct finding {
	bool value;
	unit_set rests_on;
};

static inline struct finding certain(bool value)
{
	return (struct finding){value, 0};
}
static inline bool is_certain(struct finding f, bool value)
{
	return f.value == value && !f.rests_on;
}
static inline struct finding not_(struct finding f)
{
	return (struct finding){!f.value, f.rests_on};
}

static inline struct finding and_(struct finding f, struct finding g)
{
	if (f.value && g.value)
		return (struct finding){true, f.rests_on | g.rests_on};
	return !f.value && (g.value || !f.rests_on) ? f : g;
}

static inline struct finding or_(struct finding f, struct finding g)
{
	return not_(and_(not_(f), not_(g)));
}

/* One plus the supports of an order. */
struct sum {
	int least, most;                /* by the certain ones only */
	int value;                      /* by all */
	unit_set rests_on, rests_on_no; /* of those given, and of those not given */
};

static const struct sum nothing_but_one = {.least = 1, .most = 1, .value = 1};

static inline void add_support(struct sum *sum, struct finding given)
{
	sum->least += is_certain(given, true);
	sum->most += !is_certain(given, false);
	sum->value += given.value;
	*(given.value ? &sum->rests_on : &sum->rests_on_no) |= given.rests_on;
}

static inline struct finding exceeds(const struct sum *s, const struct sum *t)
{
	if (s->least > t->most || s->most <= t->least)
		return certain(s->least > t->most);
	return s->value > t->value ? (struct finding){true, s->rests_on | t->rests_on_no}
	                           : (struct finding){false, s->rests_on_no | t->rests_on};
}

#endif
