/* The functions are the header's. */
#include "part.h"
