/* map_import: the subcommand of map that reads map files of the e-mail Judge. */
#ifndef ARESFARM_CTL_MAP_IMPORT_H
#define ARESFARM_CTL_MAP_IMPORT_H

#include "base/options/options.h"

extern const struct command ctl_map_import;

#endif
