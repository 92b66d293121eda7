/*
 * Automatic variables of main and of functions, reached from regions by name
 * and by address, through structures and pointers to pointers.
 *
 * cross: #pragma omp parallel num_threads(4) // adds
 */
#include <omp.h>
#include "check.h"

#define THREADS 4

typedef struct view {
    const int *from;
    int *to;
    int **where;
    struct view *other;
} view_t;

static void add(view_t *view, int k)
{
    view->to[k] += view->from[k];
    if (view->other)
        add(view->other, k);
}

static int through_function(int base, int *out)
{
    int local[THREADS] = {base, base + 1, base + 2, base + 3}, sum = 0, *cursor = local;
    view_t second = {local, out, &cursor, NULL}, first = {local, local, NULL, &second};

#pragma omp parallel num_threads(4) // adds
    {
        int me = omp_get_thread_num();

        add(&first, me);
#pragma omp barrier
#pragma omp atomic
        sum += *(*second.where + me);
#pragma omp barrier
#pragma omp single
        *first.other->where += 2;
    }
    CHECK(cursor == &local[2]);
    return sum;
}

int main(void)
{
    int results[THREADS] = {0}, answer = 42, k;
    int *direct = &answer, **indirect = &direct, ***more = &indirect;
    struct {
        int deep[2];
        struct {
            short s;
        } in[2];
    } nested = {{1, 2}, {{3}, {4}}};

    CHECK(through_function(10, results) == 2 * (10 + 11 + 12 + 13));
    for (k = 0; k < THREADS; k++)
        CHECK(results[k] == 2 * (10 + k));
#pragma omp parallel num_threads(THREADS)
    {
#pragma omp critical
        ***more += omp_get_thread_num();
#pragma omp master
        {
            nested.in[1].s += nested.deep[0];
            nested.deep[1] *= 10;
        }
    }
    CHECK(answer == 48);
    CHECK(nested.in[1].s == 5 && nested.deep[1] == 20);
    return check_result("stack variables");
}
