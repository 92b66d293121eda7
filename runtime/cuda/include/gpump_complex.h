/* See takeover.h here. */
#pragma GCC system_header
#include "../gpump_complex_functions.h"
