/*
 * The atomic construct (specification, 2.7.4), for every arithmetic type of 1 to 8 bytes and for pointers.
 *
 *     #pragma omp atomic
 *     x[i] += f(j);        becomes        gpump_atomic_add(&x[i], f(j));
 *
 * `x++` and `++x` add 1, `x--` and `--x` subtract it. What C computes is x = x op expr, in the common type of both,
 * converted to x's type at the end: an int that is multiplied by 1.5 goes through double. So a native atomic is
 * used only where it comes to the same: integers with integers, a float or double with what does not widen it, and of
 * floats what leaves no subnormal number, which the instruction would take for zero.
 * All else is done by compare-and-swap on the bytes of x, again until nobody came in between.
 *
 * CUDA has no compare-and-swap for a single byte; there the word around it is exchanged. The neighbours are written
 * back as they were, or the exchange fails and is tried again.
 *
 * long double has another size on the device than on the host, and complex types do not exist there: gpump refuses
 * both.
 */
#ifndef GPUMP_CUDA_ATOMICS_H
#define GPUMP_CUDA_ATOMICS_H

#include "threads.h"

#include <type_traits>

/* ---- Compare-and-swap by size --------------------------------------------------------------------------- */

template <int Size> struct gpump_bits;

template <> struct gpump_bits<8> {
    typedef unsigned long long type;
    static __device__ type load(type *address) { return gpump_load(address); }
    static __device__ type swap(type *address, type expected, type wanted)
    {
        return atomicCAS(address, expected, wanted);
    }
};

template <> struct gpump_bits<4> {
    typedef unsigned int type;
    static __device__ type load(type *address) { return gpump_load(address); }
    static __device__ type swap(type *address, type expected, type wanted)
    {
        return atomicCAS(address, expected, wanted);
    }
};

template <> struct gpump_bits<2> {
    typedef unsigned short type;
    static __device__ type load(type *address) { return gpump_load(address); }
    static __device__ type swap(type *address, type expected, type wanted)
    {
        return atomicCAS(address, expected, wanted);
    }
};

template <> struct gpump_bits<1> {
    typedef unsigned char type;
    static __device__ type load(type *address) { return gpump_load(address); }
    static __device__ type swap(type *address, type expected, type wanted)
    {
#ifdef GPUMP_EMULATOR
        return atomicCAS(address, expected, wanted);
#else
        unsigned int shift = (unsigned int)(reinterpret_cast<uintptr_t>(address) & 3) * 8;
        unsigned int *word = reinterpret_cast<unsigned int *>(reinterpret_cast<uintptr_t>(address) & ~(uintptr_t)3);
        unsigned int around = gpump_load(word);
        for (;;) {
            type seen = (type)(around >> shift);
            if (seen != expected)
                return seen;
            unsigned int changed = (around & ~(255u << shift)) | (unsigned int)wanted << shift;
            unsigned int found = atomicCAS(word, around, changed);
            if (found == around)
                return expected;
            around = found;
        }
#endif
    }
};

/* ---- The operators --------------------------------------------------------------------------------------- */

/* A compiler that reads C++ has things to say about `bool += int` and the like that C allows: each operator is
   written as C means it. */
#define GPUMP_OPERATOR(name, expression)                                                  \
    struct gpump_op_##name {                                                              \
        template <class A, class B> static __device__ auto apply(A a, B b)                \
        {                                                                                 \
            return expression;                                                            \
        }                                                                                 \
    };
GPUMP_OPERATOR(add, a + b)
GPUMP_OPERATOR(sub, a - b)
GPUMP_OPERATOR(mul, a *b)
GPUMP_OPERATOR(div, a / b)
GPUMP_OPERATOR(and, a &b)
GPUMP_OPERATOR(or, a | b)
GPUMP_OPERATOR(xor, a ^ b)
GPUMP_OPERATOR(shl, a << b)
GPUMP_OPERATOR(shr, a >> b)
GPUMP_OPERATOR(logical_and, a != 0 && b != 0)
GPUMP_OPERATOR(logical_or, a != 0 || b != 0)

/* ---- The general form ------------------------------------------------------------------------------------ */

template <class Op, class T, class E> static inline __device__ void gpump_atomic_by_swap(T *address, E value)
{
    if (gpump_is_private(address)) {
        *address = (T)Op::apply(*address, value);
        return;
    }
    typedef gpump_bits<sizeof(T)> bits;
    typename bits::type *place = reinterpret_cast<typename bits::type *>(address);
    union both {
        typename bits::type word;
        T value;
        __device__ both() {}
    } old, changed;
    typename bits::type seen = bits::load(place);
    do {
        old.word = seen;
        changed.word = 0;
        changed.value = (T)Op::apply(old.value, value);
        seen = bits::swap(place, old.word, changed.word);
    } while (seen != old.word);
}

/* Is the native integer operation of T's size the same as C's on T and E? Then it is done on the unsigned type. */
template <class T, class E> struct gpump_native_integer {
    static const bool value = std::is_integral<T>::value && !std::is_same<T, bool>::value &&
                              std::is_integral<E>::value && sizeof(T) >= 4;
};

template <class T, class E> struct gpump_native_float {
    static const bool value =
        (std::is_same<T, float>::value || std::is_same<T, double>::value) && std::is_arithmetic<E>::value &&
        std::is_same<decltype(T() + E()), T>::value;
};

/* Is the native addition of a value what C computes, whatever the variable has? That of a float takes subnormal numbers for
   zero, before and after (PTX ISA, atom). From 2 to the -101 on neither matters: then two normal numbers have no subnormal sum,
   for it is a multiple of their last places, and a subnormal number is less than half of the value's last place. What is
   smaller is added by compare-and-swap; so is zero, which must leave a subnormal number as it is. */
static inline __device__ bool gpump_adds_natively(float value)
{
    return !(value < 0x1p-101f && value > -0x1p-101f);
}
static inline __device__ bool gpump_adds_natively(double)
{
    return true;
}

template <class T> static inline __device__ typename gpump_bits<sizeof(T)>::type *gpump_word(T *address)
{
    return reinterpret_cast<typename gpump_bits<sizeof(T)>::type *>(address);
}

/* The same address, of which the compiler no longer knows that it is a private variable's: for those there is another
   branch, and it would warn of this one. */
template <class T> static inline __device__ T *gpump_not_private(T *address)
{
#if defined(__CUDA_ARCH__)
    asm("" : "+l"(address));
    __builtin_assume(__isGlobal(address));
#endif
    return address;
}

template <class T, class E> static inline __device__ void gpump_atomic_add(volatile T *x, E value)
{
    T *address = const_cast<T *>(x);
    if (gpump_is_private(address))
        *address = (T)gpump_op_add::apply(*address, value);
    else if constexpr (gpump_native_integer<T, E>::value)
        atomicAdd(gpump_word(gpump_not_private(address)), (typename gpump_bits<sizeof(T)>::type)value);
    else if constexpr (gpump_native_float<T, E>::value) {
        if (gpump_adds_natively((T)value))
            atomicAdd(gpump_not_private(address), (T)value);
        else
            gpump_atomic_by_swap<gpump_op_add>(address, value);
    } else
        gpump_atomic_by_swap<gpump_op_add>(address, value);
}

template <class T, class E> static inline __device__ void gpump_atomic_sub(volatile T *x, E value)
{
    T *address = const_cast<T *>(x);
    if (gpump_is_private(address))
        *address = (T)gpump_op_sub::apply(*address, value);
    else if constexpr (gpump_native_integer<T, E>::value)
        atomicAdd(gpump_word(gpump_not_private(address)), (typename gpump_bits<sizeof(T)>::type)0 - (typename gpump_bits<sizeof(T)>::type)value);
    else if constexpr (gpump_native_float<T, E>::value) {
        if (gpump_adds_natively((T)value))
            atomicAdd(gpump_not_private(address), -(T)value);
        else
            gpump_atomic_by_swap<gpump_op_sub>(address, value);
    } else
        gpump_atomic_by_swap<gpump_op_sub>(address, value);
}

#define GPUMP_ATOMIC_BITWISE(name, native)                                                                     \
    template <class T, class E> static inline __device__ void gpump_atomic_##name(volatile T *x, E value)      \
    {                                                                                                          \
        T *address = const_cast<T *>(x);                                                                       \
        if (gpump_is_private(address))                                                                         \
            *address = (T)gpump_op_##name::apply(*address, value);                                             \
        else if constexpr (gpump_native_integer<T, E>::value)                                                  \
            native(gpump_word(gpump_not_private(address)), (typename gpump_bits<sizeof(T)>::type)value);                          \
        else                                                                                                   \
            gpump_atomic_by_swap<gpump_op_##name>(address, value);                                             \
    }
GPUMP_ATOMIC_BITWISE(and, atomicAnd)
GPUMP_ATOMIC_BITWISE(or, atomicOr)
GPUMP_ATOMIC_BITWISE(xor, atomicXor)

#define GPUMP_ATOMIC_OTHER(name)                                                                               \
    template <class T, class E> static inline __device__ void gpump_atomic_##name(volatile T *x, E value)      \
    {                                                                                                          \
        gpump_atomic_by_swap<gpump_op_##name>(const_cast<T *>(x), value);                                      \
    }
GPUMP_ATOMIC_OTHER(mul)
GPUMP_ATOMIC_OTHER(div)
GPUMP_ATOMIC_OTHER(shl)
GPUMP_ATOMIC_OTHER(shr)

#endif
