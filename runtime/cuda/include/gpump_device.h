/* See takeover.h here. */
#include "../gpump_device.h"
