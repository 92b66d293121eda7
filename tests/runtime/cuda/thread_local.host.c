/* threadprivate in a program whose host has threads: the device's thread 0 uses the copy of the host's first thread. */
#include <takeover.h>
#include <gpump.h>
#include <omp.h>
#include <stdio.h>

static int counter = 5;
static double table[3000];
#pragma omp threadprivate(counter, table)

extern gpump_region_t main_parallel0_region, main_parallel1_region;

/* The addresses are known when the program has begun. */
struct thread_local_globals_t { int *counter; double (*table)[3000]; };
extern struct thread_local_globals_t gpump_thread_local_host;

__attribute__((constructor(101))) static void gpump_tell_addresses(void)
{
    gpump_thread_local_host.counter = &counter;
    gpump_thread_local_host.table = &table;
    gpump_reach(&counter, sizeof counter);
    gpump_reach(&table, sizeof table);
}

int main(void)
{
    int sum = 0, on_host = 0, k;
    double total = 0;
    counter = 10;
    for (k = 0; k < 3000; k++)
        table[k] = k;
    /* #pragma omp parallel */
    if (!gpump_parallel(&main_parallel0_region, 1, 0, 0))
    {
        counter += omp_get_thread_num();
        if (omp_get_thread_num() == 0)
            table[2999] += table[0] + table[1];
    }
    printf("%d %g\n", counter, table[2999]);
#pragma omp parallel num_threads(4) copyin(counter) reduction(+ : on_host)
    on_host += counter;
    printf("%d\n", on_host);
    counter = 20;
    /* #pragma omp parallel copyin(counter, table) reduction(+ : sum, total) */
    {
        struct { int *sum; double *total; } gpump_shared = {&sum, &total};
        if (!gpump_parallel(&main_parallel1_region, 1, 0, &gpump_shared))
    {
        sum += counter;
        total += table[2999];
    }
    }
    printf("%d %g of %d\n", sum / 20, total / 3000, omp_get_max_threads());
    return 0;
}

struct thread_local_globals_t gpump_thread_local_host;
