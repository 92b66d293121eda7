/* This folder has the names that translated programs include, and no others: <threads.h> is the system's. Compilers look into
   it first (-I), so that no other omp.h is found; of what the system's headers do they say nothing. */
#pragma GCC system_header
#include "../takeover.h"
