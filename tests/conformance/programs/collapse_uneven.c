/*
 * collapse of loops whose bounds depend on the variables of those around (5.0, 2.9.1): triangles, up and down, of three loops, rows
 * without iterations, lastprivate, orphaned, and of several integer types.
 *
 * cross: reduction(+ : sum) => private(sum)
 * cross: lastprivate(i, j)
 * crossed with: -DN=200
 */
#include <limits.h>
#include <omp.h>

#include "check.h"

#ifndef N
#define N 40
#endif

static int seen[N + 1][N + 1], deep[20][20][20];

static void orphaned(int n)
{
#pragma omp for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            seen[i][j]++;
}

/* Whether seen[i][j] is 1 for the lower or the upper triangle, and 0 elsewhere; begins anew. */
static int is_triangle(int upper)
{
    int right = 1;
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++) {
            int is_in = i < N && j < N && (upper ? j >= i : j < i);
            right &= seen[i][j] == is_in;
            seen[i][j] = 0;
        }
    return right;
}

int main(void)
{
    int i, j, wrong = 0, none = 0, two = 2;
    long sum = 0;

#pragma omp parallel num_threads(4)
    orphaned(N);
    CHECK(is_triangle(1));

#pragma omp parallel for collapse(2)
    for (i = 0; i < N; i++)
        for (j = 0; j < i; j++)
            seen[i][j]++;
    CHECK(is_triangle(0));

#pragma omp parallel num_threads(4)
    {
#pragma omp for collapse(2)
        for (int a = N - 1; a >= 0; a--)
            for (int b = N - 1; b >= a; --b)
                seen[a][b]++;
#pragma omp single
        wrong += !is_triangle(1);
#pragma omp for collapse(2) nowait
        for (int a = 0; a < N; a += two)
            for (int b = a; b <= 3 * a + 1; b += 1)
                if (b < N)
                    seen[a][b]++;
#pragma omp for collapse(3)
        for (int a = 0; a < 20; a++)
            for (int b = a; b < 20; b++)
                for (int c = b - 1; c < b + 5; c++)
                    if (c >= 0 && c < 20)
                        deep[a][b][c]++;
#pragma omp for collapse(2) reduction(+ : sum)
        for (short a = 250; a < 255; a++)
            for (short b = a; b < 255; b++)
                sum += a + b;
    }
    CHECK(wrong == 0);
    for (int a = 0; a < N; a++)
        for (int b = 0; b < N; b++)
            wrong += seen[a][b] != (a % 2 == 0 && b >= a && b <= 3 * a + 1);
    CHECK(wrong == 0);
    for (int a = 0; a < 20; a++)
        for (int b = 0; b < 20; b++)
            for (int c = 0; c < 20; c++)
                wrong += deep[a][b][c] != (b >= a && c >= b - 1 && c < b + 5);
    CHECK(wrong == 0);
    long expected = 0;
    for (int a = 250; a < 255; a++)
        for (int b = a; b < 255; b++)
            expected += a + b;
    CHECK(sum == expected);

    /* No iterations, in all rows or in the outer loop. */
#pragma omp parallel for collapse(2) reduction(+ : none)
    for (int a = 0; a < 10; a++)
        for (int b = a; b < a; b++)
            none++;
#pragma omp parallel for collapse(2) reduction(+ : none)
    for (int a = 10; a < 10; a++)
        for (int b = 0; b < a; b++)
            none++;
    CHECK(none == 0);

    i = j = -1;
#pragma omp parallel for collapse(2) lastprivate(i, j)
    for (i = 1; i < 8; i++)
        for (j = 2 * i; j < 20; j++)
            seen[0][0] = 0;
    CHECK(i == 8);
    CHECK(j == 20);

    long long far = 0;
#pragma omp parallel for collapse(2) reduction(+ : far)
    for (long long a = LLONG_MAX - 4; a < LLONG_MAX; a++)
        for (long long b = a; b < LLONG_MAX; b++)
            far += LLONG_MAX - b;
    CHECK(far == 20);
    return check_result("collapse of loops that depend on one another");
}
