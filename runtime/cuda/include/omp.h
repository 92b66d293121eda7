/* See takeover.h here. */
#include "../omp.h"
