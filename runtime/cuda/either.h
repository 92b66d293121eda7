/*
 * What host and device compute alike. In a single file (gpump_single.h) the host's text is C++ as well, and uses the
 * same operators and classes in place of what C++ has not.
 *
 * Templates over a program's types are inlined without optimisation, too: two files may have different types of one name, and
 * a linker takes the same template of both for one function.
 *
 * And how a function of C's library that the device has is declared.
 */
#ifndef GPUMP_CUDA_EITHER_H
#define GPUMP_CUDA_EITHER_H

#define GPUMP_EITHER __host__ __device__
#define GPUMP_INLINED GPUMP_EITHER __forceinline__
#define GPUMP_C static inline __device__

#endif
