/* drawing_texts: the drawings compiled in, generated from schema/maps by the Makefile. */
#include "drawing.h"

#include "drawing_texts.inc"
