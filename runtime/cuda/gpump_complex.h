/*
 * C's complex numbers: gpump_complex<double> is `double _Complex`, gpump_complex<float> `float _Complex`.
 *
 * They lie in memory as C's do. Arithmetic is that of Annex G of the C standard: a real operand is not made complex first,
 * which spares operations, infinities and signs of zeros. Where nothing is contracted, results are those of gcc and its
 * library to the last bit.
 *
 *     gpump_real(z), gpump_imag(z)     __real__ z, __imag__ z
 *     gpump_builtin_complex(x, y)      CMPLX(x, y), __builtin_complex(x, y)
 *
 * The conversions that C makes and C++ does not are explicit: to reals, and from double to float; otherwise `c ? z : 1.0`
 * could be of either type. Assignments to complex numbers convert all the same.
 *
 * The device's text includes this, and gpump_complex_functions.h, only where it has complex numbers.
 */
#ifndef GPUMP_CUDA_COMPLEX_H
#define GPUMP_CUDA_COMPLEX_H

#include "letters_aside.h"

#include "library_math.h"
#include "threads.h"

#include <type_traits>

/* A namespace of its own: in that of an argument's class functions are looked for, too (arrays.h). */
namespace gpump_complex_numbers {

template <class T> struct gpump_complex;

template <class R>
constexpr bool gpump_is_real = std::is_arithmetic_v<R> || std::is_enum_v<R> || std::is_same_v<R, __int128>
                               || std::is_same_v<R, unsigned __int128>;

/* What a number is, and whether a result with it has parts of type double. */
template <class R> struct gpump_number_kind {
    static constexpr bool is_number = gpump_is_real<R>, is_complex = false;
    static constexpr bool is_wide = std::is_floating_point_v<R> && sizeof(R) > sizeof(float);
};
template <class T> struct gpump_number_kind<gpump_complex<T>> {
    static constexpr bool is_number = true, is_complex = true;
    static constexpr bool is_wide = sizeof(T) > sizeof(float);
};

/* The parts of a result by the usual arithmetic conversions, if one of its operands is complex. */
template <class A, class B, class X = gpump_number_kind<A>, class Y = gpump_number_kind<B>>
using gpump_common = std::enable_if_t<X::is_number && Y::is_number && (X::is_complex || Y::is_complex),
                                      std::conditional_t<X::is_wide || Y::is_wide, double, float>>;

/* A complex number in `...`, where an object with constructors cannot be: gpump_passed makes it, and `va_arg` takes it. */
template <class T> struct gpump_complex_parts {
    T re, im;
};
template <class C> using gpump_parts = typename C::parts;

template <class T> struct gpump_complex {
    T re, im;
    typedef gpump_complex_parts<T> parts;

    gpump_complex() = default;
    constexpr GPUMP_EITHER explicit gpump_complex(const parts &z) : re(z.re), im(z.im) {}
    constexpr GPUMP_EITHER gpump_complex(T re, T im) : re(re), im(im) {}
    template <class R, class = std::enable_if_t<gpump_is_real<R>>> constexpr GPUMP_EITHER gpump_complex(R x) : re((T)x), im(0) {}
    template <class U, std::enable_if_t<(sizeof(U) < sizeof(T)), int> = 0>
    constexpr GPUMP_EITHER gpump_complex(const gpump_complex<U> &z) : re((T)z.re), im((T)z.im)
    {
    }
    template <class U, std::enable_if_t<(sizeof(U) > sizeof(T)), int> = 0>
    constexpr GPUMP_EITHER explicit gpump_complex(const gpump_complex<U> &z) : re((T)z.re), im((T)z.im)
    {
    }
    template <class U> constexpr GPUMP_EITHER gpump_complex &operator=(const gpump_complex<U> &z)
    {
        return *this = gpump_complex(z);
    }

    template <class R, class = std::enable_if_t<gpump_is_real<R>>> constexpr GPUMP_EITHER explicit operator R() const
    {
        if constexpr (std::is_same_v<R, bool>)
            return re != 0 || im != 0;
        else
            return (R)re;
    }

    constexpr GPUMP_EITHER gpump_complex operator+() const { return *this; }
    constexpr GPUMP_EITHER gpump_complex operator-() const { return {-re, -im}; }
    /* gcc's: the conjugate; and steps along the real axis. */
    constexpr GPUMP_EITHER gpump_complex operator~() const { return {re, -im}; }
    constexpr GPUMP_EITHER gpump_complex &operator++()
    {
        ++re;
        return *this;
    }
    constexpr GPUMP_EITHER gpump_complex &operator--()
    {
        --re;
        return *this;
    }
    constexpr GPUMP_EITHER gpump_complex operator++(int) { return {re++, im}; }
    constexpr GPUMP_EITHER gpump_complex operator--(int) { return {re--, im}; }
};

template <class T> constexpr GPUMP_EITHER gpump_complex_parts<T> gpump_passed(const gpump_complex<T> &z) { return {z.re, z.im}; }

/* ---- Sums ------------------------------------------------------------------------------------------------------ */

template <class T> constexpr GPUMP_EITHER gpump_complex<T> gpump_sum(gpump_complex<T> a, gpump_complex<T> b)
{
    return {a.re + b.re, a.im + b.im};
}
template <class T> constexpr GPUMP_EITHER gpump_complex<T> gpump_sum(gpump_complex<T> a, T b) { return {a.re + b, a.im}; }
template <class T> constexpr GPUMP_EITHER gpump_complex<T> gpump_sum(T a, gpump_complex<T> b) { return {a + b.re, b.im}; }

template <class T> constexpr GPUMP_EITHER gpump_complex<T> gpump_difference(gpump_complex<T> a, gpump_complex<T> b)
{
    return {a.re - b.re, a.im - b.im};
}
template <class T> constexpr GPUMP_EITHER gpump_complex<T> gpump_difference(gpump_complex<T> a, T b) { return {a.re - b, a.im}; }
template <class T> constexpr GPUMP_EITHER gpump_complex<T> gpump_difference(T a, gpump_complex<T> b) { return {a - b.re, -b.im}; }

/* ---- Products: where the formula gives NaN, one of the parts may have to be infinite (G.5.1) ------------------------ */

template <class T> constexpr GPUMP_EITHER bool gpump_has_nan(gpump_complex<T> z) { return z.re != z.re || z.im != z.im; }
template <class T> constexpr GPUMP_EITHER bool gpump_is_nan_twice(gpump_complex<T> z) { return z.re != z.re && z.im != z.im; }
template <class T> GPUMP_EITHER bool gpump_is_inf(gpump_complex<T> z)
{
    return gpump_is_infinite(z.re) || gpump_is_infinite(z.im);
}
template <class T> GPUMP_EITHER bool gpump_is_finite_twice(gpump_complex<T> z)
{
    return gpump_is_finite(z.re) && gpump_is_finite(z.im);
}

template <class T> GPUMP_EITHER T gpump_with_sign(T x, T of) { return (T)__builtin_copysign((double)x, (double)of); }
/* An infinite number's direction, and a number without its NaN. */
template <class T> GPUMP_EITHER T gpump_boxed(T x) { return gpump_with_sign(gpump_is_infinite(x) ? (T)1 : (T)0, x); }
template <class T> GPUMP_EITHER gpump_complex<T> gpump_boxed(gpump_complex<T> z)
{
    return {gpump_boxed(z.re), gpump_boxed(z.im)};
}
template <class T> GPUMP_EITHER T gpump_without_nan(T x) { return x != x ? gpump_with_sign((T)0, x) : x; }
template <class T> GPUMP_EITHER gpump_complex<T> gpump_without_nan(gpump_complex<T> z)
{
    return {gpump_without_nan(z.re), gpump_without_nan(z.im)};
}

/* Called for hardly any numbers, and so it has no part in what a kernel keeps in registers. */
template <class T>
__attribute__((noinline)) GPUMP_EITHER gpump_complex<T>
gpump_infinite_product(gpump_complex<T> a, gpump_complex<T> b, gpump_complex<T> product)
{
    if (!gpump_is_nan_twice(product))
        return product;
    const bool a_is_inf = gpump_is_inf(a), b_is_inf = gpump_is_inf(b);
    const bool overflows = gpump_is_infinite(a.re * b.re) || gpump_is_infinite(a.im * b.im)
                           || gpump_is_infinite(a.re * b.im) || gpump_is_infinite(a.im * b.re);
    if (!a_is_inf && !b_is_inf && !overflows)
        return product;
    a = gpump_without_nan(a_is_inf ? gpump_boxed(a) : a);
    b = gpump_without_nan(b_is_inf ? gpump_boxed(b) : b);
    const T infinity = (T)__builtin_huge_val();
    return {infinity * (a.re * b.re - a.im * b.im), infinity * (a.re * b.im + a.im * b.re)};
}

template <class T> constexpr GPUMP_EITHER gpump_complex<T> gpump_product(gpump_complex<T> a, gpump_complex<T> b)
{
    const gpump_complex<T> product = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    return gpump_has_nan(product) ? gpump_infinite_product(a, b, product) : product;
}
template <class T> constexpr GPUMP_EITHER gpump_complex<T> gpump_product(gpump_complex<T> a, T b) { return {a.re * b, a.im * b}; }
template <class T> constexpr GPUMP_EITHER gpump_complex<T> gpump_product(T a, gpump_complex<T> b) { return {a * b.re, a * b.im}; }

/* ---- Quotients -------------------------------------------------------------------------------------------------- */

/* Of what is finite or infinite by zero, infinite by finite, finite by infinite. */
template <class T>
__attribute__((noinline)) GPUMP_EITHER gpump_complex<T>
gpump_infinite_quotient(gpump_complex<T> a, gpump_complex<T> b, gpump_complex<T> quotient)
{
    const T infinity = (T)__builtin_huge_val();
    if (!gpump_is_nan_twice(quotient))
        return quotient;
    if (b.re == 0 && b.im == 0) {
        const T towards = gpump_with_sign(infinity, b.re);
        return {towards * a.re, towards * a.im};
    }
    T factor = infinity;
    if (gpump_is_inf(a) && gpump_is_finite_twice(b)) {
        a = gpump_boxed(a);
    } else if (gpump_is_inf(b) && gpump_is_finite_twice(a)) {
        b = gpump_boxed(b);
        factor = 0;
    } else {
        return quotient;
    }
    return {factor * (a.re * b.re + a.im * b.im), factor * (a.im * b.re - a.re * b.im)};
}

/* By the formula: in double nothing of a float's overflows, or vanishes. */
constexpr GPUMP_EITHER gpump_complex<float> gpump_quotient(gpump_complex<float> a, gpump_complex<float> b)
{
    const gpump_complex<double> z = a, w = b;
    const double norm = w.re * w.re + w.im * w.im;
    const double re = (z.re * w.re + z.im * w.im) / norm, im = (z.im * w.re - z.re * w.im) / norm;
    const gpump_complex<float> quotient((float)re, (float)im);
    return gpump_has_nan(quotient) ? gpump_infinite_quotient(a, b, quotient) : quotient;
}

/* By Smith's method, as Baudin and Smith made it robust ("A Robust Complex Division in Scilab", 2012), with the bounds of
   gcc's library: numbers near the ends of the range are scaled first, and where the ratio of the divisor's parts may have lost
   digits, the larger part divides before the smaller one multiplies. */
constexpr GPUMP_EITHER gpump_complex<double> gpump_quotient(gpump_complex<double> a, gpump_complex<double> b)
{
    const double huge = DBL_MAX / 2, tiny = DBL_EPSILON, large = huge * tiny;
    const double re = __builtin_fabs(a.re), im = __builtin_fabs(a.im);
    const bool is_steep = __builtin_fabs(b.re) < __builtin_fabs(b.im);
    const double size = __builtin_fabs(is_steep ? b.im : b.re);
    const bool has_small = (re < DBL_MIN && im < large) || (im < DBL_MIN && re < large);
    const bool is_small = size < tiny || (size < large && has_small);
    const double scale = size >= huge ? 0.5 : is_small ? 1 / DBL_EPSILON : 1.0;
    a = {a.re * scale, a.im * scale};
    b = {b.re * scale, b.im * scale};
    /* Both by -i turned, if need be, so that the divisor's real part is the larger one. */
    const gpump_complex<double> z = is_steep ? gpump_complex<double>(a.im, -a.re) : a;
    const gpump_complex<double> w = is_steep ? gpump_complex<double>(b.im, -b.re) : b;
    const double ratio = w.im / w.re, norm = w.re + w.im * ratio;
    const bool is_exact = __builtin_fabs(ratio) > DBL_MIN;
    const double upper = is_exact ? z.im * ratio : w.im * (z.im / w.re);
    const double lower = is_exact ? z.re * ratio : w.im * (z.re / w.re);
    const gpump_complex<double> quotient((z.re + upper) / norm, (z.im - lower) / norm);
    return gpump_has_nan(quotient) ? gpump_infinite_quotient(a, b, quotient) : quotient;
}

template <class T> constexpr GPUMP_EITHER gpump_complex<T> gpump_quotient(gpump_complex<T> a, T b)
{
    return {a.re / b, a.im / b};
}
template <class T> constexpr GPUMP_EITHER gpump_complex<T> gpump_quotient(T a, gpump_complex<T> b)
{
    return gpump_quotient(gpump_complex<T>(a), b);
}

/* ---- The operators -------------------------------------------------------------------------------------------------- */

template <class T, class A> constexpr GPUMP_EITHER auto gpump_with_parts(A a)
{
    if constexpr (gpump_is_real<A>)
        return (T)a;
    else
        return gpump_complex<T>(a);
}

/* The second: a real variable keeps the real part, and a narrow one what it has room for. */
#define GPUMP_COMPLEX_OPERATOR(op, compute)                                                                            \
    template <class A, class B, class T = gpump_common<A, B>>                                                          \
    constexpr GPUMP_EITHER gpump_complex<T> operator op(A a, B b)                                                      \
    {                                                                                                                  \
        return compute(gpump_with_parts<T>(a), gpump_with_parts<T>(b));                                                \
    }                                                                                                                  \
    template <class A, class B, class = gpump_common<A, B>> constexpr GPUMP_EITHER A &operator op##=(A &a, B b)        \
    {                                                                                                                  \
        return a = (A)(a op b);                                                                                        \
    }
GPUMP_COMPLEX_OPERATOR(+, gpump_sum)
GPUMP_COMPLEX_OPERATOR(-, gpump_difference)
GPUMP_COMPLEX_OPERATOR(*, gpump_product)
GPUMP_COMPLEX_OPERATOR(/, gpump_quotient)
#undef GPUMP_COMPLEX_OPERATOR

template <class A, class B, class T = gpump_common<A, B>> constexpr GPUMP_EITHER bool operator==(A a, B b)
{
    const gpump_complex<T> z(a), w(b);
    return z.re == w.re && z.im == w.im;
}
template <class A, class B, class T = gpump_common<A, B>> constexpr GPUMP_EITHER bool operator!=(A a, B b) { return !(a == b); }

/* ---- Parts ---------------------------------------------------------------------------------------------------------- */

template <class T> constexpr GPUMP_EITHER T &gpump_real(gpump_complex<T> &z) { return z.re; }
template <class T> constexpr GPUMP_EITHER const T &gpump_real(const gpump_complex<T> &z) { return z.re; }
template <class T> constexpr GPUMP_EITHER T gpump_real(gpump_complex<T> &&z) { return z.re; }
template <class R, class = std::enable_if_t<gpump_is_real<R>>> constexpr GPUMP_EITHER R gpump_real(R x) { return x; }

template <class T> constexpr GPUMP_EITHER T &gpump_imag(gpump_complex<T> &z) { return z.im; }
template <class T> constexpr GPUMP_EITHER const T &gpump_imag(const gpump_complex<T> &z) { return z.im; }
template <class T> constexpr GPUMP_EITHER T gpump_imag(gpump_complex<T> &&z) { return z.im; }
template <class R, class = std::enable_if_t<gpump_is_real<R>>> constexpr GPUMP_EITHER R gpump_imag(R) { return (R)0; }

template <class A, class B> constexpr GPUMP_EITHER auto gpump_builtin_complex(A x, B y)
{
    typedef std::conditional_t<std::is_same_v<decltype(x + y), float>, float, double> T;
    return gpump_complex<T>((T)x, (T)y);
}

/* ---- Reductions (reduce.h) ------------------------------------------------------------------------------------------ */

template <class T> static inline __device__ gpump_complex<T> gpump_load(const gpump_complex<T> *address)
{
    return {::gpump_load(&address->re), ::gpump_load(&address->im)};
}
template <class T> static inline __device__ void gpump_store(gpump_complex<T> *address, gpump_complex<T> z)
{
    ::gpump_store(&address->re, z.re);
    ::gpump_store(&address->im, z.im);
}
template <class T>
static inline __device__ gpump_complex<T> gpump_shuffle_down(unsigned int mask, gpump_complex<T> z, unsigned int distance)
{
    return {__shfl_down_sync(mask, z.re, distance), __shfl_down_sync(mask, z.im, distance)};
}

/* ---- complex.h: what takes no other function than those of math.h ------------------------------------------------------ */

GPUMP_C double gpump_creal(gpump_complex<double> z) { return z.re; }
GPUMP_C float gpump_crealf(gpump_complex<float> z) { return z.re; }
GPUMP_C double gpump_cimag(gpump_complex<double> z) { return z.im; }
GPUMP_C float gpump_cimagf(gpump_complex<float> z) { return z.im; }
GPUMP_C gpump_complex<double> gpump_conj(gpump_complex<double> z) { return ~z; }
GPUMP_C gpump_complex<float> gpump_conjf(gpump_complex<float> z) { return ~z; }

/* In parentheses: macros of these names may have been defined (../math.h). */
GPUMP_C double gpump_cabs(gpump_complex<double> z) { return (hypot)(z.re, z.im); }
GPUMP_C float gpump_cabsf(gpump_complex<float> z) { return (hypotf)(z.re, z.im); }
GPUMP_C double gpump_carg(gpump_complex<double> z) { return (atan2)(z.im, z.re); }
GPUMP_C float gpump_cargf(gpump_complex<float> z) { return (atan2f)(z.im, z.re); }

/* There is one infinity on Riemann's sphere. */
template <class T> GPUMP_C gpump_complex<T> gpump_projected(gpump_complex<T> z)
{
    return gpump_is_inf(z) ? gpump_complex<T>((T)__builtin_huge_val(), gpump_with_sign((T)0, z.im)) : z;
}
GPUMP_C gpump_complex<double> gpump_cproj(gpump_complex<double> z) { return gpump_projected(z); }
GPUMP_C gpump_complex<float> gpump_cprojf(gpump_complex<float> z) { return gpump_projected(z); }

} // namespace gpump_complex_numbers
using namespace gpump_complex_numbers;

#include "letters_back.h"

#endif
