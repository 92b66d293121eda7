/* A loop with a reduction, the commonest region of all; num_threads and if. */
#include <stdio.h>

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    int i;
#pragma omp parallel for reduction(+ : sum) if (n > 4)
    for (i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static int count(int threads, const int *values, int n)
{
    int all = 1, any = 0, bits = 0, product = 1, i;
    unsigned char ones = 0xff;
    float least = 10;
#pragma omp parallel for num_threads(threads) reduction(&& : all) reduction(|| : any) reduction(| : bits) \
    reduction(* : product) reduction(& : ones) reduction(- : least) schedule(static)
    for (i = 0; i < n; i++) {
        all = all && values[i] > 0;
        any = any || values[i] == 7;
        bits |= values[i];
        product *= values[i] == 3 ? 3 : 1;
        ones &= (unsigned char)~(values[i] == 5 ? 4 : 0);
        least -= 0.5f;
    }
    printf("%d: %d %d %d %d %u %g\n", threads, all, any, bits, product, ones, least);
    return all;
}

int main(void)
{
    static double a[100000], b[100000];
    int values[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, i;
    for (i = 0; i < 100000; i++) {
        a[i] = i % 17;
        b[i] = i % 5;
    }
    printf("%g\n", dot(100000, a, b));
    printf("%g\n", dot(4, a, b));
    printf("%g\n", dot(0, a, b));
    for (i = 1; i < 12; i++)
        count(i, values, 10);
    count(65, values, 10);
    return 0;
}
