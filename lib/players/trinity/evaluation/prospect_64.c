/* prospect_64: values of lanes of a plain machine word. */
#define LANES 64
#define VALUE prospect_value_64
#include "prospect_body.h"
