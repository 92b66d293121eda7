/*
 * default(private) and default(firstprivate) (5.1, 2.21.4.1; 5.2, 5.4.1): on parallel and the combined constructs, with
 * scalars, arrays and structures, and with what is listed, constant, static or a loop's variable.
 *
 * cross: default(firstprivate) shared(from, step, sums) => default(shared)
 * cross: default(private) shared(results) firstprivate(n) => default(shared)
 * cross: default(firstprivate) reduction(+ : total) => default(shared) reduction(+ : total)
 */
#include <omp.h>
#include "check.h"

#define N 64

struct pair {
    int a, b;
};

static int shared_by_file;

int main(void)
{
    int results[N], sums[N] = {0}, scratch[4] = {1, 2, 3, 4}, n = N, t = 5, i, total = 0, from[1] = {7};
    const int step = 3;
    struct pair pair = {10, 20};
    long row[n];

    for (i = 0; i < n; i++)
        row[i] = i;
#pragma omp parallel default(firstprivate) shared(from, step, sums) num_threads(4)
    {
        int k;
        t += omp_get_thread_num();
        scratch[1] += t;
        pair.b += t;
        row[3] += t;
#pragma omp barrier
#pragma omp for
        for (k = 0; k < N; k++)
            sums[k] = from[0] + step + k;
        if (t < 5 || scratch[1] != 2 + t || pair.b != 20 + t || row[3] != 3 + t || scratch[3] != 4)
#pragma omp atomic
            sums[0]++;
    }
    CHECK(t == 5 && scratch[1] == 2 && pair.b == 20 && row[3] == 3);
    for (i = 0; i < N; i++)
        CHECK(sums[i] == 10 + i);

    i = -1;
#pragma omp parallel for default(private) shared(results) firstprivate(n)
    for (i = 0; i < n; i++) {
        t = i * 2;
        scratch[i % 4] = t;
        pair.a = scratch[i % 4] + 1;
        results[i] = pair.a;
    }
    CHECK(t == 5 && scratch[0] == 1 && pair.a == 10);
    for (i = 0; i < N; i++)
        CHECK(results[i] == 2 * i + 1);

#pragma omp parallel sections default(firstprivate) reduction(+ : total)
    {
#pragma omp section
        {
            t++;
            total += t;
        }
#pragma omp section
        {
            static int calls;
            pair.a -= 4;
            calls++;
            total += pair.a + calls;
        }
    }
    CHECK(total == 6 + 6 + 1 && t == 5 && pair.a == 10);
#pragma omp parallel default(private) shared(shared_by_file)
    {
        t = omp_get_thread_num();
        if (t == 0)
            shared_by_file = 40 + t;
    }
    CHECK(shared_by_file == 40 && t == 5);
    return check_result("default(private) and default(firstprivate)");
}
