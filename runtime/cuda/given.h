/*
 * What a region is given, read from a large structure.
 *
 *     const int first = gpump_given(shared.first);
 *
 * nvcc 13.0 takes an object of a function's own for a copy of a kernel's parameter where one of its members begins with the parameter's
 * member at the same offset, if the parameter has more than 128 bytes: its other members are then read from the parameter, too.
 *
 *     __global__ void kernel(large_t shared)
 *     {
 *         range_t range = {shared.first, 1, shared.count - shared.first};     shared.first lies at 0, as range.first does
 *         ... range.count ...                                                 is what lies in `shared` there
 *
 * A value that has gone through a register is nobody's copy. It costs no instruction.
 */
#ifndef GPUMP_GIVEN_H
#define GPUMP_GIVEN_H

#include <string.h>
#include <type_traits>

template <class T> static __forceinline__ __device__ typename std::remove_volatile<T>::type gpump_given(const T &member)
{
    typename std::remove_volatile<T>::type value = member;
#if defined(__CUDA_ARCH__)
    if constexpr (std::is_class<T>::value || std::is_union<T>::value) {
        asm volatile("" : : "l"(&value) : "memory");
    } else if constexpr (sizeof(T) == 8) {
        unsigned long long bits;
        memcpy(&bits, &value, 8);
        asm("" : "+l"(bits));
        memcpy(&value, &bits, 8);
    } else if constexpr (sizeof(T) == 4) {
        unsigned int bits;
        memcpy(&bits, &value, 4);
        asm("" : "+r"(bits));
        memcpy(&value, &bits, 4);
    } else if constexpr (sizeof(T) == 2) {
        unsigned short bits;
        memcpy(&bits, &value, 2);
        asm("" : "+h"(bits));
        memcpy(&value, &bits, 2);
    } else if constexpr (sizeof(T) == 1) {
        unsigned char byte;
        memcpy(&byte, &value, 1);
        unsigned short bits = byte;
        asm("" : "+h"(bits));
        byte = (unsigned char)bits;
        memcpy(&value, &byte, 1);
    } else {
        asm volatile("" : : "l"(&value) : "memory");
    }
#endif
    return value;
}

#endif
