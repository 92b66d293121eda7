/*
 * Chunk sizes known only at run time (2.5.1): any integer expression that
 * does not change in the loop.
 *
 * cross: schedule(static, chunk) => schedule(static, 2)
 * cross: schedule(static, sizes[2] + 1) => schedule(static, 2)
 * cross: schedule(dynamic, pick(chunk)) => schedule(dynamic, 1)
 * cross: schedule(static, *size) => schedule(static, 2)
 */
#include <omp.h>
#include "check.h"

#define N 96

static int owner[N], turn[N];

static int pick(int n)
{
    return n < 4 ? 4 : n;
}

static int dealt(int chunk, int threads)
{
    int i;

    for (i = 0; i < N; i++)
        if (owner[i] != i / chunk % threads)
            return 0;
    return 1;
}

static void orphaned(const long *size)
{
    int i;
#pragma omp for schedule(static, *size)
    for (i = 0; i < N; i++)
        owner[i] = omp_get_thread_num();
}

int main(void)
{
    int chunk, i;
    unsigned short sizes[3] = {1, 2, 6};
    long size = 5;

    for (chunk = 1; chunk <= 30; chunk += 6) {
#pragma omp parallel for schedule(static, chunk) num_threads(4)
        for (i = 0; i < N; i++)
            owner[i] = omp_get_thread_num();
        CHECK(dealt(chunk, 4));
    }
#pragma omp parallel for schedule(static, sizes[2] + 1) num_threads(3)
    for (i = 0; i < N; i++)
        owner[i] = omp_get_thread_num();
    CHECK(dealt(7, 3));

#pragma omp parallel num_threads(5)
    orphaned(&size);
    CHECK(dealt(5, 5));

    for (chunk = 2; chunk <= 16; chunk *= 2) {
        int got = 0;
#pragma omp parallel firstprivate(got) num_threads(4)
        {
#pragma omp for schedule(dynamic, pick(chunk))
            for (i = 0; i < N; i++) {
                double until = omp_get_wtime() + 0.0002;
                turn[i] = got++;
                owner[i] = omp_get_thread_num();
                while (omp_get_wtime() < until)
                    ;
            }
        }
        for (i = 0; i < N; i++) {
            int first = i - i % pick(chunk);
            CHECK(owner[i] == owner[first]);
            CHECK(turn[i] - turn[first] == i - first);
        }
    }
#pragma omp parallel for schedule(guided, chunk / 8)
    for (i = 0; i < N; i++)
        owner[i] = i * i;
    for (i = 0; i < N; i++)
        CHECK(owner[i] == i * i);
    return check_result("chunk expressions");
}
