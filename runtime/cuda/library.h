/*
 * The C library on the device: what the functions that a region calls may themselves call. library.txt has the names.
 *
 *     library_text.h     string.h, strings.h, ctype.h
 *     library_print.h    printf and its kin, fputs, fwrite, fflush
 *     library_memory.h   malloc and its kin, strdup
 *     library_host.h     exit, abort, assert; time and sleep; getenv; reading files
 *     library_numbers.h  abs, div; strtol, strtod and their kin
 *     library_scan.h     sscanf
 *     library_random.h   rand, random, drand48 and their kin
 *     library_sort.h     qsort, bsearch
 *     library_builtins.h gcc's own functions, of which builtins.txt has the names
 *     library_math.h     math.h
 *
 * The functions have C's names with gpump_ before them, and the device's text calls them so; only those of math.h keep
 * their names. CUDA has device functions printf, malloc and free of its own, which are not used: that printf drops what its
 * buffer does not hold, and a block of that malloc means nothing to the host.
 *
 * errno is not set.
 */
#ifndef GPUMP_CUDA_LIBRARY_H
#define GPUMP_CUDA_LIBRARY_H

#include "library_text.h"

#include "library_print.h"

#include "library_memory.h"

#include "library_host.h"

#include "library_numbers.h"
#include "library_random.h"
#include "library_scan.h"
#include "library_sort.h"

#include "library_builtins.h"

/* The last: it defines macros with the names of C's functions. */
#include "library_math.h"

#endif
