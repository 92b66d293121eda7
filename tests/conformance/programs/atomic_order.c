/*
 * The memory order of atomic constructs (5.0, 2.17.7; seq_cst 4.0, 2.12.6), and hints: what was written before a
 * release is seen behind the acquire that sees it.
 *
 * cross all hangs: #pragma omp atomic read
 * crossed with: -O2
 */
#include <omp.h>
#include "check.h"

#define ROUNDS 200

static int data[4], turn, taken;

/* orphaned */
static int look(const int *where)
{
    int seen;
#pragma omp atomic read acquire
    seen = *where;
    return seen;
}

int main(void)
{
    int wrong = 0, first = 0, second = 0, x = 0, y = 0, both = 0, k, count = 0, last = 0;

    /* a message, there and back */
#pragma omp parallel num_threads(2) reduction(+ : wrong) private(k)
    for (k = omp_get_thread_num(); k < ROUNDS; k += 2) {
        while (look(&turn) != k)
            ;
        wrong += data[0] != k || data[3] != 3 * k;
        data[0] = k + 1;
        data[3] = 3 * k + 3;
        if (k % 2)
#pragma omp atomic write release
            turn = k + 1;
        else {
#pragma omp atomic update, release hint(omp_sync_hint_contended)
            turn++;
        }
    }
    CHECK(wrong == 0 && turn == ROUNDS);

    /* a lock of one's own */
    wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong) private(k)
    for (k = 0; k < ROUNDS / 4; k++) {
        int before, i;
        do {
#pragma omp atomic capture acq_rel
            { before = taken; taken = 1; }
        } while (before);
        for (i = 0; i < 4; i++)
            data[i]++;
        wrong += data[0] - ROUNDS != data[1];
#pragma omp atomic release write
        taken = 0;
    }
    CHECK(wrong == 0 && data[1] == ROUNDS && data[3] == 4 * ROUNDS);

    /* of two threads one sees the other's */
    for (k = 0; k < 20; k++) {
        x = y = first = second = 0;
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 0) {
#pragma omp atomic write seq_cst
            x = 1;
#pragma omp atomic seq_cst read
            first = y;
        } else {
#pragma omp atomic write seq_cst hint(0)
            y = 1;
#pragma omp atomic read, seq_cst
            second = x;
        }
        both += first + second == 0;
    }
    CHECK(both == 0);

#pragma omp parallel num_threads(4)
    {
        int mine;
#pragma omp atomic relaxed
        count += 2;
#pragma omp atomic capture relaxed
        mine = count++;
#pragma omp atomic update seq_cst
        last += mine > 0;
    }
    CHECK(count == 12 && last == 4);
    return check_result("memory order of atomic");
}
