/*
 * What the device's text of a translated program includes: kernels, and the functions that they call.
 *
 *     team.h      the team, as host and device know it
 *     describe.h  a region, for the host to launch
 *     threads.h   entering a region, the thread's number, barriers, master, flush, nested regions
 *     barriers.h  of a block and of a grid;  warps.h: threads of a warp that are together
 *     loops.h     for, ordered;  sections.h: sections, single
 *     nests.h     loops that are shared out together;  groups.h: threads that run an iteration together
 *     collapse.h  loops whose iterations are one space
 *     uneven.h    of which an inner one has other iterations each time;  doacross.h: iterations that wait for others
 *     conditional.h  lastprivate(conditional: x): the value of the last assignment
 *     elements.h  elements of memory that a loop keeps in registers
 *     reduce.h    reductions;  reduced.h: of arrays, and by the program's own operators
 *     bare.h      all this where a region needs nothing of its team
 *     locks.h     critical;  omp.h: the library routines
 *     atomics.h   atomic
 *     data.h      copyprivate, threadprivate, copyin, the host's variables, pointers to functions
 *     library.h   the C library on the device;  language.h: words that C++ has not
 *     arrays.h    arrays of variable length;  cstyle.h: operators that C++ has not
 *     gpump_complex.h  complex numbers: the text includes it itself, behind this, where it has some
 *     style.h     warnings that are switched off;  letters_aside.h: macros whose names are single letters
 */
#ifndef GPUMP_DEVICE_H
#define GPUMP_DEVICE_H

#include "letters_aside.h"

#include "style.h"

#include <cuda_runtime.h>

#include "layout.h"
#include "team.h"

#include "threads.h"

#include "atomics.h"
#include "collapse.h"
#include "conditional.h"
#include "data.h"
#include "describe.h"
#include "elements.h"
#include "groups.h"
#include "bare.h"
#include "locks.h"
#include "loops.h"
#include "given.h"
#include "nests.h"
#include "reduce.h"
#include "sections.h"

#include "library.h"

#include "doacross.h"
#include "omp.h"

#include "arrays.h"
#include "reduced.h"
#include "cstyle.h"
#include "language.h"

#include "letters_back.h"

#endif
