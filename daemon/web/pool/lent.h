/* lent: a session with the rights of farm_web, which the desks of people who have logged in borrow
 * for a moment: what everybody may see, such as maps, their own roles may not read. */
#ifndef ARESFARM_LENT_H
#define ARESFARM_LENT_H

#include "db/target.h"

/* target must live as long. */
void lent_open(const struct target *target);

/* Waits until nobody has it. NULL: the database does not answer. It must be given back in any case.
 */
struct db *lent_take(void);
void lent_give_back(void);

/* Once nobody borrows it any more. */
void lent_close(void);

#endif
