/*
 * Types and statements that the device has not.
 * regions: 1 of 9 on the device
 * pair alone: C++ has no complex numbers
 */
#include <complex.h>
#include <stdio.h>

typedef float four __attribute__((vector_size(16)));

typedef short __attribute__((mode(SI))) __attribute__((vector_size(16))) four_ints;
static four_ints counts = {1, 2, 3, 4};

static int of_length(int n)
{
    struct { int list[n]; int last; } all;
    all.last = all.list[n - 1] = n;
    return all.last + (int)sizeof all;
}

static long double series(int n)
{
    long double sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i < n; i++)
        sum += 1.0L / i;
    return sum;
}

static long double _Complex turned;

typedef union {
    int *whole;
    float *real;
} place __attribute__((transparent_union));

static int first(place at) { return *at.whole; }

int main(void)
{
    four v[8];
    int moved = 0, sum = 0;
    long double _Complex z[4];
    #pragma omp parallel for
    for (int i = 0; i < 8; i++)
        v[i] = (four){i, i, i, 1};
    #pragma omp parallel for reduction(+ : moved)
    for (int i = 0; i < 8; i++) {
        int one;
        __asm__("movl $1, %0" : "=r"(one));
        moved += one;
    }
    #pragma omp parallel for
    for (int i = 0; i < 4; i++)
        z[i] = i + i * I;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += i;
    turned = z[3];
    #pragma omp parallel num_threads(1)
    counts += counts;
    #pragma omp parallel num_threads(1)
    moved = of_length(5);
    #pragma omp parallel num_threads(1)
    moved += first(&sum);
    #pragma omp parallel num_threads(1)
    {
        int all[4] = {[0 ... 3] = sum++};
        moved += all[3] - all[0];
    }
    printf("%d %d\n", counts[3], moved);
    printf("%.6Lf %g %d %g %d %g\n", series(1000), (double)v[7][2], moved, (double)creall(z[3]), sum, (double)creall(turned));
    return 0;
}
