/* lanes_64: lanes of a plain machine word. */
#define LANES 64
#define WIDTH lanes_width_64
#define NAME  "64"
#include "body.h"
