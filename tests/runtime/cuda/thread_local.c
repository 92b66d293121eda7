/* threadprivate in a program whose host has threads: the device's thread 0 uses the copy of the host's first thread. */
// TEST: openmp race
#include <omp.h>
#include <stdio.h>

static int counter = 5;
static double table[3000];
#pragma omp threadprivate(counter, table)

int main(void)
{
    int sum = 0, on_host = 0, k;
    double total = 0;
    counter = 10;
    for (k = 0; k < 3000; k++)
        table[k] = k;
#pragma omp parallel
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
#pragma omp parallel copyin(counter, table) reduction(+ : sum, total)
    {
        sum += counter;
        total += table[2999];
    }
    printf("%d %g of %d\n", sum / 20, total / 3000, omp_get_max_threads());
    return 0;
}
