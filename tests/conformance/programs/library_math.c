/*
 * math.h in regions, with arguments of double, float and integers.
 *
 * cross: double precise = sqrt( => double precise = 1 + sqrt(
 * cross: firstprivate(kind) => private(kind)
 */
#include <math.h>
#include <stdlib.h>
#include "check.h"

#define KINDS 30

static double compute(int kind, double x)
{
    int exponent;
    double whole = HUGE_VAL;

    switch (kind) {
    case 0: return sin(x);
    case 1: return cos(x);
    case 2: return tan(x);
    case 3: return asin(x / 4);
    case 4: return acos(x / 4);
    case 5: return atan(x);
    case 6: return atan2(x, 2);
    case 7: return sinh(x);
    case 8: return cosh(x);
    case 9: return tanh(x);
    case 10: return exp(x);
    case 11: return log(x);
    case 12: return log10(x);
    case 13: return pow(x, 2.5);
    case 14: return sqrt(x);
    case 15: return ceil(x);
    case 16: return floor(-x);
    case 17: return fabs(-x);
    case 18: return fmod(10, x);
    case 19: return ldexp(x, 3);
    case 20: return frexp(x, &exponent) + exponent;
    case 21: return modf(x, &whole) + whole * 8;
    case 22: return hypot(x, 3);
    case 23: return cbrt(x);
    case 24: return round(x) + trunc(-x) + rint(x);
    case 25: return fmax(x, 2) - fmin(x, 2);
    case 26: return exp2(x) + log2(x);
    case 27: return expm1(x) + log1p(x);
    case 28: return erf(x) + tgamma(x);
    default: return (isinf(x * whole) != 0) + (isnan(whole - whole) != 0) + copysign(2, -x);
    }
}

int main(void)
{
    double on_device[KINDS], x = 1.75;
    float floats[4];
    int k, kind = 3, wrong = 0;

#pragma omp parallel for num_threads(4)
    for (k = 0; k < KINDS; k++)
        on_device[k] = compute(k, x);
    for (k = 0; k < KINDS; k++) {
        double here = compute(k, x);
        if (!(fabs(on_device[k] - here) <= 1e-12 * (1 + fabs(here)))) {
            printf("function %d: %.17g, not %.17g\n", k, on_device[k], here);
            wrong++;
        }
    }
    CHECK(wrong == 0);

    /* what C makes of a float or an int: a double */
#pragma omp parallel firstprivate(kind) reduction(+ : wrong) num_threads(2)
    {
        float third = 1 / 3.0f;
        double precise = sqrt(third), exact = sqrt(kind);
        wrong += fabs(precise * precise - third) > 1e-15;
        wrong += fabs(exact * exact - 3) > 1e-14;
#pragma omp single
        {
            floats[0] = sqrtf(2);
            floats[1] = powf(2, 0.5f);
            floats[2] = fabsf(-0.25f) + floorf(1.5f);
            floats[3] = expf(logf(3));
        }
    }
    CHECK(wrong == 0);
    CHECK(fabsf(floats[0] - 1.41421356f) < 1e-6f && fabsf(floats[1] - floats[0]) < 1e-6f);
    CHECK(floats[2] == 1.25f && fabsf(floats[3] - 3) < 1e-5f);
    return check_result("math.h");
}
