/*
 * lastprivate (2.8.3.5) on arrays, structures and pointers, with each
 * schedule.
 *
 * cross: lastprivate(v) => private(v)
 * cross: lastprivate(v, r) => private(v, r)
 * cross: lastprivate(p) => private(p)
 */
#include "check.h"

#define N 50

struct record {
    int number;
    double parts[2];
};

static int text_of(int number)
{
    return number * 100;
}

int main(void)
{
    int v[4], i, k, sources[N];
    int *p = NULL;
    struct record r = {0, {0, 0}};

    for (i = 0; i < N; i++)
        sources[i] = 5 * i;
#pragma omp parallel for lastprivate(v) private(k) schedule(static) num_threads(4)
    for (i = 0; i < N; i++)
        for (k = 0; k < 4; k++)
            v[k] = text_of(i) + k;
    CHECK(v[0] == 4900 && v[3] == 4903);

#pragma omp parallel private(k) num_threads(4)
    {
#pragma omp for lastprivate(v, r) schedule(guided)
        for (i = N - 1; i >= 0; i--) {
            for (k = 0; k < 4; k++)
                v[k] = i - k;
            r.number = i + 1000;
            r.parts[1] = 0.5 * i + 0.25;
        }
    }
    CHECK(v[3] == -3);
    CHECK(r.number == 1000 && r.parts[1] == 0.25);

#pragma omp parallel for lastprivate(p) schedule(dynamic) num_threads(4)
    for (i = 0; i < N; i++)
        p = &sources[i];
    CHECK(p == sources + N - 1);
    CHECK(p && *p == 245);
    return check_result("lastprivate types");
}
