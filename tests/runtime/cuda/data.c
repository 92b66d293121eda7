/* threadprivate and copyin, globals and statics, firstprivate, linked lists, pointers to functions. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int counter = 5;
static double table[3] = {1, 2, 3};
#pragma omp threadprivate(counter, table)

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
#pragma omp atomic
    calls++;
    return x + counter;
}

int main(void)
{
    struct node *list = NULL, *p;
    int i, sum = 0, size = 0, start[4] = {1, 2, 3, 4}, all = 0, offset = 10;
    struct node pair = {3, NULL, twice};

    /* The first values, and what persists from region to region. */
#pragma omp parallel reduction(+ : sum)
    {
        sum += counter + (int)table[2];
        counter += omp_get_thread_num();
#pragma omp master
        size = omp_get_num_threads();
    }
    printf("%d\n", sum == 8 * size);
    sum = 0;
#pragma omp parallel reduction(+ : sum)
    sum += counted(0) - omp_get_thread_num();
    printf("%d %d\n", sum == 5 * size, calls == size);
    counter = 100;
    table[1] = 0.5;
    sum = 0;
#pragma omp parallel copyin(counter, table) reduction(+ : sum)
    {
        counter++;
        sum += counter + (int)(table[1] * 4);
    }
    printf("%d %d\n", sum == 103 * size, counter);

    sum = 0;
#pragma omp parallel firstprivate(start, offset, pair) reduction(+ : sum)
    {
        start[1] += offset++;
        pair.value += offset;
        sum += start[1] + pair.value;
    }
    printf("%d %d %d %d\n", sum == (12 + 14) * size, start[1], offset, pair.value);

    for (i = 0; i < 20; i++) {
        p = malloc(sizeof *p);
        p->value = i;
        p->next = list;
        p->change = i % 2 ? twice : square;
        list = p;
    }
#pragma omp parallel private(p)
    for (p = list; p; p = p->next) {
#pragma omp single nowait
        p->value = p->change(p->value);
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
