/* What gcc and the C library make of the operations: see complex_alone.h. */
#include "complex_alone.h"

const struct operation operations_of_c[] = {OPERATIONS(QUICK_ENTRY, SLOW_ENTRY)};
