/* prospect_256: values of lanes of AVX2. On x86-64 only processors with AVX2 may run this. */
#define LANES 256
#define VALUE prospect_value_256
#include "prospect_body.h"
