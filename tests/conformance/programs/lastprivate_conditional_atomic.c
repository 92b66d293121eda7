/*
 * lastprivate(conditional: x) (5.2, 5.4.5) where the assignments are atomic: write, update, capture and compare. They change a thread's copy,
 * and count as others do.
 *
 * beyond gcc: gcc 12 counts no assignment that is atomic
 * cross: lastprivate(conditional: written) => lastprivate(written)
 * cross: lastprivate(conditional: updated) => lastprivate(updated)
 * cross: lastprivate(conditional: taken) => lastprivate(taken)
 * cross: lastprivate(conditional: most) => lastprivate(most)
 */
#include "check.h"

#define N 400

static int taken_from[N];

int main(void)
{
    int written = -1, updated = 5, taken = 0, most = -1, shared = 0;

#pragma omp parallel for lastprivate(conditional: written) num_threads(4) schedule(static, 1)
    for (int i = 0; i < N; i++)
        if (i % 7 == 3 && i < 300) {
#pragma omp atomic write
            written = i;
#pragma omp atomic
            shared++;
        }
    CHECK(written == 297);
    CHECK(shared == 43);

    /* One assignment alone, of a copy with the original's value. */
#pragma omp parallel for firstprivate(updated) lastprivate(conditional: updated) num_threads(4) schedule(dynamic, 3)
    for (int i = 0; i < N; i++)
        if (i == 123) {
#pragma omp atomic seq_cst
            updated += 10;
        }
    CHECK(updated == 15);

#pragma omp parallel num_threads(4)
    {
#pragma omp for lastprivate(conditional: taken) schedule(static, 5)
        for (int i = 0; i < N; i++)
            if (i < 250) {
                taken = 2 * i;
#pragma omp atomic capture
                taken_from[i] = taken++;
            }
    }
    CHECK(taken == 499 && taken_from[249] == 498);

#pragma omp parallel for firstprivate(most) lastprivate(conditional: most) num_threads(4) schedule(static)
    for (int i = 0; i < N; i++)
        if (i == 150) {
#pragma omp atomic compare
            if (most < i) { most = i; }
        }
    CHECK(most == 150);
    return check_result("lastprivate(conditional: ...)");
}
