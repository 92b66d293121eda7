/* See takeover.h here. */
#include "../gpump.h"
