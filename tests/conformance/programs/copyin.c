/*
 * copyin (2.8.4.1): at the region's begin all copies of a threadprivate
 * variable get the value of the master's: scalars, arrays, structures, pointers.
 *
 * cross: copyin(level, weights)
 * cross: copyin(config) copyin(where)
 * cross: copyin(level) schedule(static, 1) => schedule(static, 1)
 */
#include <omp.h>
#include "check.h"

#define THREADS 4

typedef struct {
    int size;
    double scale;
    char name[10];
} config_t;

static int level = 1;
static double weights[4];
static config_t config;
static int *where;
#pragma omp threadprivate(level, weights, config, where)

static int target = 4;

static double weigh(void)
{
    return level * (weights[0] + weights[3]) + config.scale;
}

int main(void)
{
    double total = 0;
    int wrong = 0, round;

    level = 3;
    weights[0] = 0.5;
    weights[3] = 1;
#pragma omp parallel copyin(level, weights) reduction(+ : total) num_threads(THREADS)
    {
        total += weigh();
        level = 100 + omp_get_thread_num();
        weights[0] = -1;
    }
    CHECK(total == THREADS * 4.5);
    CHECK(level == 100); /* what thread 0 made of it */

    config.size = 8;
    config.scale = 2;
    config.name[0] = 'c';
    where = &target;
#pragma omp parallel copyin(config) copyin(where) reduction(+ : wrong) num_threads(THREADS)
    {
        wrong += config.size != 8 || config.scale != 2 || config.name[0] != 'c';
        wrong += where != &target || *where != 4;
        wrong += level != 100 + omp_get_thread_num(); /* not copied this time */
        config.size = omp_get_thread_num();
    }
    CHECK(wrong == 0);

    for (round = 0; round < 3; round++) {
        int i, sum = 0;
        level = 10 * round;
#pragma omp parallel for copyin(level) schedule(static, 1) reduction(+ : sum) num_threads(THREADS)
        for (i = 0; i < 2 * THREADS; i++) {
            sum += level;
            level++;
        }
        CHECK(sum == THREADS * (20 * round + 1));
    }
    return check_result("copyin");
}
