/* Stands in for the header of this name when the emulator takes the place of CUDA. */
#include "gpump_emulator.h"
