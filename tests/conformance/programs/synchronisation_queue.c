/*
 * A bounded queue with a lock: two producers, two consumers, who try again
 * when it is full or empty.
 *
 * cross all: omp_set_lock(&q->lock); => ;
 * crossed with: -DITEMS=20000
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

#define ROOM 8
#ifndef ITEMS
#define ITEMS 400
#endif

typedef struct queue {
    int items[ROOM];
    int first, length;
    omp_lock_t lock;
} queue_t;

static int put(queue_t *q, int item)
{
    int done;

    omp_set_lock(&q->lock);
    done = q->length < ROOM;
    if (done) {
        q->items[(q->first + q->length) % ROOM] = item;
        q->length++;
    }
    omp_unset_lock(&q->lock);
    return done;
}

static int take(queue_t *q, int *item)
{
    int done;

    omp_set_lock(&q->lock);
    done = q->length > 0;
    if (done) {
        *item = q->items[q->first];
        q->first = (q->first + 1) % ROOM;
        q->length--;
    }
    omp_unset_lock(&q->lock);
    return done;
}

static int taken;
static double give_up;

static int all_taken(void)
{
    int yes;
#pragma omp flush(taken)
    yes = taken >= 2 * ITEMS || omp_get_wtime() > give_up;
    return yes;
}

int main(void)
{
    queue_t *q = calloc(1, sizeof *q);
    long sum = 0;

    omp_init_lock(&q->lock);
    give_up = omp_get_wtime() + PATIENCE;
#pragma omp parallel reduction(+ : sum) num_threads(4)
    {
        int me = omp_get_thread_num(), k, item;

        if (me < 2) {
            for (k = 0; k < ITEMS; k++)
                while (!put(q, 1000 * me + k) && !all_taken())
                    continue;
        } else {
            while (!all_taken()) {
                if (take(q, &item)) {
                    sum += item;
#pragma omp atomic
                    taken++;
                }
            }
        }
    }
    CHECK(taken == 2 * ITEMS);
    CHECK(q->length == 0);
    CHECK(sum == 1000L * ITEMS + (long)ITEMS * (ITEMS - 1));
    omp_destroy_lock(&q->lock);
    free(q);
    return check_result("queue");
}
