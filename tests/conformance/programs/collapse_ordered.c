/*
 * ordered with collapse (OpenMP 3.0, 2.5.1 and 2.8.7): the order is that of the
 * whole space.
 *
 * cross all: ordered
 */
#include "check.h"

#define N 6
#define M 7

static int order[4 * N * M], next;

static void put(int value)
{
#pragma omp ordered
    order[next++] = value;
}

static int in_order(int count)
{
    int right = next == count;

    for (int k = 0; k < count; k++)
        right = right && order[k] == k;
    next = 0;
    return right;
}

int main(void)
{
    int i, j, k;

#pragma omp parallel for ordered collapse(2) schedule(dynamic) num_threads(4)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
#pragma omp ordered
            order[next++] = i * M + j;
        }
    CHECK(in_order(N * M));

#pragma omp parallel num_threads(4)
    {
#pragma omp for collapse(3) ordered schedule(static, 5)
        for (i = N - 1; i >= 0; i--)
            for (j = 0; j < M; j++)
                for (k = 3; k > -1; k--)
                    put(((N - 1 - i) * M + j) * 4 + 3 - k);
    }
    CHECK(in_order(4 * N * M));

    /* not every iteration comes to it */
#pragma omp parallel for ordered collapse(2) num_threads(4)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            if (j % 2 == 0)
                put(i * 4 + j / 2);
    CHECK(in_order(4 * N));
    return check_result("ordered collapsed loops");
}
