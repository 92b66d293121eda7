/*
 * The first thing in an object of a project (`gpump cc`) that was translated: whoever links it sees by this section that
 * the program needs the runtime. The device's text has no such mark, since each comes with a host text.
 */
#pragma GCC system_header
#ifndef GPUMP_OBJECT_H
#define GPUMP_OBJECT_H

#include "takeover.h"

#ifdef __ELF__
__attribute__((section(".gpump.host"), used)) static const char gpump_object_mark = 1;
#endif

#endif
