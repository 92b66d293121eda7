/*
 * Metadirectives and variants in regions that stay on the host, in functions that they call, in headers, and outside of regions. The C
 * compiler, which may not know them, sees what they become.
 * regions: 1 of 3 on the device
 * prints: atomic 8000, critical 8000, tasks 4
 * prints: variants 101 201 301 1
 * prints: on the device 8 with 201
 * prints: outside 2 threads, 409
 */
#include <stdio.h>
#include "variants.h"

static int atomics, criticals, tasks;

static void count(int times)
{
    for (int i = 0; i < times; i++) {
        #pragma omp metadirective when(device={kind(nohost)}: nothing) default(atomic)
        atomics++;
        #pragma omp metadirective when(user={condition(times > 5)}: critical (counting)) otherwise(atomic)
        criticals++;
    }
}

int main(void)
{
    int alone = 0, parallel = 0, loop = 0, dispatched = 0, sum = 0, threads = 0, dynamic = 0;

    #pragma omp metadirective when(device={kind(host)}: parallel num_threads(4)) otherwise(parallel num_threads(1))
    {
        count(2000);
        #pragma omp metadirective when(construct={parallel}: task) otherwise(nothing)
        {
            #pragma omp atomic
            tasks++;
        }
    }
    printf("atomic %d, critical %d, tasks %d\n", atomics, criticals, tasks);

    #pragma omp parallel num_threads(2)
    {
        #pragma omp single
        {
            #pragma omp task shared(parallel)
            parallel = plain(1);
            #pragma omp dispatch depend(out: dispatched)
            dispatched = plain(1);
        }
        #pragma omp for
        for (int i = 0; i < 4; i++) {
            #pragma omp metadirective when(construct={parallel, for}: atomic write) otherwise(nothing)
            loop = plain(1);
        }
    }
    alone = plain(1);
    printf("variants %d %d %d %d\n", parallel, loop, dispatched, alone);

    #pragma omp metadirective when(implementation={vendor(gnu, llvm)}: parallel) default(parallel for reduction(+ : sum) reduction(max : loop))
    for (int i = 0; i < 8; i++) {
        sum++;
        loop = plain(1) > loop ? plain(1) : loop;
    }
    printf("on the device %d with %d\n", sum, loop);

    for (int n = 2; n < 4; n++) {
        #pragma omp metadirective when(user={condition(n == 2)}: taskgroup) otherwise(nothing)
        {
            #pragma omp task shared(threads)
            threads++;
            dynamic += 2 * plain(dynamic) + 100 + n;
        }
        #pragma omp metadirective when(user={condition(n == 3)}: taskwait)
    }
    printf("outside %d threads, %d\n", threads, dynamic % 1000);
    return 0;
}
