/*
 * Reductions over inner loops.
 */
#include <stdio.h>

#define N 20
#define M 100

static int v[N][M];

int main(void)
{
    int i, j, sum = 3, count = 0, bits = ~0, odd = 0, all = 1, any = 0;
    long product = 1;
    unsigned mixed = 1;
    double real = 0.5;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][j] = i * j % 31;

    /* nests: 2 */
#pragma omp parallel for private(j) reduction(+ : sum, count, real)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            sum += v[i][j];
            if (v[i][j] > 15)
                count += 1;
            else
                count += 0;
            real = real + v[i][j] * 0.25;
        }
    printf("%d %d %g\n", sum, count, real);

    /* nests: 2 */
#pragma omp parallel for private(j) reduction(- : sum) reduction(& : bits) reduction(^ : odd)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            sum -= v[i][j];
            bits &= ~v[i][j] | 64;
            odd ^= v[i][j];
        }
    printf("%d %d %d\n", sum, bits, odd);

    /* nests: 2 */
#pragma omp parallel for private(j) reduction(&& : all) reduction(|| : any) reduction(* : product)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            all = all && v[i][j] < 31;
            any = any || v[i][j] == 30;
            product *= v[i][j] == 30 && i == 19 ? 3 : 1;
        }
    printf("%d %d %ld\n", all, any, product);

    /* nests: stays, other operators than the reduction's need an order */
#pragma omp parallel for private(j) reduction(+ : mixed)
    for (i = 0; i < 1; i++)
        for (j = 0; j < 10; j++) {
            mixed += j + 1;
            mixed *= 3;
        }
    printf("%u\n", mixed);

    sum = 0;
    /* nests: stays, the sum is looked at on the way */
#pragma omp parallel for private(j) reduction(+ : sum)
    for (i = 0; i < 1; i++)
        for (j = 0; j < M; j++) {
            sum += v[9][j];
            if (sum > 100)
                sum -= 100;
        }
    printf("%d\n", sum);

    sum = 0;
    /* nests: stays, and here it is kept */
#pragma omp parallel for private(j) reduction(+ : sum)
    for (i = 0; i < 1; i++)
        for (j = 0; j < M; j++) {
            sum += v[9][j];
            v[i][j] = sum;
        }
    printf("%d %d\n", sum, v[0][50]);
    return 0;
}
