/*
 * rand_r, erand48, rand, srand, drand48 in regions. What rand_r and erand48
 * give a state is known; of the others only the range is.
 *
 * cross: unsigned seed = 12345; => static unsigned seed;
 * cross: erand48(state) => 2
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

static double one_draw(unsigned short *state)
{
    return erand48(state);
}

int main(void)
{
    int wrong = 0, k, first[4];
    unsigned own = 12345;
    double mean = 0;

    srand(7);
    srand48(7);
    for (k = 0; k < 4; k++)
        first[k] = rand_r(&own);
#pragma omp parallel private(k) reduction(+ : wrong, mean) num_threads(4)
    {
        unsigned seed = 12345;
        unsigned short state[3] = {1, 2, 3}, again[3] = {1, 2, 3};

        /* a thread's own state: the same numbers for all */
        for (k = 0; k < 4; k++)
            wrong += rand_r(&seed) != first[k];
        for (k = 0; k < 100; k++) {
            double draw = one_draw(state);
            wrong += draw < 0 || draw >= 1 || draw != one_draw(again);
            mean += draw;
        }
        for (k = 0; k < 100; k++) {
            int number = rand();
            double other;
#pragma omp critical
            other = drand48(); /* its state is nobody's in particular */
            wrong += number < 0 || number > RAND_MAX;
            wrong += other < 0 || other >= 1;
        }
#pragma omp single
        srand((unsigned)omp_get_num_threads());
    }
    CHECK(wrong == 0);
    mean /= 400;
    CHECK(mean > 0.3 && mean < 0.7);
    return check_result("random numbers");
}
