/*
 * What a region or a function is given, read from a large structure.
 *
 *     const int first = gpump_given(shared.first);
 *
 * nvcc 13.0 takes an object of a function's own for a copy of a parameter where one of its members begins with the parameter's member at
 * the same offset, if the parameter has more than 128 bytes: its other members are then read from the parameter, too. That goes for
 * kernels, and for functions that are not expanded in line.
 *
 *     __global__ void kernel(large_t shared)
 *     {
 *         range_t range = {shared.first, 1, shared.count - shared.first};     shared.first lies at 0, as range.first does
 *         ... range.count ...                                                 is what lies in `shared` there
 *
 * A value that has gone through a register is nobody's copy. It costs no instruction. A structure goes through memory.
 */
#ifndef GPUMP_GIVEN_H
#define GPUMP_GIVEN_H

#include <string.h>
#include <type_traits>

#if defined(__CUDA_ARCH__)
static __forceinline__ __device__ void gpump_through_register(unsigned long long &bits) { asm("" : "+l"(bits)); }
static __forceinline__ __device__ void gpump_through_register(unsigned int &bits) { asm("" : "+r"(bits)); }
#endif

template <class T> static __forceinline__ __device__ typename std::remove_volatile<T>::type gpump_given(const T &member)
{
    typename std::remove_volatile<T>::type value = member;
#if defined(__CUDA_ARCH__)
    if constexpr (std::is_scalar<T>::value && sizeof(T) <= 8) {
        typename std::conditional<sizeof(T) == 8, unsigned long long, unsigned int>::type bits = 0;
        memcpy(&bits, &value, sizeof value);
        gpump_through_register(bits);
        memcpy(&value, &bits, sizeof value);
    } else {
        asm volatile("" : : "l"(&value) : "memory");
    }
#endif
    return value;
}

#endif
