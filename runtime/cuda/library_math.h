/*
 * math.h in a region: CUDA's functions with C's meaning (../math.h), and what CUDA has for the host only. The macros that
 * classify numbers take any real type; nothing traps on a device, so a comparison that must not trap is a comparison.
 */
#ifndef GPUMP_CUDA_LIBRARY_MATH_H
#define GPUMP_CUDA_LIBRARY_MATH_H

#include "library_text.h"

#include <float.h>
#include <math.h>

template <class T> static inline GPUMP_EITHER int gpump_is_nan(T x)
{
    return x != x;
}

template <class T> static inline GPUMP_EITHER int gpump_is_finite(T x)
{
    return x - x == 0;
}

template <class T> static inline GPUMP_EITHER int gpump_is_infinite(T x)
{
    return gpump_is_finite(x) || gpump_is_nan(x) ? 0 : x > 0 ? 1 : -1;
}

template <class T> static inline GPUMP_EITHER int gpump_is_normal(T x)
{
    T least = std::is_same<T, float>::value ? (T)FLT_MIN : (T)DBL_MIN;
    return gpump_is_finite(x) && (x >= least || x <= -least);
}

template <class T> static inline GPUMP_EITHER int gpump_classify(T x)
{
    return gpump_is_nan(x)      ? FP_NAN
           : !gpump_is_finite(x) ? FP_INFINITE
           : gpump_is_normal(x)  ? FP_NORMAL
           : x == 0              ? FP_ZERO
                                 : FP_SUBNORMAL;
}

template <class T> static inline GPUMP_EITHER int gpump_sign_bit(T x)
{
    if constexpr (std::is_same<T, float>::value) {
        unsigned int bits;
        gpump_copy_bytes(&bits, &x, sizeof bits);
        return (int)(bits >> 31);
    } else {
        double value = (double)x;
        unsigned long long bits;
        gpump_copy_bytes(&bits, &value, sizeof bits);
        return (int)(bits >> 63);
    }
}

/* In C an integer argument is a double. */
template <class T> struct gpump_real_type {
    typedef typename std::conditional<std::is_floating_point<T>::value, T, double>::type type;
};
#define GPUMP_REAL(x) ((typename gpump_real_type<decltype(+(x))>::type)(x))

template <class A, class B> static inline GPUMP_EITHER int gpump_is_unordered(A a, B b)
{
    return gpump_is_nan(a) || gpump_is_nan(b);
}

template <class A, class B> static inline GPUMP_EITHER int gpump_is_less_greater(A a, B b)
{
    return a < b || a > b;
}

/* ---- Names that are not C's own: a program may have others' ---------------------------------------------------------- */

GPUMP_C int gpump_finite(double x) { return gpump_is_finite(x); }
GPUMP_C int gpump_finitef(float x) { return gpump_is_finite(x); }
GPUMP_C int gpump_isnanf(float x) { return gpump_is_nan(x); }
GPUMP_C int gpump_isinff(float x) { return gpump_is_infinite(x); }
GPUMP_C double gpump_drem(double x, double y) { return ::remainder(x, y); }
GPUMP_C double gpump_gamma(double x) { return ::lgamma(x); }
GPUMP_C double gpump_exp10(double x) { return ::exp10(x); }
GPUMP_C void gpump_sincos(double x, double *sine, double *cosine) { ::sincos(x, sine, cosine); }
GPUMP_C double gpump_j0(double x) { return ::j0(x); }
GPUMP_C double gpump_j1(double x) { return ::j1(x); }
GPUMP_C double gpump_jn(int n, double x) { return ::jn(n, x); }
GPUMP_C double gpump_y0(double x) { return ::y0(x); }
GPUMP_C double gpump_y1(double x) { return ::y1(x); }
GPUMP_C double gpump_yn(int n, double x) { return ::yn(n, x); }
GPUMP_C double gpump_lgamma_r(double x, int *sign)
{
    *sign = x < 0 && ::floor(x) != x && ::fmod(::floor(x), 2.0) != 0 ? -1 : 1;
    return ::lgamma(x);
}

/* From here on <math.h> means what it means in C. */
#define GPUMP_C_MATH
#include <math.h>

#undef isnan
#undef isinf
#undef isfinite
#undef isnormal
#undef fpclassify
#undef signbit
#undef isunordered
#undef isgreater
#undef isgreaterequal
#undef isless
#undef islessequal
#undef islessgreater
#define isnan(x) gpump_is_nan(GPUMP_REAL(x))
#define isinf(x) gpump_is_infinite(GPUMP_REAL(x))
#define isfinite(x) gpump_is_finite(GPUMP_REAL(x))
#define isnormal(x) gpump_is_normal(GPUMP_REAL(x))
#define fpclassify(x) gpump_classify(GPUMP_REAL(x))
#define signbit(x) gpump_sign_bit(GPUMP_REAL(x))
#define isunordered(x, y) gpump_is_unordered(GPUMP_REAL(x), GPUMP_REAL(y))
#define isgreater(x, y) (GPUMP_REAL(x) > GPUMP_REAL(y))
#define isgreaterequal(x, y) (GPUMP_REAL(x) >= GPUMP_REAL(y))
#define isless(x, y) (GPUMP_REAL(x) < GPUMP_REAL(y))
#define islessequal(x, y) (GPUMP_REAL(x) <= GPUMP_REAL(y))
#define islessgreater(x, y) gpump_is_less_greater(GPUMP_REAL(x), GPUMP_REAL(y))

#endif
