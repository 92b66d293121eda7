/*
 * flush without a list (2.7.5): a thread that spins on a variable sees what
 * another wrote.
 *
 * cross all hangs: #pragma omp flush
 * crossed with: -O2
 */
#include <omp.h>
#include "check.h"

static int ready, answer[8], echo;

/* orphaned */
static void publish(int *what, int value)
{
#pragma omp flush
    *what = value;
#pragma omp flush
}

int main(void)
{
    int seen = 0, sum = 0, k;

#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            int i;
            for (i = 0; i < 8; i++)
                answer[i] = i * i;
            publish(&ready, 1);
            /* and back */
            while (!echo) {
#pragma omp flush
            }
            seen = echo;
        } else {
            int i;
            while (!ready) {
#pragma omp flush
            }
            for (i = 0; i < 8; i++)
                sum += answer[i];
            publish(&echo, sum + 1);
        }
    }
    CHECK(sum == 140);
    CHECK(seen == 141);

    /* a baton goes round */
    ready = 0;
#pragma omp parallel private(k) num_threads(3)
    for (k = 0; k < 20; k++) {
        int me = omp_get_thread_num();
        while (ready % 3 != me) {
#pragma omp flush
        }
        publish(&ready, ready + 1);
    }
    CHECK(ready == 60);
    return check_result("flush");
}
