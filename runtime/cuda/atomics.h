/*
 * The atomic construct (specification, 2.7.4; 3.1, 2.8.5), for every arithmetic type of 1 to 8 bytes and for pointers.
 *
 *     #pragma omp atomic
 *     x[i] += f(j);        becomes        gpump_atomic_add(&x[i], f(j));
 *
 * `x++` and `++x` add 1, `x--` and `--x` subtract it; x = expr - x is gpump_atomic_rsub, and so on. Where the value is captured,
 * gpump_atomic_fetch_add gives that from before and gpump_atomic_add_fetch that from after, each in x's type. What C computes is x = x op expr, in the common type of both,
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

#include <stdint.h>
#include <string.h>
#include <type_traits>

/* ---- CUDA's own ------------------------------------------------------------------------------------------- */

/* In the emulator a call for each would be most of what they cost. */
#if defined(GPUMP_EMULATOR) && !defined(GPUMP_EMULATOR_WATCH)
#define GPUMP_NATIVE_ADD ::gpump_emulator::add_in_place
#define GPUMP_NATIVE_SWAP ::gpump_emulator::swap_in_place
#else
#define GPUMP_NATIVE_ADD atomicAdd
#define GPUMP_NATIVE_SWAP atomicCAS
#endif

/* ---- Compare-and-swap by size --------------------------------------------------------------------------- */

template <int Size> struct gpump_bits;

template <> struct gpump_bits<8> {
    typedef unsigned long long type;
    static __device__ type load(type *address) { return gpump_load(address); }
    static __device__ type swap(type *address, type expected, type wanted)
    {
        return GPUMP_NATIVE_SWAP(address, expected, wanted);
    }
};

template <> struct gpump_bits<4> {
    typedef unsigned int type;
    static __device__ type load(type *address) { return gpump_load(address); }
    static __device__ type swap(type *address, type expected, type wanted)
    {
        return GPUMP_NATIVE_SWAP(address, expected, wanted);
    }
};

template <> struct gpump_bits<2> {
    typedef unsigned short type;
    static __device__ type load(type *address) { return gpump_load(address); }
    static __device__ type swap(type *address, type expected, type wanted)
    {
        return GPUMP_NATIVE_SWAP(address, expected, wanted);
    }
};

template <> struct gpump_bits<1> {
    typedef unsigned char type;
    static __device__ type load(type *address) { return gpump_load(address); }
    static __device__ type swap(type *address, type expected, type wanted)
    {
#ifdef GPUMP_EMULATOR
        return GPUMP_NATIVE_SWAP(address, expected, wanted);
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
GPUMP_OPERATOR(rsub, b - a)
GPUMP_OPERATOR(rdiv, b / a)
GPUMP_OPERATOR(rshl, b << a)
GPUMP_OPERATOR(rshr, b >> a)
GPUMP_OPERATOR(set, ((void)a, b))
GPUMP_OPERATOR(logical_and, a != 0 && b != 0)
GPUMP_OPERATOR(logical_or, a != 0 || b != 0)
GPUMP_OPERATOR(max, a > b ? a : b)
GPUMP_OPERATOR(min, a < b ? a : b)

/* ---- The general form ------------------------------------------------------------------------------------ */

/* A value as a word of its size, and back. */
template <class T> static inline __device__ typename gpump_bits<sizeof(T)>::type gpump_to_word(T value)
{
    typename gpump_bits<sizeof(T)>::type word;
    memcpy(&word, &value, sizeof word);
    return word;
}
template <class T> static inline __device__ T gpump_from_word(typename gpump_bits<sizeof(T)>::type word)
{
    T value;
    memcpy(&value, &word, sizeof value);
    return value;
}

template <class T> static inline __device__ typename gpump_bits<sizeof(T)>::type *gpump_word(T *address)
{
    return reinterpret_cast<typename gpump_bits<sizeof(T)>::type *>(address);
}

/* What comes from before an operation. */
template <class Op, class T, class E> static inline __device__ T gpump_atomic_by_swap(T *address, E value)
{
    if (gpump_is_private(address)) {
        const T old = *address;
        *address = (T)Op::apply(old, value);
        return old;
    }
    typedef gpump_bits<sizeof(T)> bits;
    typename bits::type *place = gpump_word(address), seen = bits::load(place), expected;
    do {
        expected = seen;
        seen = bits::swap(place, expected, gpump_to_word((T)Op::apply(gpump_from_word<T>(expected), value)));
    } while (seen != expected);
    return gpump_from_word<T>(expected);
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

/* ---- The operations ---------------------------------------------------------------------------------------- */

template <class T, class E> static inline __device__ T gpump_atomic_fetch_add(volatile T *x, E value)
{
    T *address = const_cast<T *>(x);
    if constexpr (gpump_native_integer<T, E>::value) {
        if (!gpump_is_private(address))
            return (T)GPUMP_NATIVE_ADD(gpump_word(gpump_not_private(address)), (typename gpump_bits<sizeof(T)>::type)value);
    } else if constexpr (gpump_native_float<T, E>::value) {
        if (!gpump_is_private(address) && gpump_adds_natively((T)value))
            return GPUMP_NATIVE_ADD(gpump_not_private(address), (T)value);
    }
    return gpump_atomic_by_swap<gpump_op_add>(address, value);
}

template <class T, class E> static inline __device__ T gpump_atomic_fetch_sub(volatile T *x, E value)
{
    T *address = const_cast<T *>(x);
    typedef typename gpump_bits<sizeof(T)>::type word;
    if constexpr (gpump_native_integer<T, E>::value) {
        if (!gpump_is_private(address))
            return (T)GPUMP_NATIVE_ADD(gpump_word(gpump_not_private(address)), (word)0 - (word)value);
    } else if constexpr (gpump_native_float<T, E>::value) {
        if (!gpump_is_private(address) && gpump_adds_natively((T)value))
            return GPUMP_NATIVE_ADD(gpump_not_private(address), -(T)value);
    }
    return gpump_atomic_by_swap<gpump_op_sub>(address, value);
}

#define GPUMP_ATOMIC_BITWISE(name, native)                                                                     \
    template <class T, class E> static inline __device__ T gpump_atomic_fetch_##name(volatile T *x, E value)   \
    {                                                                                                          \
        T *address = const_cast<T *>(x);                                                                       \
        typedef typename gpump_bits<sizeof(T)>::type word;                                                     \
        if constexpr (gpump_native_integer<T, E>::value) {                                                     \
            if (!gpump_is_private(address))                                                                    \
                return (T)native(gpump_word(gpump_not_private(address)), (word)value);                         \
        }                                                                                                      \
        return gpump_atomic_by_swap<gpump_op_##name>(address, value);                                          \
    }
GPUMP_ATOMIC_BITWISE(and, atomicAnd)
GPUMP_ATOMIC_BITWISE(or, atomicOr)
GPUMP_ATOMIC_BITWISE(xor, atomicXor)

#define GPUMP_ATOMIC_OTHER(name)                                                                               \
    template <class T, class E> static inline __device__ T gpump_atomic_fetch_##name(volatile T *x, E value)   \
    {                                                                                                          \
        return gpump_atomic_by_swap<gpump_op_##name>(const_cast<T *>(x), value);                               \
    }
GPUMP_ATOMIC_OTHER(mul)
GPUMP_ATOMIC_OTHER(div)
GPUMP_ATOMIC_OTHER(shl)
GPUMP_ATOMIC_OTHER(shr)
GPUMP_ATOMIC_OTHER(rsub)
GPUMP_ATOMIC_OTHER(rdiv)
GPUMP_ATOMIC_OTHER(rshl)
GPUMP_ATOMIC_OTHER(rshr)

/* The same value, of which the compiler no longer knows how it came about: it is added twice, to x and to what is captured, and
   a product that becomes part of one sum alone would make two different ones of them. */
template <class E> static inline __device__ E gpump_settled(E value)
{
#if defined(__CUDA_ARCH__)
    if constexpr (std::is_same<E, float>::value)
        asm("" : "+f"(value));
    else if constexpr (std::is_same<E, double>::value)
        asm("" : "+d"(value));
#elif defined(GPUMP_EMULATOR)
    if constexpr (std::is_floating_point<E>::value)
        asm("" : "+m"(value));
#endif
    return value;
}

/* The operation before or behind this may stand in a loop that waits: the emulator lets other threads run now and then. */
static inline __device__ void gpump_may_wait()
{
#ifdef GPUMP_EMULATOR
    gpump_emulator::look();
#endif
}

/* The one behind this does not, whatever becomes of its word: nobody sees the value. */
static inline __device__ void gpump_does_not_wait()
{
#ifdef GPUMP_EMULATOR
    gpump_emulator::count_change();
#endif
}

#define GPUMP_ATOMIC(name)                                                                                     \
    template <class T, class E> static inline __device__ void gpump_atomic_##name(volatile T *x, E value)      \
    {                                                                                                          \
        gpump_does_not_wait();                                                                                 \
        gpump_atomic_fetch_##name(x, value);                                                                   \
    }                                                                                                          \
    template <class T, class E> static inline __device__ T gpump_atomic_##name##_fetch(volatile T *x, E value) \
    {                                                                                                          \
        value = gpump_settled(value);                                                                          \
        return (T)gpump_op_##name::apply(gpump_atomic_fetch_##name(x, value), value);                          \
    }
GPUMP_ATOMIC(add)
GPUMP_ATOMIC(sub)
GPUMP_ATOMIC(mul)
GPUMP_ATOMIC(div)
GPUMP_ATOMIC(and)
GPUMP_ATOMIC(or)
GPUMP_ATOMIC(xor)
GPUMP_ATOMIC(shl)
GPUMP_ATOMIC(shr)
GPUMP_ATOMIC(rsub)
GPUMP_ATOMIC(rdiv)
GPUMP_ATOMIC(rshl)
GPUMP_ATOMIC(rshr)

/* ---- Comparisons (5.1, 2.19.7) ---------------------------------------------------------------------------------- */

/* C has `p = 0` of pointers. */
template <class T, class E> static inline __device__ T gpump_converted(E value)
{
    if constexpr (std::is_pointer<T>::value && std::is_integral<E>::value)
        return (T)(uintptr_t)value;
    else
        return (T)value;
}

/* What a variable is compared with, in the type that C compares in. */
template <class T, class E> static inline __device__ auto gpump_compared(E value)
{
    if constexpr (std::is_pointer<T>::value)
        return gpump_converted<T>(value);
    else
        return value;
}

GPUMP_OPERATOR(less, a < b)
GPUMP_OPERATOR(greater, a > b)
GPUMP_OPERATOR(equal, a == b)

/* The value from before; the new one takes its place if it is what Relation says to the operand. */
template <class Relation, class T, class E, class V>
static inline __device__ T gpump_atomic_if(volatile T *x, E operand, V value)
{
    T *address = const_cast<T *>(x);
    const T changed = gpump_converted<T>(value);
    const auto other = gpump_compared<T>(operand);
    if (gpump_is_private(address)) {
        const T old = *address;
        if (Relation::apply(old, other))
            *address = changed;
        return old;
    }
    typedef gpump_bits<sizeof(T)> bits;
    typename bits::type *place = gpump_word(gpump_not_private(address)), seen = bits::load(place);
    while (Relation::apply(gpump_from_word<T>(seen), other)) {
        const typename bits::type expected = seen;
        seen = bits::swap(place, expected, gpump_to_word(changed));
        if (seen == expected)
            break;
    }
    gpump_may_wait();
    return gpump_from_word<T>(seen);
}

/* `if (x < e) { x = e; }`, and with `>`; what comes from before, and from after. */
#define GPUMP_ATOMIC_IF(name)                                                                                    \
    template <class T, class E> static inline __device__ T gpump_atomic_fetch_if_##name(volatile T *x, E value)  \
    {                                                                                                            \
        return gpump_atomic_if<gpump_op_##name>(x, value, value);                                                \
    }                                                                                                            \
    template <class T, class E> static inline __device__ T gpump_atomic_if_##name##_fetch(volatile T *x, E value) \
    {                                                                                                            \
        const T old = gpump_atomic_fetch_if_##name(x, value);                                                    \
        return gpump_op_##name::apply(old, gpump_compared<T>(value)) ? gpump_converted<T>(value) : old;          \
    }
GPUMP_ATOMIC_IF(less)
GPUMP_ATOMIC_IF(greater)

/* `if (x == e) { x = d; }` */
template <class T, class E, class D>
static inline __device__ T gpump_atomic_fetch_if_equal(volatile T *x, E expected, D wanted)
{
    return gpump_atomic_if<gpump_op_equal>(x, expected, wanted);
}

/* The same, with what the comparison has come to. */
template <class T> struct gpump_comparison_t {
    T value;
    bool is_equal;
};

template <class T, class E, class D>
static inline __device__ gpump_comparison_t<T> gpump_atomic_compare(volatile T *x, E expected, D wanted)
{
    const T old = gpump_atomic_fetch_if_equal(x, expected, wanted);
    return {old, gpump_op_equal::apply(old, gpump_compared<T>(expected))};
}

template <class T, class E, class D>
static inline __device__ T gpump_atomic_if_equal_fetch(volatile T *x, E expected, D wanted)
{
    const gpump_comparison_t<T> seen = gpump_atomic_compare(x, expected, wanted);
    return seen.is_equal ? gpump_converted<T>(wanted) : seen.value;
}

/* `v = x` */
template <class T> static inline __device__ T gpump_atomic_read(const volatile T *x)
{
    T *address = const_cast<T *>(x);
    const T value = gpump_from_word<T>(gpump_bits<sizeof(T)>::load(gpump_word(address)));
    gpump_may_wait();
    return value;
}

/* `x = expr` */
template <class T, class E> static inline __device__ void gpump_atomic_write(volatile T *x, E value)
{
    gpump_store(gpump_word(const_cast<T *>(x)), gpump_to_word(gpump_converted<T>(value)));
}

/* `{ v = x; x = expr; }` */
template <class T, class E> static inline __device__ T gpump_atomic_exchange(volatile T *x, E value)
{
    T *address = const_cast<T *>(x);
    const T changed = gpump_converted<T>(value);
    if constexpr (sizeof(T) >= 4) {
        if (!gpump_is_private(address))
            return gpump_from_word<T>(atomicExch(gpump_word(gpump_not_private(address)), gpump_to_word(changed)));
    }
    return gpump_atomic_by_swap<gpump_op_set>(address, changed);
}

#endif
