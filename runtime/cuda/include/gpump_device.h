/* See takeover.h here. */
#pragma GCC system_header
#include "../gpump_device.h"
