/*
 * firstprivate (2.8.3.4) on arrays, structures, pointers, and large arrays.
 *
 * cross: firstprivate(table, square) => private(table, square)
 * cross: firstprivate(here, way) => shared(here, way)
 * cross: firstprivate(large) => private(large)
 */
#include <omp.h>
#include "check.h"

typedef struct point {
    short x, y;
    double weights[2];
    struct point *next;
} point;

static int shift(point *p, int by)
{
    p->x += (short)by;
    p->weights[1] += by;
    return p->x + (int)p->weights[1];
}

int main(void)
{
    int table[6] = {1, 2, 3, 4, 5, 6}, square[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, wrong = 0, i;
    point there = {5, 5, {0, 0}, NULL}, here = {1, 2, {0.5, 1.5}, &there}, *way = &here;
    unsigned char large[6000];

    for (i = 0; i < 6000; i++)
        large[i] = (unsigned char)(i * 7);
#pragma omp parallel firstprivate(table, square) private(i) reduction(+ : wrong) num_threads(4)
    {
        int me = omp_get_thread_num();

        for (i = 0; i < 6; i++)
            table[i] += me;
        square[me % 3][me % 3] += me;
#pragma omp barrier
        for (i = 0; i < 6; i++)
            wrong += table[i] != i + 1 + me;
        for (i = 0; i < 3; i++)
            wrong += square[i][i] != 1 + (i == me % 3 ? me : 0) || square[i][(i + 1) % 3] != 0;
    }
    CHECK(wrong == 0);
    CHECK(table[5] == 6 && square[2][2] == 1);

#pragma omp parallel firstprivate(here, way) reduction(+ : wrong) num_threads(4)
    {
        int me = omp_get_thread_num();

        wrong += way == &here; /* it leads to the original */
        wrong += shift(&here, me) != 1 + me + (int)(1.5 + me);
#pragma omp barrier
        wrong += here.x != 1 + me || here.weights[1] != 1.5 + me || here.next->y != 5;
        way = here.next;
#pragma omp barrier
        wrong += way->x != 5;
    }
    CHECK(wrong == 0);
    CHECK(here.x == 1 && way == &here);

#pragma omp parallel firstprivate(large) private(i) reduction(+ : wrong) num_threads(4)
    {
        for (i = omp_get_thread_num(); i < 6000; i += 4)
            large[i]++;
#pragma omp barrier
        for (i = 0; i < 6000; i++)
            wrong += large[i] != (unsigned char)(i * 7 + (i % 4 == omp_get_thread_num()));
    }
    CHECK(wrong == 0);
    CHECK(large[10] == 70);
    return check_result("firstprivate types");
}
