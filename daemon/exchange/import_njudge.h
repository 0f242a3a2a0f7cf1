/* import_njudge: the e-mail Judge's reports become a position and the orders before it. */
#ifndef ARESFARM_CTL_IMPORT_NJUDGE_H
#define ARESFARM_CTL_IMPORT_NJUDGE_H

#include "base/options/options.h"

/* Reads files with reports of one game, in their sequence, and prints cases on standard output: the
 * last phase with its orders (all: every phase), and the position after it, called next. Nothing
 * is printed before all is read. The exit status: 1 where the mails differ from our judge. */
int import_njudge(const char *command, const struct words *files, const char *map_name,
                  const char *rules, bool all);

#endif
