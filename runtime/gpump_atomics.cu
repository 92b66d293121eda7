/*
 * atomicAdd for the integer types that CUDA leaves out, so that a reduction works on all of them: the
 * generated code says atomicAdd(&(gpump_li0->x), x) whatever x is (thesis, 8.2.5).
 *
 * Signed and unsigned addition are the same on two's complement, so the 64-bit types borrow CUDA's unsigned
 * one. For the narrow types the 32-bit word that holds the value is changed by compare-and-swap, again until
 * nobody came in between.
 */
#ifndef GPUMP_ATOMICS_CU
#define GPUMP_ATOMICS_CU

#include <stdint.h>

template <class T, class Add> __device__ T gpump_atomic_change_narrow(T *address, Add add)
{
    unsigned int shift = (unsigned int)(reinterpret_cast<uintptr_t>(address) & 3) * 8;
    unsigned int *word = reinterpret_cast<unsigned int *>(reinterpret_cast<uintptr_t>(address) & ~(uintptr_t)3);
    unsigned int ones = (1u << 8 * sizeof(T)) - 1;
    unsigned int seen = atomicCAS(word, 0u, 0u), expected;
    do {
        expected = seen;
        unsigned int changed = (unsigned int)add((T)(expected >> shift & ones)) & ones;
        seen = atomicCAS(word, expected, (expected & ~(ones << shift)) | changed << shift);
    } while (seen != expected);
    return (T)(seen >> shift & ones);
}

template <class T> struct gpump_sum_t {
    T value;
    __device__ T operator()(T old) const { return (T)(old + value); }
};

/* In C, b += x on a _Bool is true when either was. */
template <> struct gpump_sum_t<bool> {
    bool value;
    __device__ bool operator()(bool old) const { return old || value; }
};

#define GPUMP_ATOMIC_ADD_NARROW(T)                                         \
    static inline __device__ T atomicAdd(T *address, T value)              \
    {                                                                      \
        return gpump_atomic_change_narrow(address, gpump_sum_t<T>{value}); \
    }
#define GPUMP_ATOMIC_ADD_WIDE(T)                                                                              \
    static inline __device__ T atomicAdd(T *address, T value)                                                 \
    {                                                                                                         \
        static_assert(sizeof(T) == 8, "");                                                                    \
        return (T)atomicAdd(reinterpret_cast<unsigned long long *>(address), (unsigned long long)value);      \
    }

GPUMP_ATOMIC_ADD_NARROW(bool)
GPUMP_ATOMIC_ADD_NARROW(char)
GPUMP_ATOMIC_ADD_NARROW(signed char)
GPUMP_ATOMIC_ADD_NARROW(unsigned char)
GPUMP_ATOMIC_ADD_NARROW(short)
GPUMP_ATOMIC_ADD_NARROW(unsigned short)
GPUMP_ATOMIC_ADD_WIDE(long long)
GPUMP_ATOMIC_ADD_WIDE(long)
GPUMP_ATOMIC_ADD_WIDE(unsigned long)

#endif
