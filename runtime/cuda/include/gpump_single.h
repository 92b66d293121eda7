/* See takeover.h here. */
#include "../gpump_single.h"
