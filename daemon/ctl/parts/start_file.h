/* start_file: the position that a tournament's games begin with, from a case file. */
#ifndef ARESFARM_CTL_START_FILE_H
#define ARESFARM_CTL_START_FILE_H

#include "formats/cases/cases.h"
#include "db/record/stored.h"

struct start_file {
	char id[CASE_ID_SIZE];
	struct stored stored; /* packed as a row of boards */
};

/* Reads FILE, which has one case, or FILE:CASE. The position is that of the case's first phase; its
 * orders and expectations are ignored. False, with the reason printed, if the case does not exist,
 * or if no game can begin with it by these rules. */
MUST_CHECK bool start_file_read(const char *text, const struct map *map, const char *map_name,
                                const struct rules *rules, struct start_file *start);

#endif
