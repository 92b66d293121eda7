/*
 * Settings that a thread makes in a region, and asks for there.
 * regions: 2 of 5 on the device
 */
#include <omp.h>
#include <stdio.h>

static int most(void)
{
    return omp_get_max_active_levels();
}

static void set(int levels)
{
    omp_set_max_active_levels(levels);
}

int main(void)
{
    int sum = 0, levels = 0;

    omp_set_num_threads(3);
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
        sum += omp_get_max_threads();
        omp_set_num_threads(3 + omp_get_thread_num());
        sum += 100 * omp_get_max_threads();
    }
    printf("%d %d\n", sum, omp_get_max_threads());

    omp_set_max_active_levels(1);
#pragma omp parallel num_threads(4) reduction(+ : levels)
    {
        set(2 + omp_get_thread_num());
        levels += most();
    }
    printf("%d %d\n", levels, omp_get_max_active_levels());

    /* Nobody asks for these in a region. */
    sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
        omp_set_dynamic(1);
        sum += omp_get_num_threads();
    }
#pragma omp parallel num_threads(2) reduction(+ : sum)
    sum += omp_get_max_threads();
    printf("%d %d\n", sum, omp_get_dynamic());
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        omp_set_nested(1);
        sum += omp_get_num_threads();
    }
    printf("%d\n", sum);
    return 0;
}
