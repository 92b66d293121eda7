/*
 * requires atomic_default_mem_order (5.0, 2.4; 5.2, 8.2.1): what was written before an atomic construct that names no order is
 * seen behind the one that sees its value.
 *
 * cross all hangs: #pragma omp atomic read
 * crossed with: -O2
 */
#include <omp.h>
#include "check.h"

#pragma omp requires atomic_default_mem_order(acq_rel)

#define ROUNDS 200

static int data[4], turn;

static int look(const int *where)
{
    int seen;
#pragma omp atomic read
    seen = *where;
    return seen;
}

int main(void)
{
    int wrong = 0, k, before = 0;

#pragma omp parallel num_threads(2) reduction(+ : wrong) private(k) firstprivate(before)
    for (k = omp_get_thread_num(); k < ROUNDS; k += 2) {
        while (look(&turn) != k)
            ;
        wrong += data[0] != k || data[3] != 3 * k;
        data[0] = k + 1;
        data[3] = 3 * k + 3;
        if (k % 3 == 0)
#pragma omp atomic write
            turn = k + 1;
        else if (k % 3 == 1) {
#pragma omp atomic
            turn++;
        } else {
#pragma omp atomic capture
            before = turn++;
            wrong += before != k;
        }
    }
    CHECK(wrong == 0 && turn == ROUNDS && before == 0);
    return check_result("the order of atomic constructs that a file requires");
}
