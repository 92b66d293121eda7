/*
 * Operators of C that C++ has not: the program's text can stay as it is.
 *
 * In C a variable of an enumeration is an integer like others: `state++`, `flags |= 4`. C++ computes with its value as
 * well, but does not turn the result back. The operators here do; they compute in the type of integers that C gives
 * the enumeration.
 */
#ifndef GPUMP_CUDA_CSTYLE_H
#define GPUMP_CUDA_CSTYLE_H

#include "either.h"

#include <stddef.h>
#include <type_traits>

/* ---- Variables of enumerations ------------------------------------------------------------------------------- */

template <class E> using gpump_if_enumeration = std::enable_if_t<std::is_enum_v<E>, int>;

#define GPUMP_ASSIGNMENT(op)                                                                                \
    template <class E, class V, gpump_if_enumeration<E> = 0> static inline GPUMP_EITHER E &operator op##=(E &variable, V value) \
    {                                                                                                       \
        return variable = (E)((std::underlying_type_t<E>)variable op value);                                \
    }
GPUMP_ASSIGNMENT(+)
GPUMP_ASSIGNMENT(-)
GPUMP_ASSIGNMENT(*)
GPUMP_ASSIGNMENT(/)
GPUMP_ASSIGNMENT(%)
GPUMP_ASSIGNMENT(<<)
GPUMP_ASSIGNMENT(>>)
GPUMP_ASSIGNMENT(&)
GPUMP_ASSIGNMENT(|)
GPUMP_ASSIGNMENT(^)
#undef GPUMP_ASSIGNMENT

template <class E, gpump_if_enumeration<E> = 0> static inline GPUMP_EITHER E &operator++(E &variable)
{
    return variable += 1;
}
template <class E, gpump_if_enumeration<E> = 0> static inline GPUMP_EITHER E &operator--(E &variable)
{
    return variable -= 1;
}
template <class E, gpump_if_enumeration<E> = 0> static inline GPUMP_EITHER E operator++(E &variable, int)
{
    E before = variable;
    variable += 1;
    return before;
}
template <class E, gpump_if_enumeration<E> = 0> static inline GPUMP_EITHER E operator--(E &variable, int)
{
    E before = variable;
    variable -= 1;
    return before;
}

/* ---- _Bool ---------------------------------------------------------------------------------------------------- */

/* `flag++` of a _Bool sets it, `flag--` turns it over; both have the value before. */
template <class B> static inline GPUMP_EITHER bool gpump_set(B &flag)
{
    bool before = flag;
    flag = true;
    return before;
}
template <class B> static inline GPUMP_EITHER bool gpump_turn(B &flag)
{
    bool before = flag;
    flag = !flag;
    return before;
}

/* ---- Compound literals ---------------------------------------------------------------------------------------- */

/* An array's elements, from an initialiser in braces: what a compound literal does each time it is come to. The type is
   that of the array, however few elements the braces name. */
template <class A> struct gpump_same {
    typedef A type;
};
template <class A> static inline GPUMP_EITHER A &gpump_fill(A &array, const typename gpump_same<A>::type &values)
{
    for (size_t i = 0; i < std::extent_v<A>; i++)
        if constexpr (std::rank_v<A> > 1)
            gpump_fill(array[i], values[i]);
        else
            array[i] = values[i];
    return array;
}

/* The same from a string literal, which has room in the array. */
template <class C, size_t N, size_t M> static inline GPUMP_EITHER C (&gpump_fill_text(C (&array)[N], const C (&text)[M]))[N]
{
    for (size_t i = 0; i < N; i++)
        array[i] = i < M ? text[i] : C();
    return array;
}

#endif
