/* Critical constructs that only add, and others; and barriers at the end of regions. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, BINS = 7 };

static int data[N];
static long bins[BINS], others[BINS], calls;
static double total, most;
struct sums { long odd, even; };

static void enter(void)
{
    /* critical: waits, it is orphaned */
#pragma omp critical(door)
    calls++;
}

int main(void)
{
    int i;
    long count = 0;
    struct sums sums = {0, 0}, *pointer = &sums;

    for (i = 0; i < N; i++)
        data[i] = i * 7 % 31;

#pragma omp parallel
    {
        long mine[BINS] = {0};
        double sum = 0;
        int k;
        /* nests: stays
           barriers: 0 */
#pragma omp for nowait
        for (k = 0; k < N; k++) {
            mine[data[k] % BINS]++;
            sum += data[k];
        }
        /* critical: together */
#pragma omp critical(add)
        {
            for (k = 0; k < BINS; k++)
                bins[k] += mine[k];
            total += sum;
            pointer->odd -= mine[1];
            count++;
        }

    }
    for (i = 0; i < BINS; i++)
        printf("%ld ", bins[i]);
    printf("%g %ld\n", total, sums.odd);

    /* split: stays, the first value comes from a statement */
#pragma omp parallel private(i)
    {
        long first = 1;
        /* barriers: 1 */
#pragma omp for
        for (i = 0; i < N; i++)
            data[i] += first;
        /* barriers: 0
           The region's end is one. */
#pragma omp for
        for (i = 0; i < N; i++) {
            /* critical: waits, what is added depends on it */
#pragma omp critical(depends)
            total += total > 1e9 ? 0 : 1;
        }
    }
    printf("%g\n", total);

    /* nests: stays */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        /* critical: waits, it is no sum */
#pragma omp critical(largest)
        if (data[i] > most)
            most = data[i];
    }
    printf("%g\n", most);

    /* nests: stays */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        /* critical: waits, there is another one of this name */
#pragma omp critical(twice)
        bins[0]++;
        /* critical: waits, there is another one of this name */
#pragma omp critical(twice)
        {
            bins[1] = bins[0] >= bins[1] ? bins[0] : -1;
        }
    }
    printf("%ld %ld\n", bins[0], bins[1]);

    /* nests: stays */
#pragma omp parallel for
    for (i = 0; i < N; i++)
        enter();

    /* nests: stays */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        /* critical: waits, one update reads what another one writes */
#pragma omp critical(pair)
        {
            others[0] += 1;
            others[1] += others[0];
        }
    }
    printf("%ld %ld %ld\n", calls, others[0], others[1]);
    return 0;
}
