/*
 * lastprivate(conditional: x) (5.0, 2.19.4.5; 5.2, 5.4.5): the original gets the value that was assigned last in the order of the
 * iterations or of the sections, and keeps its own where none was assigned. With several schedules, variables and types, firstprivate,
 * nowait, collapse, statements of all kinds, a copy inside of the loop, orphaned, in sections and in simd.
 *
 * cross: lastprivate(conditional: x) => lastprivate(x)
 * cross: lastprivate(conditional: x) => private(x)
 * cross: lastprivate(conditional: none) => lastprivate(none)
 * cross: lastprivate(conditional: a, b, p) => lastprivate(a, b, p)
 * cross: lastprivate(conditional: f) => lastprivate(f)
 * cross: lastprivate(conditional: s) => private(s)
 * cross: lastprivate(conditional: y) => private(y)
 * cross: lastprivate(conditional: d) => private(d)
 */
#include "check.h"

/* Of copies that sections may leave alone. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#define N 1000
#define SET(variable, value) ((variable) = (value))

static int line[N];

static long last_of(int n)
{
    static long s = -5;

#pragma omp for lastprivate(conditional: s) schedule(dynamic, 3)
    for (int k = 0; k < n; k++)
        if (k % 11 == 4)
            s = 2 * k;
        else if (k % 11 == 5)
            s = k;
    return s;
}

int main(void)
{
    int x = -1, y = -1, none = 123456, f = 7, n = N;
    long a = 1, s = 0;
    double b = 2, d = -1;
    int *p = 0;

#pragma omp parallel for lastprivate(conditional: x) num_threads(4) schedule(static)
    for (int i = 0; i < n; i++)
        if (i % 7 == 3 && i < 400)
            x = i;
    CHECK(x == 395);

    /* Nobody assigns. */
#pragma omp parallel for lastprivate(conditional: none) num_threads(4)
    for (int i = 0; i < n; i++)
        if (line[i] != 0)
            none = i;
    CHECK(none == 123456);

    /* One does, and neither the first nor the last; assignments as parts of expressions. */
#pragma omp parallel num_threads(4)
    {
#pragma omp for lastprivate(conditional: a, b, p) schedule(static, 1)
        for (int i = 0; i < n; i++) {
            if (i == 500 || i == 17)
                b = a = i;
            if (i == 2 || i == 700)
                SET(p, line + 1 + i);
        }
    }
    CHECK(a == 500);
    CHECK(b == 500);
    CHECK(p == line + 701);

    /* With the first value, and with a copy of the name inside. */
#pragma omp parallel for firstprivate(f) lastprivate(conditional: f) num_threads(4) schedule(static, 1)
    for (int i = n; i > 0; i--) {
        if (i == 400)
            f++;
        if (i < 300) {
            int f = i;
            f++;
            line[i] = f;
        }
    }
    CHECK(f == 8);

#pragma omp parallel num_threads(4)
    {
        long mine = last_of(900);
#pragma omp single
        s = mine;
#pragma omp for lastprivate(conditional: y) nowait
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 3; j++)
                if (i == 600)
                    y = 10 * i + j;
    }
    CHECK(s == 896);
    CHECK(y == 6002);

#pragma omp parallel for lastprivate(conditional: y) collapse(2) schedule(static, 1)
    for (int i = 0; i < 10; i++)
        for (int j = 10; j > 0; j--)
            if (i + j == 8)
                y = i * 100 + j;
    CHECK(y == 701);

    /* Sections: the second does, the third does not. */
#pragma omp parallel sections lastprivate(conditional: d) num_threads(4)
    {
        d = 1;
#pragma omp section
        d = 2;
#pragma omp section
        if (n < 0)
            d = 3;
    }
    CHECK(d == 2);
#pragma omp parallel num_threads(4)
    {
#pragma omp sections lastprivate(conditional: d)
        {
#pragma omp section
            d = 4;
#pragma omp section
            line[0]++;
        }
    }
    CHECK(d == 4);

#pragma omp simd lastprivate(conditional: y)
    for (int i = 0; i < n; i++)
        if (i == 3)
            y = i;
    CHECK(y == 3);
#pragma omp parallel for simd lastprivate(conditional: y)
    for (int i = 0; i < n; i++)
        if (i % 100 == 5)
            y = i;
    CHECK(y == 905);
    return check_result("lastprivate(conditional: ...)");
}
