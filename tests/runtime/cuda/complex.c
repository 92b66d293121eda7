/* Complex numbers: arithmetic and functions of complex.h in a loop, and reductions. */
#include <complex.h>
#include <stdio.h>

static void each(int n, double _Complex *a, float _Complex *b)
{
    int i;
#pragma omp parallel for
    for (i = 0; i < n; i++) {
        a[i] = cexp(a[i] / 8) + csqrt(a[i]) * conj(b[i]);
        b[i] /= 2 + cabsf(b[i]);
        __imag__ b[i] = creal(cpow(a[i], 2)) > 0 ? 1 : -1;
    }
}

static double _Complex dot(int n, const double _Complex *a, const float _Complex *b)
{
    double _Complex sum = 1;
    float _Complex product = 1;
    int i;
#pragma omp parallel for reduction(+ : sum) reduction(* : product)
    for (i = 0; i < n; i++) {
        sum += a[i] * b[i];
        product *= i % 7 ? 1 : I;
    }
    return sum + product / 4;
}

int main(void)
{
    static double _Complex a[10000], s;
    static float _Complex b[10000];
    int i;
    for (i = 0; i < 10000; i++) {
        a[i] = i % 17 - i % 5 * I;
        b[i] = i % 11 + i % 3 * I;
    }
    for (i = 1; i <= 10000; i *= 10) {
        s = dot(i, a, b);
        printf("%.15g %.15g\n", creal(s), cimag(s));
    }
    each(10000, a, b);
    for (i = 0; i < 50; i++)
        printf("%.10g %.10g %.5g %.5g\n", creal(a[i]), cimag(a[i]), crealf(b[i]), cimagf(b[i]));
    return 0;
}
