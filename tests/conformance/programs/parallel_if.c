/*
 * The if clause of parallel (2.4): a region whose expression is 0 has a team
 * of one.
 *
 * cross: if (n > 100)
 * cross: if (k)
 * cross: if (distance)
 */
#include <omp.h>
#include "check.h"

#define MANY 6

static int team(int n)
{
    int size = 0;
#pragma omp parallel if (n > 100) num_threads(MANY)
    {
#pragma omp master
        size = omp_get_num_threads();
    }
    return size;
}

int main(void)
{
    int k, done[4] = {0, 0, 0, 0};
    double distance;

    CHECK(team(100) == 1);
    CHECK(team(101) == MANY);
    CHECK(team(-5) == 1);

    for (k = 0; k < 4; k++) {
        int thread = -1;
        /* combined with for and another clause */
#pragma omp parallel if (k) num_threads(k + 2) reduction(+ : thread)
        {
            thread += omp_get_thread_num();
#pragma omp master
            done[k] = omp_get_num_threads();
        }
        CHECK(done[k] == (k == 0 ? 1 : k + 2));
        CHECK(thread == -1 + (k == 0 ? 0 : (k + 2) * (k + 1) / 2));
    }

    /* any scalar expression will do */
    for (distance = 0; distance < 1; distance += 0.5) {
        int size = 0, i;
#pragma omp parallel for if (distance) num_threads(3) reduction(+ : size)
        for (i = 0; i < 3; i++)
            size += omp_get_num_threads();
        CHECK(size == (distance == 0 ? 3 : 9));
    }
    return check_result("parallel if");
}
