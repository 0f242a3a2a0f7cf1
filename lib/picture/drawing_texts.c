/* drawing_texts: the compiled-in drawings, generated from schema/maps by the Makefile. */
#include "drawing.h"

#include "drawing_texts.inc"
