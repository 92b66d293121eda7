/*
 * <math.h> as C means it.
 *
 * nvcc reads translated C as C++, where `sqrt` is a family of functions: that of
 * a `float` is computed in single precision, and on the device there is none for
 * an `int`. In C there is one `sqrt`, and its argument is a double whatever is
 * written. Found before the system's header because the runtime's folder is
 * searched first, this one gives the names back their meaning in C once the
 * runtime, which is C++, has been read (GPUMP_C_MATH).
 *
 * CUDA's own headers include <math.h> too. They are read before, and
 * for them nothing changes.
 */

#include_next <math.h>

#if defined(GPUMP_C_MATH) && !defined(GPUMP_MATH_H)
#define GPUMP_MATH_H

#define acos(x) ::acos((double)(x))
#define acosh(x) ::acosh((double)(x))
#define asin(x) ::asin((double)(x))
#define asinh(x) ::asinh((double)(x))
#define atan(x) ::atan((double)(x))
#define atanh(x) ::atanh((double)(x))
#define cbrt(x) ::cbrt((double)(x))
#define ceil(x) ::ceil((double)(x))
#define cos(x) ::cos((double)(x))
#define cosh(x) ::cosh((double)(x))
#define erf(x) ::erf((double)(x))
#define erfc(x) ::erfc((double)(x))
#define exp(x) ::exp((double)(x))
#define exp2(x) ::exp2((double)(x))
#define expm1(x) ::expm1((double)(x))
#define fabs(x) ::fabs((double)(x))
#define floor(x) ::floor((double)(x))
#define ilogb(x) ::ilogb((double)(x))
#define lgamma(x) ::lgamma((double)(x))
#define llrint(x) ::llrint((double)(x))
#define llround(x) ::llround((double)(x))
#define log(x) ::log((double)(x))
#define log10(x) ::log10((double)(x))
#define log1p(x) ::log1p((double)(x))
#define log2(x) ::log2((double)(x))
#define logb(x) ::logb((double)(x))
#define lrint(x) ::lrint((double)(x))
#define lround(x) ::lround((double)(x))
#define nearbyint(x) ::nearbyint((double)(x))
#define rint(x) ::rint((double)(x))
#define round(x) ::round((double)(x))
#define sin(x) ::sin((double)(x))
#define sinh(x) ::sinh((double)(x))
#define sqrt(x) ::sqrt((double)(x))
#define tan(x) ::tan((double)(x))
#define tanh(x) ::tanh((double)(x))
#define tgamma(x) ::tgamma((double)(x))
#define trunc(x) ::trunc((double)(x))
#define atan2(x, y) ::atan2((double)(x), (double)(y))
#define copysign(x, y) ::copysign((double)(x), (double)(y))
#define fdim(x, y) ::fdim((double)(x), (double)(y))
#define fmax(x, y) ::fmax((double)(x), (double)(y))
#define fmin(x, y) ::fmin((double)(x), (double)(y))
#define fmod(x, y) ::fmod((double)(x), (double)(y))
#define hypot(x, y) ::hypot((double)(x), (double)(y))
#define nextafter(x, y) ::nextafter((double)(x), (double)(y))
#define pow(x, y) ::pow((double)(x), (double)(y))
#define remainder(x, y) ::remainder((double)(x), (double)(y))
#define frexp(x, y) ::frexp((double)(x), (y))
#define ldexp(x, y) ::ldexp((double)(x), (y))
#define modf(x, y) ::modf((double)(x), (y))
#define remquo(x, y, z) ::remquo((double)(x), (double)(y), (z))
#define scalbln(x, y) ::scalbln((double)(x), (y))
#define scalbn(x, y) ::scalbn((double)(x), (y))
#define fma(x, y, z) ::fma((double)(x), (double)(y), (double)(z))

#endif
