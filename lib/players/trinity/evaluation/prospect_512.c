/* prospect_512: values of lanes of AVX-512. On x86-64 only processors with AVX-512 may run this. */
#define LANES 512
#define VALUE prospect_value_512
#include "prospect_body.h"
