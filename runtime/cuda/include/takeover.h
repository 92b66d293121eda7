/* This folder has the names that translated programs include, and no others: <threads.h> is the system's. */
#include "../takeover.h"
