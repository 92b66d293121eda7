/* Many small regions, of teams of changing sizes, and many barriers and reductions in one. */
// TEST: sizes=1,5,40 host=no
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int i, k, errors = 0;
    long total = 0;
    double sum = 0;
    int last[64] = {0};

    for (i = 0; i < 1000; i++) {
        int count = 0;
#pragma omp parallel num_threads(1 + i % 7) reduction(+ : count)
        count += 1 + omp_get_thread_num();
        total += count;
    }
    printf("%ld\n", total);

#pragma omp parallel private(i) reduction(+ : errors)
    for (i = 0; i < 300; i++) {
        int me = omp_get_thread_num();
        last[me] = i;
#pragma omp barrier
        errors += last[(me + 1) % omp_get_num_threads()] != i;
#pragma omp barrier
    }
    printf("%d\n", errors);

#pragma omp parallel private(i)
    for (i = 0; i < 200; i++) {
#pragma omp for reduction(+ : sum)
        for (k = 0; k < 50; k++)
            sum += k;
    }
    printf("%g\n", sum);
    return 0;
}
