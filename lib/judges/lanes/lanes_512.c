/* lanes_512: lanes of AVX-512. On x86-64 only processors with AVX-512 may run this. */
#define LANES 512
#define WIDTH lanes_width_512
#define NAME  "512"
#include "body.h"
