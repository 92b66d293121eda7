/*
 * Loops that OpenMP forbids and gcc takes: what they mean is for gcc to say.
 * regions: 1 of 5 on the device
 * pair alone: a translation refuses them
 * never refused: a translation refuses them
 */
#include <stdio.h>

static int a[40], own = 9;

static void mark(int n)
{
    #pragma omp for
    for (int i = 0; i < n; i++) {
        a[i] += 1;
        i++;
    }
}

int main(void)
{
    #pragma omp threadprivate(own)
    int bound = 20, sum = 0;
    #pragma omp parallel for num_threads(1)
    for (int i = 0; i < 20; i++) {
        a[i] += i;
        i += 2;
    }
    #pragma omp parallel for num_threads(1)
    for (int i = 0; i < bound; i++) {
        a[i + 20] += i;
        bound = 5;
    }
    #pragma omp parallel num_threads(1)
    mark(40);
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 40; i++)
        sum += i * a[i];
    #pragma omp parallel num_threads(3) copyin(own) reduction(+ : sum)
    sum += own++;
    printf("%d %d %d\n", sum, bound, own);
    return 0;
}
