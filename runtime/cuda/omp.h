/*
 * The omp.h of translated programs (specification 5.2, chapter 18). The C compiler's own is not used: locks have to mean
 * the same on both sides.
 *
 * For the host's text these are functions (omp_host.h), which the runtime defines (routines.h). For the device's text those that
 * it has are device functions of the same names (omp_device.h).
 *
 * Where the specification leaves a choice: nested regions are teams of one on the device, and a program that asks for more has them on
 * the host. omp_in_parallel is true in a team of more than one thread. omp_set_num_threads, omp_set_dynamic, omp_set_nested and
 * omp_set_max_active_levels are for the serial part of the program and for the host's regions; in one on the device they do nothing.
 */
#ifndef GPUMP_OMP_H
#define GPUMP_OMP_H

#ifndef _OPENMP
#define _OPENMP 201511
#endif

#if defined(GPUMP_HOST) || (!defined(__CUDACC__) && !defined(GPUMP_EMULATOR))
#define GPUMP_OMP_HOST
#elif defined(GPUMP_SINGLE)
/* Both, of which the device's stand where the device's text does (gpump_single.h). */
#define GPUMP_OMP_HOST
#define GPUMP_OMP_DEVICE
#else
#define GPUMP_OMP_DEVICE
#endif

#ifdef GPUMP_OMP_HOST
#include "omp_host.h"
#endif

#ifdef GPUMP_OMP_DEVICE
#include "omp_device.h"
#endif

#endif
