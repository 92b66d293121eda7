/* Nothing here is a fault, and nothing may be said of it. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 64

struct node {
    struct node *next;
    int value;
};

static int mine;
#pragma omp threadprivate(mine)
static int results[N], total;

static int wait_for(int *flag)
{
    int seen;
    do {
#pragma omp flush
        seen = *flag;
    } while (!seen);
#pragma omp flush
    return seen;
}

static void orphaned(int *a, int n)
{
#pragma omp for schedule(guided)
    for (int i = 0; i < n; i++)
        a[i] += i;
#pragma omp single
    total = a[n - 1];
    results[omp_get_thread_num()] += total;
}

int main(void)
{
    int *a = calloc(N, sizeof *a), sum = 0, last = 0, flag = 0, data = 0, order = 0, updates = 0, given = 0;
    volatile int ready = 0;
    double grid[N][3];
    struct node *list = NULL;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(6) shared(grid) firstprivate(given)
    {
        int me = omp_get_thread_num();
        mine = me;
#pragma omp for
        for (int i = 0; i < N; i++)
            a[i] = i;
#pragma omp for reduction(+ : sum) schedule(dynamic, 3)
        for (int i = 0; i < N; i++)
            sum += a[N - 1 - i];
        results[me] = sum;
#pragma omp for lastprivate(last) schedule(static, 5) nowait
        for (int i = 0; i < N; i++) {
            last = a[i];
            grid[i][i % 3] = last;
        }
#pragma omp critical
        {
            struct node *one = malloc(sizeof *one);
            one->next = list;
            one->value = me;
            list = one;
        }
        omp_set_lock(&lock);
        updates += mine;
        omp_unset_lock(&lock);
#pragma omp for ordered schedule(dynamic)
        for (int i = 0; i < 12; i++) {
#pragma omp ordered
            order = order * 2 % 1000 + i;
        }
        if (me == 0) {
            data = 17;
#pragma omp flush
            flag = 1;
#pragma omp flush
        }
        if (me == 5)
            results[40] = wait_for(&flag) + data;
#pragma omp barrier
        if (me == 1) {
            data = 18;
            ready = 1;
        }
        if (me == 2) {
            while (!ready)
                continue;
            results[41] = data;
        }
#pragma omp barrier
#pragma omp single copyprivate(given)
        given = list->value < 6 ? 23 : 0;
        results[me + 10] = given;
#pragma omp sections
        {
#pragma omp section
            results[50] = sum;
#pragma omp section
            results[51] = last;
        }
        orphaned(a, N);
#pragma omp barrier
        {
            int *block = malloc(40), length = 5 + me;
            double rows[length];
            for (int i = 0; i < length; i++)
                rows[i] = i;
            memset(block, 0, 40);
            block = realloc(block, 80);
            block[19] = (int)rows[length - 1];
#pragma omp atomic
            updates += block[19] - length + 1;
            free(block);
        }
#pragma omp master
        results[60] = mine + total;
    }
    int nodes = 0;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
        nodes++;
    }
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            if (k == i % 3)
                sum += (int)grid[i][k];
    omp_destroy_lock(&lock);
    printf("%d %d %d %d %d %d %d\n", sum, last, order, updates, nodes, results[40], results[41]);
    free(a);
    return 0;
}
