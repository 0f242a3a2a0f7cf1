/* import_njudge: converts reports of the e-mail Judge to a position and the orders before it. */
#ifndef ARESFARM_CTL_IMPORT_NJUDGE_H
#define ARESFARM_CTL_IMPORT_NJUDGE_H

#include "base/options/options.h"

/* Reads files with reports of one game, in order, and prints cases on standard output: the last
 * phase with its orders (all: every phase), and the position after it, named next. Nothing is
 * printed until everything is read. The exit status is 1 if the mails differ from our judge. */
int import_njudge(const struct words *files, const char *map_name, const char *rules, bool all);

#endif
