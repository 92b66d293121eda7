/*
 * The omp.h of translated programs. A file may go on including <omp.h>; its calls of omp_ routines have
 * become gpump_ ones, and what is left are the types. The C compiler's own omp.h would bring
 * declarations that clash with nothing today and may tomorrow, so this one is found first.
 */
#ifndef GPUMP_OMP_H
#define GPUMP_OMP_H

#include <gpump_all.h>

typedef gpump_lock_t omp_lock_t;

#endif
