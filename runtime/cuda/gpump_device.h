/*
 * What the device's text of a translated program includes: kernels, and the functions that they call.
 *
 *     team.h      the team, as host and device know it
 *     region.h    a region, for the host to launch
 *     threads.h   entering a region, the thread's number, barriers, master, flush, nested regions
 *     loops.h     for, ordered;  sections.h: sections, single
 *     reduce.h    reductions
 *     locks.h     critical;  omp.h: the library routines
 *     atomics.h   atomic
 *     data.h      copyprivate, threadprivate, copyin, the host's variables, pointers to functions
 *     library.h   the C library on the device;  language.h: words that C++ has not
 */
#ifndef GPUMP_DEVICE_H
#define GPUMP_DEVICE_H

/* A private variable may be one that only its clause mentions, and what lastprivate reads is set by the thread that
   ran the last iteration. No one should have to read warnings about that: 177 is "declared but never referenced",
   550 "set but never used", 549 "used before its value is set". */
#if defined(__CUDACC__)
#pragma nv_diag_suppress 177
#pragma nv_diag_suppress 549
#pragma nv_diag_suppress 550
#endif
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif

#include <cuda_runtime.h>

#include "team.h"

#include "threads.h"

#include "atomics.h"
#include "data.h"
#include "locks.h"
#include "loops.h"
#include "omp.h"
#include "reduce.h"
#include "region.h"
#include "sections.h"

#include "library.h"

#include "language.h"

#endif
