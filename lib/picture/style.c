/* style: the style of pictures, from picture.css. */
#include "picture.h"

const char picture_style[] =
#include "picture_style.inc"
	;
