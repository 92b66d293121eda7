/*
 * lastprivate (2.8.3.5): after a loop the original has the value of the
 * sequentially last iteration, after sections that of the last one.
 *
 * cross: lastprivate(x) => private(x)
 * cross: lastprivate(i) => private(i)
 * cross: lastprivate(a, b) => private(a, b)
 * cross: lastprivate(s) => private(s)
 */
#include <omp.h>
#include "check.h"

static int last_of(int n)
{
    static int s;

#pragma omp for lastprivate(s) schedule(static, 2)
    for (int k = 0; k < n; k++)
        s = k * k;
    return s;
}

int main(void)
{
    int i = -1, x = -1, a = 0, wrong = 0;
    double b = 0;

#pragma omp parallel num_threads(4)
    {
#pragma omp for lastprivate(x) schedule(static, 1)
        for (i = 0; i < 30; i++) {
            double until = omp_get_wtime() + (i == 29 ? 0 : 0.0002);
            x = 3 * i;
            while (omp_get_wtime() < until)
                continue; /* the last is not the last in time */
        }
    }
    CHECK(x == 87);

    /* the loop variable itself; here the original is that of main */
#pragma omp parallel for lastprivate(i) reduction(+ : wrong) schedule(dynamic, 4) num_threads(4)
    for (i = 2; i < 33; i += 3)
        wrong += 0;
    CHECK(i == 35);
#pragma omp parallel for lastprivate(i) num_threads(3)
    for (i = 50; i > 0; i -= 7)
        ;
    CHECK(i == -6);

#pragma omp parallel sections lastprivate(a, b) num_threads(4)
    {
        a = 1;
#pragma omp section
        {
            a = 2;
            b = 2;
        }
#pragma omp section
        {
            a = 3;
            b = 4.5;
        }
    }
    CHECK(a == 3 && b == 4.5);

#pragma omp parallel reduction(+ : wrong) num_threads(5)
    {
        wrong += last_of(17) != 256;
#pragma omp barrier
        wrong += last_of(4) != 9;
    }
    CHECK(wrong == 0);
    return check_result("lastprivate");
}
