/*
 * Warnings about the program's style, switched off: the device's text is what its author wrote for another compiler.
 * And a private variable may be one that only its clause mentions; what lastprivate reads is set by the thread that ran
 * the last iteration.
 *
 *      68  an integer constant that changes its sign      111  a statement that is not reached
 *     128  a loop that is not reached                     170  a pointer in front of an array, whose indices begin at 1
 *     174  an expression without an effect                177  a variable that is never used
 *     186  a comparison of an unsigned number with zero   187  `=` where `==` may have been meant
 *     549  a value that is used before it is set          550  a variable that is set and never used
 *     780  a variable whose name a loop before has declared for itself
 *     940  a function that may end without a value       1143  arithmetic with `void *`
 *    1422  a character constant of several characters    1443  `__real__` and `__imag__` of a number that is not complex
 *    2464  a string literal as a `char *`                2949  a main with C's linkage (gpump_single.h)
 */
#ifndef GPUMP_CUDA_STYLE_H
#define GPUMP_CUDA_STYLE_H

#if defined(__CUDACC__)
#pragma nv_diag_suppress 68, 111, 128, 170, 174, 177, 186, 187, 549, 550, 780, 940, 1143, 1422, 1443, 2464, 2949
#endif
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wwrite-strings"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif

#endif
