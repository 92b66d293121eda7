/*
 * ordered in simd loops (OpenMP 4.5, 2.13.8): of iterations that run together
 * in a thread, and of those of all threads.
 *
 * cross: #pragma omp ordered threads
 */
#include "check.h"

#define N 80

static int order[N], next;

int main(void)
{
    int right = 1, count = 0, k;

#pragma omp simd
    for (k = 0; k < N; k++) {
        int twice = 2 * k;

#pragma omp ordered simd
        {
            order[next] = twice;
            next++;
        }
    }
    for (k = 0; k < N; k++)
        right = right && order[k] == 2 * k;
    CHECK(right && next == N);
    next = 0;

#pragma omp parallel for simd ordered schedule(static, 1) num_threads(4)
    for (k = 0; k < N; k++) {
#pragma omp ordered threads simd
        {
            order[next] = k;
            next++;
        }
    }
    for (k = 0; k < N; k++)
        right = right && order[k] == k;
    CHECK(right && next == N);

#pragma omp parallel num_threads(4) reduction(+ : count)
    {
        int own[N], at = 0;

#pragma omp simd
        for (int i = 0; i < N; i++) {
#pragma omp ordered simd
            own[at++] = i;
        }
        for (int i = 0; i < N; i++)
            count += own[i] != i;

#pragma omp single
        next = 0;
#pragma omp for ordered schedule(static, 1)
        for (int i = 0; i < N; i++) {
#pragma omp ordered threads
            order[next++] = i;
        }
    }
    for (k = 0; k < N; k++)
        right = right && order[k] == k;
    CHECK(right && count == 0);
    count = 0;
#pragma omp parallel num_threads(4)
#pragma omp critical
    {
#pragma omp simd
        for (int i = 0; i < N; i++) {
#pragma omp ordered simd
            count += i;
        }
    }
    CHECK(count % (N * (N - 1) / 2) == 0 && count > 0);
    return check_result("ordered simd");
}
