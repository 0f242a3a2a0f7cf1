/* lanes_256: lanes of AVX2. On x86-64 only processors with AVX2 may run this. */
#define LANES 256
#define WIDTH lanes_width_256
#define NAME  "256"
#include "body.h"
