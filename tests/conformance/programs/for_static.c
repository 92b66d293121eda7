/*
 * schedule(static) (2.5.1): each thread has at most one stretch of
 * consecutive iterations, in the order of the threads' numbers, and the
 * stretches are about equal.
 *
 * cross: schedule(static) => schedule(static, 1)
 */
#include <omp.h>
#include "check.h"

#define MOST 103

static int owner[MOST];

static void fill(int n)
{
    int i;
#pragma omp for schedule(static)
    for (i = 0; i < n; i++)
        owner[i] = omp_get_thread_num();
}

static int is_static(int n, int threads)
{
    int i, size[8] = {0}, least = n, most = 0;

    for (i = 0; i < n; i++) {
        if (i > 0 && owner[i] < owner[i - 1])
            return 0;
        size[owner[i]]++;
    }
    for (i = 0; i < threads; i++) {
        least = size[i] < least ? size[i] : least;
        most = size[i] > most ? size[i] : most;
    }
    /* either n/threads rounded up for all but the last ones, or as even as can be */
    return most == (n + threads - 1) / threads;
}

int main(void)
{
    int n, i;

    for (n = 8; n <= MOST; n += 19) {
#pragma omp parallel num_threads(8)
        fill(n);
        CHECK(is_static(n, 8));

#pragma omp parallel for schedule(static) num_threads(3)
        for (i = 0; i < n; i++)
            owner[i] = omp_get_thread_num();
        CHECK(is_static(n, 3));

#pragma omp parallel num_threads(5) private(i)
        {
#pragma omp for schedule(static)
            for (i = n - 1; i >= 0; i--)
                owner[n - 1 - i] = omp_get_thread_num();
        }
        CHECK(is_static(n, 5));
    }
    return check_result("static schedule");
}
