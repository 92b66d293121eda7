/*
 * Loops that count by a pointer (OpenMP 3.0, 2.5.1).
 *
 *     #pragma omp for
 *     for (struct point *p = points; p < points + n; p++)
 *
 * becomes
 *
 *     for (auto p : gpump_for(gpump_range<struct point *>(points, '<', points + n, 1)))
 *
 * The step of such a range is one in bytes: then a value is a first address and a distance, as that of a number is.
 */
#ifndef GPUMP_CUDA_POINTER_LOOPS_H
#define GPUMP_CUDA_POINTER_LOOPS_H

#include "either.h"
#include "loops.h"

#include <stdint.h>

template <class E> struct gpump_range<E *> {
    E *first;
    unsigned long long step; /* negative ones wrap around */
    unsigned long long count;

    /* What leads there may be a pointer to void, or an array. Inlined, since it asks for a type's size (either.h). */
    template <class A, class B, class S>
    GPUMP_INLINED gpump_range(const A &start, int relation, const B &bound, S by)
        : first(pointer(address(start))), step((unsigned long long)by * sizeof(E))
    {
        /* Both lead into one object, or one past its end. */
        const long long distance = (long long)(address(bound) - address(start));
        count = gpump_range<long long>(0ll, relation, distance, (long long)step).count;
    }

    __host__ __device__ E *operator[](unsigned long long k) const { return pointer(address(first) + k * step); }
    __host__ __device__ E *after() const { return (*this)[count]; }
    __host__ __device__ unsigned long long number(E *value) const
    {
        const unsigned long long from = address(first), to = address(value);
        return (long long)step > 0 ? (to - from) / step : (from - to) / (0 - step);
    }

private:
    template <class P> static __host__ __device__ unsigned long long address(const P &place)
    {
        if constexpr (std::is_arithmetic<P>::value) /* a null pointer */
            return 0;
        else
            return (unsigned long long)reinterpret_cast<uintptr_t>(static_cast<const volatile void *>(place));
    }
    static __host__ __device__ E *pointer(unsigned long long address)
    {
        return reinterpret_cast<E *>((uintptr_t)address);
    }
};

#endif
