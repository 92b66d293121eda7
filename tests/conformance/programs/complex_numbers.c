/*
 * Complex numbers (C17 6.2.5, Annex G) in parallel regions: their types however they
 * are spelled, their operators with numbers of other types, conversions, the functions
 * of <complex.h>, and where variables of such types may be: in arrays and structures,
 * private, reduced.
 *
 * pair alone: C++ has no complex numbers
 * cross: reduction(+ : sum)
 */
#include <complex.h>
#include <math.h>
#include <stdarg.h>
#include "check.h"

#define COUNT 200

typedef double complex number;
typedef struct {
    int kind;
    float _Complex small;
    number large;
} pair_t;

static number constant = 2 - 3 * I;
static complex float table[4] = {1, I, 2.5f - I};

static double _Complex polynomial(double complex z, int degree)
{
    number value = 1;
    for (int k = 0; k < degree; k++)
        value = value * z + k;
    return value;
}

static void swap_parts(_Complex double *z)
{
    double real = __real__ *z;
    __real__ *z = __imag__ *z;
    __imag__(*z) = real;
}

static double complex total_of(int count, ...)
{
    va_list list;
    number total = 0;

    va_start(list, count);
    while (count-- > 0) {
        total += va_arg(list, number);
        const float complex factor = va_arg(list, float complex);
        total += factor * va_arg(list, int);
    }
    va_end(list);
    return total;
}

static int is_near(double complex a, double complex b, double error)
{
    return cabs(a - b) <= error * (1 + cabs(b));
}

/* Small whole numbers, so that no result is rounded. */
static double complex mix(int i, double complex turn, pair_t *pair)
{
    double complex z = i % 7 + (i % 5) * I, w = CMPLX(i % 3, -1), all[3] = {z, w};
    const float complex small = i % 4 - 2.0f * I;
    double real = z * w;
    int whole = small;
    float complex narrow = z + 0.5;
    z += w;
    z -= 1;
    w *= small;
    w = -w + conj(z) - ~z;
    z *= 2.0f;
    all[2] = z == w ? z : 1;
    all[1] += i % 2 ? small : 2.5;
    if (z && !(w - w))
        z = z * turn + whole;
    z = (z + polynomial(w, 2) + (complex double){real}) / 2;
    swap_parts(&z);
    z++;
    pair->kind = z != 0;
    pair->small = narrow * narrow;
    pair->large = z + all[0] + all[1] * all[2] + constant + table[i % 4] + 1.0iF;
    return pair->large * (0.5 * I) + creal(z) + cimag(w) + 3 / (1 + I);
}

/* What is rounded. */
static double complex functions(int i)
{
    double complex z = 0.1 * (i % 17 - 8) + 0.2 * (i % 13 - 5) * I + 0.05;
    double complex sum = csqrt(z) + cexp(z) + clog(z) + cpow(z, 0.5 + I) + cproj(z) + carg(z) * I + cabs(z);
    sum += csin(z) + ccos(z) + ctan(z) + csinh(z) * ccosh(z) + ctanh(z);
    sum += casin(z) + cacos(z) + catan(z) + casinh(z) + cacosh(z + 2) + catanh(z);
    sum += 1 / z + i / z + z / (z + 1) + z / 3;
    return sum;
}

static float complex functions_of_float(int i)
{
    float complex z = 0.25f * (i % 17 - 8) + 0.5f * (i % 13 - 5) * I + 0.125f, w = z / (3 - 4 * I);
    return csqrtf(w) + cexpf(w) + cpowf(w, 2) + cabsf(w) + crealf(conjf(w)) + cargf(w) - cimagf(w) + __real__ w;
}

int main(void)
{
    number z[COUNT], results[COUNT], rounded[COUNT], totals[COUNT];
    float complex narrow[COUNT];
    pair_t pairs[COUNT], expected;
    const number turn = I;
    double complex sum = 0, product = 1, inner = 0, last = 0;
    float complex less = 100;
    double _Complex sums[3] = {0};
    int all = 1;

#pragma omp parallel for firstprivate(turn) lastprivate(last)
    for (int i = 0; i < COUNT; i++) {
        z[i] = i + 2 * i * I;
        results[i] = mix(i, turn, &pairs[i]);
        rounded[i] = functions(i);
        narrow[i] = functions_of_float(i);
        totals[i] = total_of(2, z[i] + 1, 2 * I, i, turn, (float complex)i, 1);
        last = z[i] * turn;
    }
    for (int i = 0; i < COUNT; i++) {
        CHECK(z[i] == CMPLX(i, 2.0 * i));
        CHECK(totals[i] == 2 * i + 1 + (4 * i + 1) * I);
        CHECK(results[i] == mix(i, I, &expected));
        CHECK(pairs[i].kind == expected.kind && pairs[i].small == expected.small && pairs[i].large == expected.large);
        CHECK(is_near(rounded[i], functions(i), 1e-12));
        CHECK(is_near(narrow[i], functions_of_float(i), 1e-5));
    }
    CHECK(last == (COUNT - 1) * (I - 2));

#pragma omp parallel
    {
#pragma omp for reduction(+ : sum) reduction(- : less) reduction(* : product) reduction(&& : all)
        for (int i = 0; i < COUNT; i++) {
            sum += z[i];
            less -= I;
            if (i % 50 == 0)
                product *= 1 + I;
            all = all && z[i] + 1;
        }
#pragma omp for reduction(+ : sums)
        for (int i = 0; i < COUNT; i++)
            sums[i % 3] += i * turn;
#pragma omp critical
        for (int i = 0; i < 1000; i++)
            inner += turn;
#pragma omp barrier
#pragma omp master
        sum += sums[0] + sums[1] + sums[2];
    }
    CHECK(sum == COUNT * (COUNT - 1) / 2 * (1 + 3 * I));
    CHECK(less == 100 - COUNT * I);
    CHECK(product == -4 && all);
    CHECK(creal(inner) == 0 && fmod(cimag(inner), 1000) == 0 && cimag(inner) > 0);

    typedef float complex local;
    local offset = 1 - 2 * I, total = 0;
    sum = 0;
#pragma omp parallel for reduction(+ : sum, total)
    for (int i = 0; i < COUNT; i++) {
        sum += z[i] + offset;
        total += offset;
    }
    CHECK(sum == COUNT * (COUNT - 1) / 2 * (1 + 2 * I) + COUNT * offset && total == COUNT * offset);

    /* Rows times columns, the sum in a register. */
    double complex matrix[8][8], by[8][8], made[8][8];
    for (int i = 0; i < 64; i++) {
        matrix[i / 8][i % 8] = i % 5 - i % 3 * I;
        by[i / 8][i % 8] = i % 7 * I;
    }
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            double complex dot = 0.0;
            for (int k = 0; k < 8; k++)
                dot += matrix[i][k] * by[k][j];
            made[i][j] = dot;
        }
    for (int i = 0; i < 64; i++) {
        double complex dot = 0;
        for (int k = 0; k < 8; k++)
            dot += matrix[i / 8][k] * by[k][i % 8];
        CHECK(made[i / 8][i % 8] == dot);
    }
    return check_result("complex numbers");
}
