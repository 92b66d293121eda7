/*
 * shared (2.8.3.2): all threads have the one variable, whatever it is: a
 * scalar, an array, a structure, a pointer.
 *
 * cross: shared(total, parts) => private(total, parts)
 * cross: shared(box) => firstprivate(box)
 * cross: shared(cursor) => firstprivate(cursor)
 */
#include <omp.h>
#include "check.h"

#define THREADS 4

typedef struct {
    int filled;
    double items[THREADS];
} box_t;

static void put(box_t *box, int at, double what)
{
    box->items[at] = what;
#pragma omp atomic
    box->filled++;
}

int main(void)
{
    int total = 5, parts[THREADS] = {0}, numbers[] = {4, 3, 2, 1}, *cursor = numbers, i, wrong = 0;
    box_t box = {0, {0}};

#pragma omp parallel shared(total, parts) num_threads(THREADS)
    {
        int me = omp_get_thread_num();

        parts[me] = me + 1;
#pragma omp critical
        total += me;
    }
    CHECK(total == 5 + 6);
    for (i = 0; i < THREADS; i++)
        CHECK(parts[i] == i + 1);

#pragma omp parallel for shared(box) schedule(static, 1) num_threads(THREADS)
    for (i = 0; i < THREADS; i++)
        put(&box, i, 0.5 * i);
    CHECK(box.filled == THREADS);
    CHECK(box.items[3] == 1.5);

    /* what one thread assigns, the others see after a barrier */
#pragma omp parallel shared(cursor) reduction(+ : wrong) num_threads(THREADS)
    {
#pragma omp single
        cursor += 2;
        wrong += *cursor != 2;
#pragma omp barrier
#pragma omp master
        cursor++;
#pragma omp barrier
        wrong += cursor - numbers != 3;
    }
    CHECK(wrong == 0);
    CHECK(*cursor == 1);
    return check_result("shared");
}
