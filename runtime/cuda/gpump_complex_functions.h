/*
 * complex.h's exponential and trigonometric functions and their kin; in the emulator they are the C library's. Infinities, NaN
 * and signs of zeros are those of Annex G of the C standard. The rest is accurate to some units in the last place of the number
 * as a whole, and nothing overflows or vanishes on the way to a result that does not.
 *
 * libcu++ has such functions, too. Its square root of -1 has a real part of 6e-17, its arcsine is infinite from 1e8 on, and it
 * takes nvcc seconds.
 */
#ifndef GPUMP_CUDA_COMPLEX_FUNCTIONS_H
#define GPUMP_CUDA_COMPLEX_FUNCTIONS_H

#include "gpump_complex.h"

#include "letters_aside.h"

namespace gpump_complex_numbers {

/* Names of math.h's functions stand in parentheses: macros of these names may have been defined (../math.h). */

template <class T> GPUMP_EITHER T gpump_size(T x) { return (T)__builtin_fabs((double)x); }
GPUMP_EITHER inline double gpump_length(double x, double y) { return (hypot)(x, y); }
GPUMP_EITHER inline float gpump_length(float x, float y) { return (hypotf)(x, y); }
GPUMP_EITHER inline void gpump_sine_cosine(double x, double *sine, double *cosine) { (sincos)(x, sine, cosine); }
GPUMP_EITHER inline void gpump_sine_cosine(float x, float *sine, float *cosine) { (sincosf)(x, sine, cosine); }

/* i * z, and z / i. */
template <class T> GPUMP_EITHER gpump_complex<T> gpump_turned(gpump_complex<T> z) { return {-z.im, z.re}; }
template <class T> GPUMP_EITHER gpump_complex<T> gpump_turned_back(gpump_complex<T> z) { return {z.im, -z.re}; }

/* ---- Exponential functions ---------------------------------------------------------------------------------------------- */

template <class T> constexpr bool gpump_is_narrow = sizeof(T) == sizeof(float);
template <class T> constexpr T GPUMP_LARGEST = gpump_is_narrow<T> ? FLT_MAX : DBL_MAX;
template <class T> constexpr T GPUMP_LEAST_NORMAL = gpump_is_narrow<T> ? FLT_MIN : DBL_MIN;
/* Beyond it exp is near its end. */
template <class T> constexpr T GPUMP_LARGE_EXPONENT = gpump_is_narrow<T> ? 80 : 700;

template <class T> constexpr T GPUMP_LARGE_EXP = gpump_is_narrow<T> ? 5.54062238439351e34 : 1.0142320547350045e304;

/* exp(x) * share * factor, which may be a number where exp(x) is none; from three steps on it is none. */
template <class T> GPUMP_EITHER T gpump_exp_times(T x, T factor, T share = 1)
{
    for (int step = 0; step < 3 && x > GPUMP_LARGE_EXPONENT<T>; step++) {
        x -= GPUMP_LARGE_EXPONENT<T>;
        factor *= GPUMP_LARGE_EXP<T>;
        if (step == 0)
            factor *= share, share = 1;
    }
    return (exp)(x) * share * factor;
}

template <class T> GPUMP_EITHER gpump_complex<T> gpump_own_exp(gpump_complex<T> z)
{
    if (z.im == 0)
        return {(exp)(z.re), z.im};
    if (!gpump_is_finite(z.im)) {
        if (!gpump_is_infinite(z.re))
            return {z.im - z.im, z.im - z.im};
        return z.re > 0 ? gpump_complex<T>(z.re, z.im - z.im) : gpump_complex<T>(0, gpump_with_sign((T)0, z.im));
    }
    T sine, cosine;
    gpump_sine_cosine(z.im, &sine, &cosine);
    return {gpump_exp_times(z.re, cosine), gpump_exp_times(z.re, sine)};
}

template <class T> GPUMP_EITHER gpump_complex<T> gpump_own_sinh(gpump_complex<T> z)
{
    if (z.im == 0)
        return {(sinh)(z.re), z.im};
    if (!gpump_is_finite(z.im))
        return {z.re == 0 || gpump_is_infinite(z.re) ? z.re : z.im - z.im, z.im - z.im};
    T sine, cosine;
    gpump_sine_cosine(z.im, &sine, &cosine);
    const T x = gpump_size(z.re);
    if (x <= GPUMP_LARGE_EXPONENT<T>)
        return {(sinh)(z.re) * cosine, (cosh)(z.re) * sine};
    return {gpump_exp_times(x, cosine, gpump_with_sign((T)0.5, z.re)), gpump_exp_times(x, sine, (T)0.5)};
}

template <class T> GPUMP_EITHER gpump_complex<T> gpump_own_cosh(gpump_complex<T> z)
{
    if (z.im == 0)
        return {(cosh)(z.re), gpump_sign_bit(z.re) ? -z.im : z.im};
    if (!gpump_is_finite(z.im))
        return {gpump_is_infinite(z.re) ? gpump_size(z.re) : z.im - z.im, z.re == 0 ? z.re : z.im - z.im};
    T sine, cosine;
    gpump_sine_cosine(z.im, &sine, &cosine);
    const T x = gpump_size(z.re);
    if (x <= GPUMP_LARGE_EXPONENT<T>)
        return {(cosh)(z.re) * cosine, (sinh)(z.re) * sine};
    return {gpump_exp_times(x, cosine, (T)0.5), gpump_exp_times(x, sine, gpump_with_sign((T)0.5, z.re))};
}

template <class T> GPUMP_EITHER gpump_complex<T> gpump_own_tanh(gpump_complex<T> z)
{
    if (z.im == 0)
        return {(tanh)(z.re), z.im};
    if (!gpump_is_finite(z.im)) {
        if (gpump_is_infinite(z.re))
            return {gpump_boxed(z.re), gpump_with_sign((T)0, z.im)};
        return {z.re == 0 ? z.re : z.im - z.im, z.im - z.im};
    }
    T sine, cosine;
    gpump_sine_cosine(z.im, &sine, &cosine);
    const T x = gpump_size(z.re);
    if (x > 22)
        return {gpump_with_sign((T)1, z.re), 4 * sine * cosine * (exp)(-2 * x)};
    const T s = (sinh)(z.re), square = s * s + cosine * cosine;
    return {s * (cosh)(z.re) / square, sine * cosine / square};
}

/* ---- Logarithm, powers, square root ------------------------------------------------------------------------------------- */

template <class T> GPUMP_EITHER T gpump_log_of_size(gpump_complex<T> z)
{
    const T x = gpump_size(z.re), y = gpump_size(z.im), a = x > y ? x : y, b = x > y ? y : x;
    if (gpump_is_inf(z))
        return (T)__builtin_huge_val();
    const T scale = (T)0x1p60, log_of_scale = (T)41.588830833596718565;
    if (a > (T)0.5 && a < (T)1.5 && b <= a) {
        /* a*a + b*b - 1, with what products lose */
        const T p = a * a, q = b * b, lost = (fma)(a, a, -p) + (fma)(b, b, -q);
        return (log1p)(((p - 1) + q) + lost) / 2;
    }
    if (a > GPUMP_LARGEST<T> / 4 && a == a && b == b)
        return (log)(gpump_length(a / scale, b / scale)) + log_of_scale;
    if (a < GPUMP_LEAST_NORMAL<T> * scale && a > 0 && b <= a)
        return (log)(gpump_length(a * scale, b * scale)) - log_of_scale;
    return (log)(gpump_length(a, b));
}

template <class T> GPUMP_EITHER gpump_complex<T> gpump_own_log(gpump_complex<T> z)
{
    return {gpump_log_of_size(z), (atan2)(z.im, z.re)};
}

template <class T> GPUMP_EITHER gpump_complex<T> gpump_own_pow(gpump_complex<T> z, gpump_complex<T> w)
{
    return gpump_own_exp(w * gpump_own_log(z));
}

template <class T> GPUMP_EITHER gpump_complex<T> gpump_own_sqrt(gpump_complex<T> z)
{
    T x = gpump_size(z.re), y = gpump_size(z.im), back = 1;
    if (gpump_is_infinite(z.im))
        return {y, z.im};
    if (gpump_is_infinite(z.re)) {
        const T other = z.im - z.im; /* 0 or NaN */
        return z.re > 0 ? gpump_complex<T>(z.re, other == 0 ? gpump_with_sign(other, z.im) : other)
                        : gpump_complex<T>(other, gpump_with_sign(x, z.im));
    }
    if (x == 0 && y == 0)
        return {0, z.im};
    if (x > GPUMP_LARGEST<T> / 4 || y > GPUMP_LARGEST<T> / 4)
        x /= 16, y /= 16, back = 4;
    else if (x < GPUMP_LEAST_NORMAL<T> * 16 && y < GPUMP_LEAST_NORMAL<T> * 16)
        x *= (T)0x1p60, y *= (T)0x1p60, back = (T)0x1p-30;
    const T root = (sqrt)((x + gpump_length(x, y)) / 2), other = y / (2 * root) * back;
    return z.re < 0 ? gpump_complex<T>(other, gpump_with_sign(root * back, z.im))
                    : gpump_complex<T>(root * back, gpump_with_sign(other, z.im));
}

/* ---- Inverse functions, in double --------------------------------------------------------------------------------------- */

/* By Hull, Fairgrieve and Tang ("Implementing the complex arcsine and arccosine functions using exception handling", 1997). For
   z in the first quadrant: asin(z) is (angle, height), acos(z) is (rest, -height). */
struct gpump_arc_t {
    double angle, rest, height;
};
GPUMP_EITHER inline gpump_arc_t gpump_arc(double x, double y)
{
    const double right = 1.57079632679489661923;
    if (x > 1e150 || y > 1e150)
        return {(atan2)(x, y), (atan2)(y, x), gpump_log_of_size(gpump_complex<double>(x, y)) + 0.69314718055994530942};
    if (x == 1 && y < 1e-150)
        return {right - (sqrt)(y), (sqrt)(y), (sqrt)(y)};
    if (y <= DBL_EPSILON / 4 * __builtin_fabs(x - 1)) {
        /* as good as real */
        if (x < 1)
            return {(asin)(x), (acos)(x), y / (sqrt)((1 - x) * (1 + x))};
        const double root = (sqrt)((x - 1) * (x + 1));
        return {right, y / root, x > 1e8 ? (log)(x) + 0.69314718055994530942 : (log1p)((x - 1) + root)};
    }
    const double r = (hypot)(x + 1, y), s = (hypot)(x - 1, y), a = (r + s) / 2, b = x / a;
    const double beyond = y * y / (r + (x + 1)), within = x <= 1 ? s + (1 - x) : y * (y / (s + (x - 1)));
    double height;
    if (a <= 1.5) {
        const double more = (beyond + (x < 1 ? y * (y / (s + (1 - x))) : s + (x - 1))) / 2; /* a - 1 */
        height = (log1p)(more + (sqrt)(more * (a + 1)));
    } else {
        height = (log)(a + (sqrt)((a - 1) * (a + 1)));
    }
    if (b <= 0.6417)
        return {(asin)(b), (acos)(b), height};
    const double leg = (sqrt)((a + x) * (beyond + within) / 2); /* sqrt(a*a - x*x) */
    return {(atan2)(x, leg), (atan2)(leg, x), height};
}

GPUMP_EITHER inline gpump_complex<double> gpump_own_asin(gpump_complex<double> z)
{
    const double x = gpump_size(z.re), y = gpump_size(z.im), none = x + y;
    if (gpump_has_nan(z)) {
        if (z.re == 0)
            return z;
        const double height = gpump_with_sign((double)__builtin_huge_val(), z.im);
        return {none - none, gpump_is_inf(z) ? height : none};
    }
    const gpump_arc_t arc = gpump_arc(x, y);
    return {gpump_with_sign(arc.angle, z.re), gpump_with_sign(arc.height, z.im)};
}

GPUMP_EITHER inline gpump_complex<double> gpump_own_acos(gpump_complex<double> z)
{
    const double pi = 3.14159265358979323846, x = gpump_size(z.re), y = gpump_size(z.im), none = x + y;
    if (gpump_has_nan(z)) {
        if (z.re == 0)
            return {pi / 2, none};
        return {none - none, gpump_is_inf(z) ? gpump_with_sign((double)__builtin_huge_val(), -z.im) : none};
    }
    const gpump_arc_t arc = gpump_arc(x, y);
    return {gpump_sign_bit(z.re) ? pi - arc.rest : arc.rest, gpump_with_sign(arc.height, -z.im)};
}

GPUMP_EITHER inline gpump_complex<double> gpump_own_asinh(gpump_complex<double> z)
{
    return gpump_turned_back(gpump_own_asin(gpump_turned(z)));
}

GPUMP_EITHER inline gpump_complex<double> gpump_own_acosh(gpump_complex<double> z)
{
    const gpump_complex<double> arc = gpump_own_acos(z);
    return {gpump_size(arc.im), gpump_with_sign(arc.re, z.im)};
}

GPUMP_EITHER inline gpump_complex<double> gpump_own_atanh(gpump_complex<double> z)
{
    const double x = gpump_size(z.re), y = gpump_size(z.im), right = 1.57079632679489661923;
    double re, im;
    if (gpump_is_inf(z)) {
        re = 0;
        im = z.im != z.im ? z.im : right;
    } else if (gpump_has_nan(z)) {
        re = x == 0 ? 0 : x + y;
        im = x + y;
    } else if (x > 1e17 || y > 1e17) {
        const double size = gpump_length(x / 2, y / 2);
        re = x / 2 / size / size / 2;
        im = right;
    } else if (x == 1 && y < 1e-150) {
        re = y == 0 ? (double)__builtin_huge_val() : (0.69314718055994530942 - (log)(y)) / 2;
        im = y == 0 ? 0 : right / 2;
    } else {
        re = (log1p)(4 * x / ((1 - x) * (1 - x) + y * y)) / 4;
        im = (atan2)(2 * y, (1 - x) * (1 + x) - y * y) / 2;
    }
    return {gpump_with_sign(re, z.re), gpump_with_sign(im, z.im)};
}

/* ---- Those of the others: the C standard defines them so ------------------------------------------------------------------ */

template <class T> GPUMP_EITHER gpump_complex<T> gpump_own_sin(gpump_complex<T> z)
{
    return gpump_turned_back(gpump_own_sinh(gpump_turned(z)));
}
template <class T> GPUMP_EITHER gpump_complex<T> gpump_own_cos(gpump_complex<T> z) { return gpump_own_cosh(gpump_turned(z)); }
template <class T> GPUMP_EITHER gpump_complex<T> gpump_own_tan(gpump_complex<T> z)
{
    return gpump_turned_back(gpump_own_tanh(gpump_turned(z)));
}
GPUMP_EITHER inline gpump_complex<double> gpump_own_atan(gpump_complex<double> z)
{
    return gpump_turned_back(gpump_own_atanh(gpump_turned(z)));
}

/* ---- C's names ------------------------------------------------------------------------------------------------------------ */

#ifdef GPUMP_EMULATOR
template <class T> struct gpump_library_complex;
template <> struct gpump_library_complex<double> { typedef double __complex__ type; };
template <> struct gpump_library_complex<float> { typedef float __complex__ type; };
template <class T> GPUMP_C typename gpump_library_complex<T>::type gpump_for_library(gpump_complex<T> z)
{
    typename gpump_library_complex<T>::type value;
    __real__ value = z.re;
    __imag__ value = z.im;
    return value;
}
GPUMP_C gpump_complex<double> gpump_from_library(double __complex__ z) { return {__real__ z, __imag__ z}; }
GPUMP_C gpump_complex<float> gpump_from_library(float __complex__ z) { return {__real__ z, __imag__ z}; }
#define GPUMP_COMPLEX_CALL(name, own, z) gpump_from_library(__builtin_##name(gpump_for_library(z)))
#define GPUMP_COMPLEX_POWER(name, z, w) gpump_from_library(__builtin_##name(gpump_for_library(z), gpump_for_library(w)))
#define GPUMP_INVERSE_IN float
#else
#define GPUMP_COMPLEX_CALL(name, own, z) own(z)
#define GPUMP_COMPLEX_POWER(name, z, w) gpump_own_pow(z, w)
#define GPUMP_INVERSE_IN double
#endif

/* `IN`: what the parts are in the narrow function while it computes. */
#define GPUMP_COMPLEX(name, own, IN)                                                                                   \
    GPUMP_C gpump_complex<double> gpump_##name(gpump_complex<double> z)                                                \
    {                                                                                                                  \
        return GPUMP_COMPLEX_CALL(name, own, z);                                                                       \
    }                                                                                                                  \
    GPUMP_C gpump_complex<float> gpump_##name##f(gpump_complex<float> z)                                               \
    {                                                                                                                  \
        return gpump_complex<float>(GPUMP_COMPLEX_CALL(name##f, own, gpump_complex<IN>(z)));                           \
    }
GPUMP_COMPLEX(cexp, gpump_own_exp, float)
GPUMP_COMPLEX(clog, gpump_own_log, float)
GPUMP_COMPLEX(csqrt, gpump_own_sqrt, float)
GPUMP_COMPLEX(csin, gpump_own_sin, float)
GPUMP_COMPLEX(ccos, gpump_own_cos, float)
GPUMP_COMPLEX(ctan, gpump_own_tan, float)
GPUMP_COMPLEX(csinh, gpump_own_sinh, float)
GPUMP_COMPLEX(ccosh, gpump_own_cosh, float)
GPUMP_COMPLEX(ctanh, gpump_own_tanh, float)
GPUMP_COMPLEX(casin, gpump_own_asin, GPUMP_INVERSE_IN)
GPUMP_COMPLEX(cacos, gpump_own_acos, GPUMP_INVERSE_IN)
GPUMP_COMPLEX(catan, gpump_own_atan, GPUMP_INVERSE_IN)
GPUMP_COMPLEX(casinh, gpump_own_asinh, GPUMP_INVERSE_IN)
GPUMP_COMPLEX(cacosh, gpump_own_acosh, GPUMP_INVERSE_IN)
GPUMP_COMPLEX(catanh, gpump_own_atanh, GPUMP_INVERSE_IN)
GPUMP_C gpump_complex<double> gpump_cpow(gpump_complex<double> z, gpump_complex<double> w)
{
    return GPUMP_COMPLEX_POWER(cpow, z, w);
}
GPUMP_C gpump_complex<float> gpump_cpowf(gpump_complex<float> z, gpump_complex<float> w)
{
    return GPUMP_COMPLEX_POWER(cpowf, z, w);
}
#undef GPUMP_INVERSE_IN
#undef GPUMP_COMPLEX
#undef GPUMP_COMPLEX_CALL
#undef GPUMP_COMPLEX_POWER

} // namespace gpump_complex_numbers

#include "letters_back.h"

#endif
