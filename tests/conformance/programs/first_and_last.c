/*
 * A variable that is firstprivate and lastprivate (2.8.3.4, 2.8.3.5): all
 * copies are initialised before the original gets its last value.
 *
 * cross: firstprivate(x) lastprivate(x) => firstprivate(x)
 * cross: firstprivate(seed, scale) lastprivate(scale, seed) => lastprivate(scale, seed)
 * cross: lastprivate(u) firstprivate(u) => lastprivate(u)
 */
#include <omp.h>
#include "check.h"

typedef struct {
    int a[3];
} triple;

static int steps(int start)
{
    static int u;
    int mine = 0;

#pragma omp single
    u = start;
#pragma omp for lastprivate(u) firstprivate(u) schedule(static)
    for (int k = 0; k < 8; k++) {
        u += 1;
        mine++;
    }
    /* each thread has two iterations, so the last one counted to two */
    return u == start + mine ? 0 : 1;
}

int main(void)
{
    int i, x = 100, wrong = 0, scale = 3;
    triple seed = {{1, 2, 3}};

#pragma omp parallel for firstprivate(x) lastprivate(x) schedule(static) num_threads(4)
    for (i = 0; i < 40; i++)
        x++;
    CHECK(x == 110); /* the last thread's ten */

#pragma omp parallel num_threads(4)
    {
#pragma omp sections firstprivate(seed, scale) lastprivate(scale, seed)
        {
            seed.a[0] += scale;
#pragma omp section
            {
                seed.a[1] = seed.a[0] + seed.a[2];
                scale *= 2;
            }
#pragma omp section
            {
                seed.a[2] = 50 + seed.a[2];
                scale += 10;
            }
        }
    }
    /* a thread may have run one section or more, the last at least */
    CHECK(seed.a[2] == 53);
    CHECK(scale == 13 || scale == 16);
    CHECK(seed.a[0] == 1 || seed.a[0] == 4);

#pragma omp parallel reduction(+ : wrong) num_threads(4)
    wrong += steps(20);
    CHECK(wrong == 0);
    return check_result("firstprivate with lastprivate");
}
