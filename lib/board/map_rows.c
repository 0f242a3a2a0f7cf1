/* map_rows: the maps compiled in, generated from schema/maps by the Makefile. */
#include "map.h"

#include "map_rows.inc"
