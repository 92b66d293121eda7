/*
 * What an atomic statement may update (2.7.4): array elements, members,
 * what pointers lead to, bytes beside one another; and its expression may
 * be any that does not name it.
 *
 * cross all: #pragma omp atomic
 * crossed with: -DTIMES=1500000
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

#ifndef TIMES
#define TIMES 4000
#endif

typedef struct counters {
    char tag;
    unsigned char bytes[7];
    short halves[2];
    struct {
        long total;
        double mean;
    } inner;
    struct counters *next;
} counters;

static int one(void)
{
    return 1;
}

static void bump(long *where, long by)
{
#pragma omp atomic
    *where += by;
}

static void work(counters *c, int *row, int (*grid)[3], int times)
{
    int i, me = omp_get_thread_num();

    for (i = 0; i < times; i++) {
        int *mine = row + i % 4;

#pragma omp atomic
        c->bytes[me] += one();
#pragma omp atomic
        c->bytes[4 + me % 2]++;
#pragma omp atomic
        c->halves[me % 2] -= 1;
#pragma omp atomic
        c->next->inner.mean += i % 2 ? 0.5 : 1.5;
#pragma omp atomic
        (*mine)++;
#pragma omp atomic
        grid[i % 2][me % 3] -= i & 1;
#pragma omp atomic
        row[4] += 2 * one() + me * 0;
        bump(&c->inner.total, me + 1L);
    }
}

int main(void)
{
    counters two[2] = {{'a', {0}, {0}, {0, 0}, NULL}, {'b', {0}, {0}, {0, 0}, NULL}};
    int row[5] = {0}, grid[2][3] = {{0}}, i;
    long *heap = calloc(2, sizeof *heap);

    two[0].next = &two[1];
#pragma omp parallel num_threads(4)
    {
        work(two, row, grid, TIMES);
        bump(heap + 1, 7);
    }
    for (i = 0; i < 4; i++) {
        CHECK(two[0].bytes[i] == (unsigned char)TIMES);
        CHECK(row[i] == TIMES);
    }
    CHECK(two[0].bytes[4] == (unsigned char)(2 * TIMES));
    CHECK(two[0].bytes[5] == (unsigned char)(2 * TIMES));
    CHECK(two[0].bytes[6] == 0 && two[0].tag == 'a');
    CHECK(two[0].halves[0] == (short)(-2 * TIMES));
    CHECK(two[0].halves[1] == (short)(-2 * TIMES));
    CHECK(two[0].inner.total == 10 * TIMES);
    CHECK(two[0].inner.mean == 0);
    CHECK(two[1].inner.mean == 4 * TIMES);
    CHECK(row[4] == 8 * TIMES);
    CHECK(grid[0][0] == 0 && grid[1][0] == -TIMES && grid[1][1] == -TIMES / 2);
    CHECK(heap[0] == 0 && heap[1] == 28);
    free(heap);
    return check_result("atomic places");
}
