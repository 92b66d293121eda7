/*
 * The variables of work-sharing loops are private without a clause (2.8.1.1): the originals keep their values also where a
 * team of one runs the loop on the host.
 *
 * cross: #pragma omp for
 * cross: #pragma omp parallel for if
 * cross: #pragma omp parallel for private
 */
#include <stdlib.h>
#include "check.h"

#define UNCHANGED 77

int of_file = UNCHANGED;

static void alone(void)
{
    int i = UNCHANGED, j = UNCHANGED;

#pragma omp for
    for (of_file = 0; of_file < 9; of_file++)
        ;
#pragma omp for collapse(2)
    for (i = 0; i < 3; i++)
        for (j = 0; j < 4; j++)
            ;
    CHECK(of_file == UNCHANGED && i == UNCHANGED && j == UNCHANGED);
}

static void in_a_region(int is_parallel)
{
    static int kept = UNCHANGED;
    int i = UNCHANGED, j = UNCHANGED, listed = UNCHANGED, wrong = 0;
    char text[] = "abc", *p = text;

#pragma omp parallel for if (is_parallel)
    for (i = 0; i < 9; i++)
        ;
#pragma omp parallel for private(listed) if (is_parallel)
    for (listed = 0; listed < 9; listed++)
        ;
#pragma omp parallel for if (is_parallel)
    for (kept = 0; kept < 9; kept++)
        ;
#pragma omp parallel for if (is_parallel)
    for (p = text; p < text + 3; p++)
        ++*p;
    CHECK(i == UNCHANGED && listed == UNCHANGED && kept == UNCHANGED);
    CHECK(p == text && text[0] == 'b' && text[2] == 'd');

#pragma omp parallel private(j) reduction(+ : wrong) if (is_parallel)
    {
        int own = UNCHANGED;

        j = UNCHANGED;
#pragma omp for
        for (j = 0; j < 9; j++)
            ;
#pragma omp for
        for (own = 0; own < 9; own++)
            ;
        wrong += j != UNCHANGED || own != UNCHANGED;
    }
    CHECK(wrong == 0);
}

static void waiting(int is_parallel)
{
    int i = UNCHANGED, j = UNCHANGED;

#pragma omp parallel for ordered(2) if (is_parallel)
    for (i = 1; i < 4; i++)
        for (j = 1; j < 4; j++) {
#pragma omp ordered depend(sink : i - 1, j)
#pragma omp ordered depend(source)
        }
    CHECK(i == UNCHANGED && j == UNCHANGED);
}

int main(void)
{
    alone();
    in_a_region(0);
    in_a_region(1);
    waiting(0);
    waiting(1);
    return check_result("loop variables");
}
