#include <gpump_device.h>

__device__ static void functions(double x, double y, float g, float h, int n)
{
    double whole = 0;
    float part = 0;
    int e = 0, count = 0, singles, mixed, i;
    double results[200];
    results[count++] = acos(x);
    results[count++] = asin(x);
    results[count++] = atan(x);
    results[count++] = cos(x);
    results[count++] = sin(x);
    results[count++] = tan(x);
    results[count++] = acosh(x);
    results[count++] = asinh(x);
    results[count++] = atanh(x);
    results[count++] = cosh(x);
    results[count++] = sinh(x);
    results[count++] = tanh(x);
    results[count++] = exp(x);
    results[count++] = exp2(x);
    results[count++] = expm1(x);
    results[count++] = log(x);
    results[count++] = log10(x);
    results[count++] = log1p(x);
    results[count++] = log2(x);
    results[count++] = logb(x);
    results[count++] = cbrt(x);
    results[count++] = fabs(x);
    results[count++] = sqrt(x);
    results[count++] = erf(x);
    results[count++] = erfc(x);
    results[count++] = lgamma(x);
    results[count++] = tgamma(x);
    results[count++] = ceil(x);
    results[count++] = floor(x);
    results[count++] = nearbyint(x);
    results[count++] = rint(x);
    results[count++] = round(x);
    results[count++] = trunc(x);
    results[count++] = atan2(x, y);
    results[count++] = hypot(x, y);
    results[count++] = pow(x, y);
    results[count++] = fmod(x, y);
    results[count++] = remainder(x, y);
    results[count++] = copysign(x, y);
    results[count++] = nextafter(x, y);
    results[count++] = fdim(x, y);
    results[count++] = fmax(x, y);
    results[count++] = fmin(x, y);
    results[count++] = fma(x, y, 2);
    results[count++] = ldexp(x, 3);
    results[count++] = scalbn(x, 2);
    results[count++] = scalbln(x, 2L);
    results[count++] = frexp(x, &e);
    results[count++] = modf(x, &whole);
    results[count++] = remquo(x, y, &e);
    singles = count;
    results[count++] = acosf(g);
    results[count++] = asinf(g);
    results[count++] = atanf(g);
    results[count++] = cosf(g);
    results[count++] = sinf(g);
    results[count++] = tanf(g);
    results[count++] = acoshf(g);
    results[count++] = asinhf(g);
    results[count++] = atanhf(g);
    results[count++] = coshf(g);
    results[count++] = sinhf(g);
    results[count++] = tanhf(g);
    results[count++] = expf(g);
    results[count++] = exp2f(g);
    results[count++] = expm1f(g);
    results[count++] = logf(g);
    results[count++] = log10f(g);
    results[count++] = log1pf(g);
    results[count++] = log2f(g);
    results[count++] = logbf(g);
    results[count++] = cbrtf(g);
    results[count++] = fabsf(g);
    results[count++] = sqrtf(g);
    results[count++] = erff(g);
    results[count++] = erfcf(g);
    results[count++] = lgammaf(g);
    results[count++] = tgammaf(g);
    results[count++] = ceilf(g);
    results[count++] = floorf(g);
    results[count++] = nearbyintf(g);
    results[count++] = rintf(g);
    results[count++] = roundf(g);
    results[count++] = truncf(g);
    results[count++] = atan2f(g, h);
    results[count++] = hypotf(g, h);
    results[count++] = powf(g, h);
    results[count++] = fmodf(g, h);
    results[count++] = remainderf(g, h);
    results[count++] = copysignf(g, h);
    results[count++] = nextafterf(g, h);
    results[count++] = fdimf(g, h);
    results[count++] = fmaxf(g, h);
    results[count++] = fminf(g, h);
    results[count++] = fmaf(g, h, 2);
    results[count++] = ldexpf(g, 3);
    results[count++] = scalbnf(g, 2);
    results[count++] = scalblnf(g, 2L);
    results[count++] = frexpf(g, &e);
    results[count++] = modff(g, &part);
    results[count++] = remquof(g, h, &e);
    mixed = count;
    results[count++] = (double)ilogb(x) + (double)ilogbf(g);
    results[count++] = (double)lrint(x) + (double)lrintf(g);
    results[count++] = (double)llrint(x) + (double)llrintf(g);
    results[count++] = (double)lround(x) + (double)lroundf(g);
    results[count++] = (double)llround(x) + (double)llroundf(g);
    results[count++] = sqrt(n);
    results[count++] = pow(n, 2);
    results[count++] = exp(g);
    results[count++] = floor(g);
    results[count++] = atan2(n, 1);
    results[count++] = fmax(n, g);
    results[count++] = hypot(3, 4);
    results[count++] = log(n);
    results[count++] = cbrt(n);
    results[count++] = round(g);
    results[count++] = sqrt(g);
    results[count++] = remquo(n, 2, &e);
    results[count++] = 1 / 3.0f * sin(g);
    results[count++] = whole + part + e;
    for (i = 0; i < count; i++)
        if (results[i] != results[i])
            gpump_printf("nan ");
        else
            gpump_printf(i >= singles && i < mixed ? "%.6g " : "%.14g ", results[i]);
    gpump_printf("\n");
}

__device__ static void classes(double x, float g)
{
    gpump_printf("%d%d%d%d%d ", isnan(x) != 0, isinf(x) != 0, isfinite(x) != 0, isnormal(x) != 0, signbit(x) != 0);
    gpump_printf("%d%d%d%d%d ", isnan(g) != 0, isinf(g) != 0, isfinite(g) != 0, isnormal(g) != 0, signbit(g) != 0);
    gpump_printf("%d %d ", fpclassify(x) == FP_ZERO, fpclassify(g) == FP_SUBNORMAL);
    gpump_printf("%d%d%d%d%d%d ", isgreater(x, g), isgreaterequal(x, g), isless(x, g), islessequal(x, 1), islessgreater(1, g),
           isunordered(x, g));
    gpump_printf("%d\n", isnan(nan("")) && isnan(nanf("")) && isnan(NAN) && isinf(HUGE_VAL) && isinf(INFINITY));
}

__device__ static void room(int n)
{
    int *all = alloca((size_t)n * sizeof *all), i;
    for (i = 0; i < n; i++)
        all[i] = i;
    gpump_printf("%d\n", all[n / 2] + all[n - 1]);
}

struct nothing_t {};

__global__ void main_parallel0(gpump_team_t team, nothing_t)
{
    if (!gpump_enter(team))
        return;
    if (omp_get_thread_num() == 0) {
        double x[] = {0, NAN, -INFINITY, -1e-310, 2};
        float g[] = {0, INFINITY, NAN, 1e-40f, 1};
        int k;
        for (k = 0; k < 2; k++)
            functions(k ? 1.5 : 0.7, k ? -2.25 : 1.6, k ? 2.5f : 0.3f, k ? -0.75f : 1.2f, k ? 2 : 5);
        for (k = 0; k < 5; k++)
            classes(x[k], g[k]);
        room(10);
    }
}
GPUMP_REGION(main_parallel0, nothing_t, .file = "mathematics.c", .line = 161,
    .kernel = gpump_kernel<main_parallel0>);
