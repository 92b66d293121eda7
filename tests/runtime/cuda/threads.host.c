/* Regions of the host's threads beside regions of the device: numbers, locks, settings, and one within the other. */
#include <takeover.h>
#include <gpump.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define TIMES 2000

extern gpump_region_t sum_to_parallel0_region, count_on_device_parallel0_region, team_is_parallel0_region;

static omp_lock_t lock;
static omp_nest_lock_t nest;
static int counter, nested;

static void count_under_locks(void)
{
    int k;
    for (k = 0; k < TIMES; k++) {
        if (k % 2)
            omp_set_lock(&lock);
        else
            while (!omp_test_lock(&lock))
                ;
        counter++;
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nest);
        nested += omp_test_nest_lock(&nest) == 2;
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
    }
}

/* A region for the device. */
static int sum_to(int n)
{
    int sum = 0, i;
    /* #pragma omp parallel for reduction(+ : sum) */
    {
        struct { int n, *sum; } gpump_shared = {n, &sum};
        if (!gpump_parallel(&sum_to_parallel0_region, 1, 0, &gpump_shared))
    for (i = 1; i <= n; i++)
        sum += i;
    }
    return sum;
}

static void count_on_device(int n)
{
    int i;
    /* #pragma omp parallel for */
    {
        struct { int n; } gpump_shared = {n};
        if (!gpump_parallel(&count_on_device_parallel0_region, 1, 0, &gpump_shared))
    for (i = 0; i < n; i++) {
        omp_set_lock(&lock);
        counter++;
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nest);
        nested += omp_test_nest_lock(&nest) == 2;
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
    }
    }
}

/* A region for the device; its team. */
static int team_is(int wanted)
{
    int size = 0;
    /* #pragma omp parallel */
    {
        struct { int *size; } gpump_shared = {&size};
        if (!gpump_parallel(&team_is_parallel0_region, 1, 0, &gpump_shared))
    size = omp_get_num_threads();
    }
    return size == wanted || size == 1; /* without a device */
}

static void tell_numbers(void)
{
    int seen[4] = {0}, right[4] = {0}, sizes[4], inner[4], k;
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num(), size = omp_get_num_threads();
        seen[me]++;
        sizes[me] = size;
        right[me] = omp_in_parallel() && omp_get_level() == 1 && omp_get_active_level() == 1 &&
                    omp_get_ancestor_thread_num(1) == me && omp_get_ancestor_thread_num(0) == 0 &&
                    omp_get_ancestor_thread_num(2) == -1 && omp_get_team_size(1) == 4 && omp_get_team_size(0) == 1;
        inner[me] = 0;
#pragma omp parallel num_threads(2)
        {
#pragma omp atomic
            inner[me] += 100 * (omp_get_ancestor_thread_num(1) == me) + 10 * omp_get_level() + omp_get_num_threads();
        }
    }
    for (k = 0; k < 4; k++)
        printf("thread %d: %d %d of %d, %d within\n", k, seen[k], right[k], sizes[k], inner[k]);
}

static void tell_settings(const char *when)
{
    omp_sched_t kind;
    int chunk, on_host = 0;
#pragma omp parallel
#pragma omp single
    on_host = omp_get_num_threads();
    omp_get_schedule(&kind, &chunk);
    printf("%s: %d threads, %d to be, dynamic %d, levels %d, schedule %d %d\n", when, on_host, omp_get_max_threads(),
           omp_get_dynamic(), omp_get_max_active_levels(), (int)kind, chunk);
}

int main(void)
{
    int sums[4] = {0}, settings = 0, k, *block[4], wrong = 0;
    printf("%d %d of %d, level %d %d, in parallel %d\n", omp_get_thread_num(), omp_get_ancestor_thread_num(0),
           omp_get_num_threads(), omp_get_level(), omp_get_active_level(), omp_in_parallel());
    omp_set_num_threads(3);
    omp_set_schedule(omp_sched_guided, 7);
    omp_set_max_active_levels(2);
    tell_settings("set");
    tell_numbers();

    omp_init_lock_with_hint(&lock, omp_sync_hint_contended);
    omp_init_nest_lock_with_hint(&nest, omp_sync_hint_none);
#pragma omp parallel num_threads(4)
    count_under_locks();
    printf("%d %d\n", counter, nested);
    count_on_device(500);
    printf("%d %d\n", counter, nested);
#pragma omp parallel num_threads(4)
    count_under_locks();
    printf("%d %d\n", counter, nested);
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);

    /* What is met in a team of the host's runs there; what is set there is the task's own. */
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        sums[me] = sum_to(100 + me);
        omp_set_num_threads(2);
        omp_set_schedule(omp_sched_static, 5);
        block[me] = calloc(1000, sizeof(int));
        block[me] = realloc(block[me], 5000 * sizeof(int));
        rand();
#pragma omp atomic
        settings += omp_get_max_threads();
    }
    for (k = 0; k < 4; k++) {
        int i;
        for (i = 0; i < 1000; i++)
            wrong += block[k][i] != 0;
        free(block[k]);
    }
    printf("%d %d %d %d, %d, %d wrong, %d\n", sums[0], sums[1], sums[2], sums[3], settings, wrong, sum_to(1000));
    tell_settings("after");
    printf("the device's team is right: %d\n", team_is(3));
    return 0;
}

struct threads_globals_t { omp_lock_t *lock; omp_nest_lock_t *nest; int *counter, *nested; };
const struct threads_globals_t gpump_threads_host = {&lock, &nest, &counter, &nested};
