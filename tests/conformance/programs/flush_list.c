/*
 * flush with a list (2.7.5): a producer fills slots of a ring, a consumer
 * empties them; the counters are what they tell one another.
 *
 * cross all hangs: #pragma omp flush
 * crossed with: -O2
 */
#include <omp.h>
#include "check.h"

#define SLOTS 4
#define ITEMS 500


static int slots[SLOTS];
static int filled, emptied;

static void produce(void)
{
    int k;

    for (k = 0; k < ITEMS; k++) {
        int room = 0;
        while (!room) {
#pragma omp flush(emptied)
            room = filled - emptied < SLOTS;
        }
        slots[k % SLOTS] = 3 * k;
#pragma omp flush(slots, filled)
        filled = k + 1;
#pragma omp flush(filled)
    }
}

static long consume(void)
{
    long sum = 0;
    int k;

    for (k = 0; k < ITEMS; k++) {
        while (1) {
#pragma omp flush(filled)
            if (filled > k)
                break;
        }
#pragma omp flush(slots)
        sum += slots[k % SLOTS];
#pragma omp flush(slots, emptied)
        emptied = k + 1;
#pragma omp flush(emptied)
    }
    return sum;
}

int main(void)
{
    long sum = 0;

#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        produce();
#pragma omp section
        sum = consume();
    }
    CHECK(sum == 3L * ITEMS * (ITEMS - 1) / 2);
    CHECK(filled == ITEMS && emptied == ITEMS);
    return check_result("flush with a list");
}
