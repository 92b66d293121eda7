/*
 * Directives with the keywords of types and expressions that C has since 1999, and GNU C: gcc takes them in declare reduction, and in
 * the expressions of clauses.
 * regions: 3 of 4 on the device
 * pair alone: C++ has no complex numbers
 */
#include <complex.h>
#include <stdio.h>

#define N 1000

#pragma omp declare reduction(csum : double complex, __complex__ float : omp_out += omp_in) initializer(omp_priv = 0)
#pragma omp declare reduction(least : _Float128 : omp_out = omp_in < omp_out ? omp_in : omp_out) initializer(omp_priv = 1e9)
#pragma omp declare reduction(bits : __typeof__(1u), __signed__ char : omp_out |= omp_in)

int main(void)
{
    double complex sum = 0, z = 2;
    _Float128 low = 1e9;
    unsigned int seen = 0;
    int count = 0;

#pragma omp parallel for reduction(csum : sum)
    for (int i = 0; i < N; i++)
        sum += i + i * I;
#pragma omp parallel for reduction(least : low)
    for (int i = 0; i < N; i++)
        low = (i + 1) % N < low ? (i + 1) % N : low;
#pragma omp parallel for reduction(bits : seen) num_threads((int)(4 * (_Float64)1)) if (__real__ z > 0)
    for (int i = 0; i < N; i++)
        seen |= 1u << i % 20;
#pragma omp parallel for reduction(+ : count) schedule(static, _Alignof(double)) num_threads(_Generic(count, int: 3, default: 1))
    for (int i = 0; i < N; i++)
        count += i % 2;
    printf("%g %g %g %x %d\n", creal(sum), cimag(sum), (double)low, seen, count);
    return 0;
}
