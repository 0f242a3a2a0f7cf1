/* style: how a picture looks: picture.css. */
#include "picture.h"

const char picture_style[] =
#include "picture_style.inc"
	;
