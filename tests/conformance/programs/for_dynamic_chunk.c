/*
 * schedule(dynamic, chunk) (2.5.1): threads get stretches of chunk iterations,
 * the last may be shorter, as they ask for them.
 *
 * cross: schedule(dynamic, 6) => schedule(dynamic, 1)
 * cross: schedule(dynamic, 8) => schedule(static, 8)
 */
#include <omp.h>
#include "check.h"

#define N 107

static int owner[N], position[N], last_chunk_begun;

/* Position is the iteration's number within what the thread got in one go. */
static void whole_chunks(int chunk)
{
    int i, from;

    for (from = 0; from < N; from += chunk)
        for (i = from; i < N && i < from + chunk; i++) {
            CHECK(owner[i] == owner[from]);
            CHECK(position[i] == position[from] + i - from);
        }
}

int main(void)
{
    int i, mine, late = 0;

    /* Threads take turns: with single iterations they would be mixed. */
#pragma omp parallel private(mine) num_threads(4)
    {
        double until;
        mine = 0;
#pragma omp for schedule(dynamic, 6)
        for (i = 0; i < N; i++) {
            owner[i] = omp_get_thread_num();
            position[i] = mine++;
            until = omp_get_wtime() + 0.0005;
            while (omp_get_wtime() < until)
                continue;
        }
    }
    whole_chunks(6);

    /* All but thread 0 are kept in their first chunk until the last has begun. */
#pragma omp parallel private(mine) reduction(+ : late) num_threads(4)
    {
        mine = 0;
#pragma omp for schedule(dynamic, 8)
        for (i = 0; i < N; i++) {
            owner[i] = omp_get_thread_num();
            position[i] = mine++;
            if (i / 8 == (N - 1) / 8) {
                last_chunk_begun = 1;
#pragma omp flush
            } else if (mine == 1 && owner[i] != 0) {
                double give_up = omp_get_wtime() + PATIENCE;
                int begun = 0;
                while (!begun && !late) {
#pragma omp flush
                    begun = last_chunk_begun;
                    late = omp_get_wtime() > give_up;
                }
            }
        }
    }
    whole_chunks(8);
    CHECK(late == 0);
    return check_result("dynamic schedule with chunks");
}
