/*
 * gcc's own functions that CUDA's compiler has not on the device: those of bits, of overflow, and of floating-point classes; those
 * that say something to the optimiser; and atomic ones. builtins.txt has the names; the device's text calls __builtin_ctz as
 * gpump_builtin_ctz. They do what gcc's documentation says of them.
 */
#ifndef GPUMP_CUDA_LIBRARY_BUILTINS_H
#define GPUMP_CUDA_LIBRARY_BUILTINS_H

#include "atomics.h"
#include "library_host.h"

#include <float.h>

/* ---- Bits -------------------------------------------------------------------------------------------------------- */

/* For each function of bits: that of unsigned int, and those of unsigned long and unsigned long long. */
#define GPUMP_BITS(name, argument, narrow, wide)                                                                   \
    GPUMP_C int gpump_builtin_##name(argument int x) { return narrow; }                                            \
    GPUMP_C int gpump_builtin_##name##l(argument long x) { return wide; }                                          \
    GPUMP_C int gpump_builtin_##name##ll(argument long long x) { return wide; }

GPUMP_BITS(popcount, unsigned, __builtin_popcount(x), __builtin_popcountll(x))
GPUMP_BITS(clz, unsigned, __builtin_clz(x), __builtin_clzll(x))
GPUMP_BITS(ffs, , __builtin_ffs(x), __builtin_ffsll(x))
GPUMP_BITS(ctz, unsigned, __builtin_ffs((int)x) - 1, __builtin_ffsll((long long)x) - 1)
GPUMP_BITS(parity, unsigned, __builtin_popcount(x) & 1, __builtin_popcountll(x) & 1)

/* How many bits below the sign are as the sign is. */
GPUMP_C int gpump_builtin_clrsbll(long long x)
{
    const unsigned long long other = (unsigned long long)(x < 0 ? ~x : x);
    return other ? __builtin_clzll((long long)other) - 1 : 63;
}
GPUMP_C int gpump_builtin_clrsbl(long x) { return gpump_builtin_clrsbll(x); }
GPUMP_C int gpump_builtin_clrsb(int x) { return gpump_builtin_clrsbll(x) - 32; }

GPUMP_C unsigned short gpump_builtin_bswap16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }
GPUMP_C unsigned int gpump_builtin_bswap32(unsigned int x)
{
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}
GPUMP_C unsigned long gpump_builtin_bswap64(unsigned long x)
{
    return (unsigned long)gpump_builtin_bswap32((unsigned int)x) << 32 | gpump_builtin_bswap32((unsigned int)(x >> 32));
}

/* ---- Overflow ---------------------------------------------------------------------------------------------------- */

/* A number of at most 128 bits by its sign and its amount, and whether R has it. */
template <class R> GPUMP_C bool gpump_fits(bool negative, unsigned __int128 amount, R *result)
{
    const unsigned __int128 value = negative ? -amount : amount;
    *result = (R)value;
    const R back = *result;
    const bool is_negative = back < 0;
    const unsigned __int128 held = is_negative ? -(unsigned __int128)(__int128)back : (unsigned __int128)back;
    return held == amount && (is_negative == negative || amount == 0);
}

template <class T> GPUMP_C unsigned __int128 gpump_amount(T value)
{
    return value < 0 ? -(unsigned __int128)(__int128)value : (unsigned __int128)value;
}

template <class R>
GPUMP_C bool gpump_sum_overflows(bool a_negative, unsigned __int128 a, bool b_negative, unsigned __int128 b, R *result)
{
    const bool is_sum = a_negative == b_negative, is_less = a < b;
    const unsigned __int128 amount = is_sum ? a + b : is_less ? b - a : a - b;
    const bool fits = gpump_fits(is_sum || !is_less ? a_negative : b_negative, amount, result);
    return !fits || (is_sum && amount < a);
}
template <class A, class B, class R> GPUMP_C bool gpump_builtin_add_overflow(A a, B b, R *result)
{
    return gpump_sum_overflows(a < 0, gpump_amount(a), b < 0, gpump_amount(b), result);
}
template <class A, class B, class R> GPUMP_C bool gpump_builtin_sub_overflow(A a, B b, R *result)
{
    return gpump_sum_overflows(a < 0, gpump_amount(a), !(b < 0), gpump_amount(b), result);
}
template <class A, class B, class R> GPUMP_C bool gpump_builtin_mul_overflow(A a, B b, R *result)
{
    const unsigned __int128 x = gpump_amount(a), y = gpump_amount(b), product = x * y;
    const bool fits = gpump_fits((a < 0) != (b < 0), product, result);
    if constexpr (sizeof(A) > 8 || sizeof(B) > 8)
        return !fits || (x != 0 && product / x != y);
    return !fits;
}

#define GPUMP_OVERFLOW_P(op)                                                                                       \
    template <class A, class B, class R> GPUMP_C bool gpump_builtin_##op##_overflow_p(A a, B b, R)                 \
    {                                                                                                              \
        R result;                                                                                                  \
        return gpump_builtin_##op##_overflow(a, b, &result);                                                       \
    }
GPUMP_OVERFLOW_P(add)
GPUMP_OVERFLOW_P(sub)
GPUMP_OVERFLOW_P(mul)

/* Those that convert their arguments first. */
#define GPUMP_OVERFLOW(name, op, type)                                                                             \
    GPUMP_C bool gpump_builtin_##name##_overflow(type a, type b, type *result)                                     \
    {                                                                                                              \
        return gpump_builtin_##op##_overflow(a, b, result);                                                        \
    }
GPUMP_OVERFLOW(sadd, add, int)
GPUMP_OVERFLOW(ssub, sub, int)
GPUMP_OVERFLOW(smul, mul, int)
GPUMP_OVERFLOW(saddl, add, long)
GPUMP_OVERFLOW(ssubl, sub, long)
GPUMP_OVERFLOW(smull, mul, long)
GPUMP_OVERFLOW(saddll, add, long long)
GPUMP_OVERFLOW(ssubll, sub, long long)
GPUMP_OVERFLOW(smulll, mul, long long)
GPUMP_OVERFLOW(uadd, add, unsigned int)
GPUMP_OVERFLOW(usub, sub, unsigned int)
GPUMP_OVERFLOW(umul, mul, unsigned int)
GPUMP_OVERFLOW(uaddl, add, unsigned long)
GPUMP_OVERFLOW(usubl, sub, unsigned long)
GPUMP_OVERFLOW(umull, mul, unsigned long)
GPUMP_OVERFLOW(uaddll, add, unsigned long long)
GPUMP_OVERFLOW(usubll, sub, unsigned long long)
GPUMP_OVERFLOW(umulll, mul, unsigned long long)

/* ---- Floating-point numbers -------------------------------------------------------------------------------------- */

#define GPUMP_ORDERING(name, expression)                                                                         \
    template <class A, class B> GPUMP_C int gpump_builtin_##name(A a, B b) { return expression; }
GPUMP_ORDERING(isgreater, a > b)
GPUMP_ORDERING(isgreaterequal, a >= b)
GPUMP_ORDERING(isless, a < b)
GPUMP_ORDERING(islessequal, a <= b)
GPUMP_ORDERING(islessgreater, a < b || a > b)
GPUMP_ORDERING(isunordered, a != a || b != b)

GPUMP_C bool gpump_is_large(double x) { return x > DBL_MAX || x < -DBL_MAX; }
GPUMP_C bool gpump_is_large(float x) { return x > FLT_MAX || x < -FLT_MAX; }
GPUMP_C bool gpump_is_small(double x) { return x < DBL_MIN && x > -DBL_MIN; }
GPUMP_C bool gpump_is_small(float x) { return x < FLT_MIN && x > -FLT_MIN; }

template <class T> GPUMP_C int gpump_builtin_isnormal(T x) { return x == x && !gpump_is_large(x) && !gpump_is_small(x); }
template <class T> GPUMP_C int gpump_builtin_isinf_sign(T x) { return gpump_is_large(x) ? (x > 0 ? 1 : -1) : 0; }
template <class T>
GPUMP_C int gpump_builtin_fpclassify(int nan, int infinite, int normal, int subnormal, int zero, T x)
{
    return x != x ? nan : gpump_is_large(x) ? infinite : x == 0 ? zero : gpump_is_small(x) ? subnormal : normal;
}
GPUMP_C int gpump_builtin_isnanf(float x) { return x != x; }
GPUMP_C int gpump_builtin_isinff(float x) { return gpump_is_large(x); }
GPUMP_C int gpump_builtin_finite(double x) { return x == x && !gpump_is_large(x); }
GPUMP_C int gpump_builtin_finitef(float x) { return x == x && !gpump_is_large(x); }
GPUMP_C int gpump_builtin_signbitf(float x) { return __builtin_signbit((double)x) != 0; }

/* ---- For the optimiser, or for nobody ---------------------------------------------------------------------------- */

GPUMP_C long gpump_builtin_expect_with_probability(long value, long, double) { return value; }
GPUMP_C void *gpump_builtin_assume_aligned(const void *pointer, size_t, size_t = 0) { return const_cast<void *>(pointer); }
GPUMP_C void gpump_builtin_prefetch(const volatile void *, int = 0, int = 3) {}
GPUMP_C void gpump_builtin_ia32_pause() { gpump_pause(); }
[[noreturn]] GPUMP_C void gpump_builtin_trap() { gpump_abort(); }
/* The function that a region is in, and not the kernel. */
struct gpump_builtin_FUNCTION {
    const char *name;
    __device__ const char *operator()() const { return name; }
};
/* Nobody knows, of what an object's name does not say. */
GPUMP_C size_t gpump_builtin_object_size(const volatile void *, int kind) { return kind & 2 ? 0 : (size_t)-1; }

/* ---- Atomic ones: each is of all orders, and a full fence -------------------------------------------------------- */

template <class T> struct gpump_plain_type { typedef T type; };
template <class T> struct gpump_plain_type<volatile T> { typedef T type; };

/* What stands there becomes what `change` makes of it. The former value. */
template <class T, class F> GPUMP_C T gpump_change(volatile T *address, F change)
{
    typedef gpump_bits<sizeof(T)> bits;
    typename bits::type word, changed = 0;
    T value;
    __threadfence();
    if (gpump_is_private(const_cast<T *>(address))) {
        value = *address;
        *address = change(value);
        return value;
    }
    typename bits::type *place = reinterpret_cast<typename bits::type *>(const_cast<T *>(address));
    for (word = bits::load(place);;) {
        gpump_copy_bytes(&value, &word, sizeof value);
        const T next = change(value);
        gpump_copy_bytes(&changed, &next, sizeof next);
        const typename bits::type seen = bits::swap(place, word, changed);
        if (seen == word)
            break;
        word = seen;
    }
    __threadfence();
    return value;
}

/* What is computed with: pointers are numbers, and do not count what they point to. */
template <class T> struct gpump_number { typedef T type; };
template <class T> struct gpump_number<T *> { typedef unsigned long type; };
template <class T, class E> GPUMP_C T gpump_as(E value) { return (T)(typename gpump_number<T>::type)value; }

#define GPUMP_FETCH(name, expression)                                                                              \
    template <class T, class E> GPUMP_C T gpump_sync_fetch_and_##name(volatile T *address, E given)                \
    {                                                                                                              \
        typedef typename gpump_number<T>::type number;                                                             \
        const number value = (number)given;                                                                        \
        return gpump_change(address, [=](T found) {                                                                \
            const number old = (number)found;                                                                      \
            return (T)(expression);                                                                                \
        });                                                                                                        \
    }                                                                                                              \
    template <class T, class E> GPUMP_C T gpump_sync_##name##_and_fetch(volatile T *address, E given)              \
    {                                                                                                              \
        typedef typename gpump_number<T>::type number;                                                             \
        const number value = (number)given, old = (number)gpump_sync_fetch_and_##name(address, given);             \
        return (T)(expression);                                                                                    \
    }                                                                                                              \
    template <class T, class E> GPUMP_C T gpump_atomic_fetch_##name(volatile T *address, E given, int)             \
    {                                                                                                              \
        return gpump_sync_fetch_and_##name(address, given);                                                        \
    }                                                                                                              \
    template <class T, class E> GPUMP_C T gpump_atomic_##name##_fetch(volatile T *address, E given, int)           \
    {                                                                                                              \
        return gpump_sync_##name##_and_fetch(address, given);                                                      \
    }

GPUMP_FETCH(add, old + value)
GPUMP_FETCH(sub, old - value)
GPUMP_FETCH(or, old | value)
GPUMP_FETCH(and, old &value)
GPUMP_FETCH(xor, old ^ value)
GPUMP_FETCH(nand, ~(old & value))

template <class T, class E> GPUMP_C T gpump_sync_lock_test_and_set(volatile T *address, E value)
{
    return gpump_change(address, [=](T) { return gpump_as<T>(value); });
}
template <class T, class A, class B> GPUMP_C T gpump_sync_val_compare_and_swap(volatile T *address, A expected, B wanted)
{
    const T given = gpump_as<T>(expected), next = gpump_as<T>(wanted);
    return gpump_change(address, [=](T old) { return old == given ? next : old; });
}
template <class T, class A, class B> GPUMP_C bool gpump_sync_bool_compare_and_swap(volatile T *address, A expected, B wanted)
{
    return gpump_sync_val_compare_and_swap(address, expected, wanted) == gpump_as<T>(expected);
}
template <class T> GPUMP_C void gpump_sync_lock_release(volatile T *address) { gpump_sync_lock_test_and_set(address, 0); }
GPUMP_C void gpump_sync_synchronize() { gpump_flush(); }

template <class T> GPUMP_C typename gpump_plain_type<T>::type gpump_atomic_load_n(T *address, int)
{
    typedef typename gpump_plain_type<T>::type plain;
    return gpump_change(const_cast<plain *>(address), [](plain old) { return old; });
}
template <class T, class E> GPUMP_C void gpump_atomic_store_n(volatile T *address, E value, int)
{
    gpump_sync_lock_test_and_set(address, value);
}
template <class T, class E> GPUMP_C T gpump_atomic_exchange_n(volatile T *address, E value, int)
{
    return gpump_sync_lock_test_and_set(address, value);
}
template <class T, class E>
GPUMP_C bool gpump_atomic_compare_exchange_n(volatile T *address, T *expected, E wanted, bool, int, int)
{
    const T given = *expected, found = gpump_sync_val_compare_and_swap(address, given, wanted);
    *expected = found;
    return found == given;
}
template <class T> GPUMP_C void gpump_atomic_load(volatile T *address, T *result, int)
{
    *result = gpump_change(address, [](T old) { return old; });
}
template <class T> GPUMP_C void gpump_atomic_store(volatile T *address, T *value, int)
{
    gpump_sync_lock_test_and_set(address, *value);
}
template <class T> GPUMP_C void gpump_atomic_exchange(volatile T *address, T *value, T *result, int)
{
    *result = gpump_sync_lock_test_and_set(address, *value);
}
template <class T> GPUMP_C bool gpump_atomic_compare_exchange(volatile T *address, T *expected, T *wanted, bool, int, int)
{
    return gpump_atomic_compare_exchange_n(address, expected, *wanted, false, 0, 0);
}
GPUMP_C bool gpump_atomic_test_and_set(volatile void *address, int)
{
    return gpump_sync_lock_test_and_set(static_cast<volatile unsigned char *>(address), 1) != 0;
}
GPUMP_C void gpump_atomic_clear(volatile void *address, int)
{
    gpump_sync_lock_test_and_set(static_cast<volatile unsigned char *>(address), 0);
}
GPUMP_C void gpump_atomic_thread_fence(int) { gpump_flush(); }
GPUMP_C void gpump_atomic_signal_fence(int) { __threadfence(); }

#endif
