/* What the device's text of a translation begins with in the emulator: all that g++ can read precompiled. */
#include "gpump_emulator.h"

#include <gpump_device.h>
