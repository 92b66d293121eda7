/* threadprivate and copyin, globals and statics, firstprivate, linked lists, pointers to functions. */
#include <takeover.h>
#include <gpump.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

extern gpump_region_t main_parallel0_region, main_parallel1_region, main_parallel2_region, main_parallel3_region,
    main_parallel4_region;

static int counter = 5;
static double table[3] = {1, 2, 3};
/* #pragma omp threadprivate(counter, table) */

struct node {
    int value;
    struct node *next;
    int (*change)(int);
};

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }

static int calls;

static int counted(int x)
{
    /* #pragma omp atomic */
    calls++;
    return x + counter;
}

int main(void)
{
    struct node *list = NULL, *p;
    int i, sum = 0, size = 0, start[4] = {1, 2, 3, 4}, all = 0, offset = 10;
    struct node pair = {3, NULL, twice};

    /* The first values, and what persists from region to region. */
    /* #pragma omp parallel reduction(+ : sum) */
    {
        struct { int *sum, *size; } gpump_shared = {&sum, &size};
        if (!gpump_parallel(&main_parallel0_region, 1, 0, &gpump_shared))
    {
        sum += counter + (int)table[2];
        counter += omp_get_thread_num();
        /* #pragma omp master */
        size = omp_get_num_threads();
    }
    }
    printf("%d\n", sum == 8 * size);
    sum = 0;
    /* #pragma omp parallel reduction(+ : sum) */
    {
        struct { int *sum; } gpump_shared = {&sum};
        if (!gpump_parallel(&main_parallel1_region, 1, 0, &gpump_shared))
    sum += counted(0) - omp_get_thread_num();
    }
    printf("%d %d\n", sum == 5 * size, calls == size);
    counter = 100;
    table[1] = 0.5;
    sum = 0;
    /* #pragma omp parallel copyin(counter, table) reduction(+ : sum) */
    {
        struct { int *sum; } gpump_shared = {&sum};
        if (!gpump_parallel(&main_parallel2_region, 1, 0, &gpump_shared))
    {
        counter++;
        sum += counter + (int)(table[1] * 4);
    }
    }
    printf("%d %d\n", sum == 103 * size, counter);

    sum = 0;
    /* #pragma omp parallel firstprivate(start, offset, pair) reduction(+ : sum) */
    {
        struct { int start[4], offset; struct node pair; int *sum; } gpump_shared = {{0}, offset, pair, &sum};
        __builtin_memcpy(gpump_shared.start, start, sizeof start);
        if (!gpump_parallel(&main_parallel3_region, 1, 0, &gpump_shared)) {
            int start[4], offset = gpump_shared.offset;
            struct node pair = gpump_shared.pair;
            __builtin_memcpy(start, gpump_shared.start, sizeof start);
    {
        start[1] += offset++;
        pair.value += offset;
        sum += start[1] + pair.value;
    }
        }
    }
    printf("%d %d %d %d\n", sum == (12 + 14) * size, start[1], offset, pair.value);

    for (i = 0; i < 20; i++) {
        p = malloc(sizeof *p);
        p->value = i;
        p->next = list;
        p->change = i % 2 ? twice : square;
        list = p;
    }
    /* #pragma omp parallel private(p) */
    {
        struct { struct node *list; } gpump_shared = {list};
        if (!gpump_parallel(&main_parallel4_region, 1, 0, &gpump_shared))
    for (p = list; p; p = p->next) {
        /* #pragma omp single nowait */
        p->value = p->change(p->value);
    }
    }
    for (p = list; p; p = p->next)
        all += p->value;
    printf("%d\n", all);
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}

/* What the device text needs of this file. */
const struct {
    int *counter;
    double (*table)[3];
    int (*twice)(int), (*square)(int);
    int *calls;
} data_host = {&counter, &table, twice, square, &calls};
