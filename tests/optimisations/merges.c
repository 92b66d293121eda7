/* Regions whose threads work by themselves and add up what they have found in the end; and such as only look like it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 900, BINS = 6 };

static long counts[BINS], others[BINS], all;
static double weight;
static int data[N], small[BINS];

static double next(unsigned long long *state)
{
    *state = *state * 25214903917ull & ((1ull << 48) - 1);
    return *state * (1.0 / (1ull << 48));
}

static void add_to(long *bins, int bin)
{
    bins[bin]++;
}

static void look_at_all(int i)
{
    data[i] += counts[0] < 0;
}

static void show(const char *what)
{
    int i;
    printf("%s", what);
    for (i = 0; i < BINS; i++)
        printf(" %ld %ld %d", counts[i], others[i], small[i]);
    printf(" %ld %g\n", all, weight);
}

static void found(int n, const double *x)
{
    int i, k;
    double sum = 0;

    /* entry: bare
       grid: iterations */
#pragma omp parallel private(i)
    {
        long mine[BINS] = {0};
        double own = 0.0;
        int few[BINS] = {};
        /* barriers: 0 */
#pragma omp for reduction(+ : sum)
        for (i = 0; i < n; i++) {
            unsigned long long state = i + 1;
            double value = next(&state) + next(&state);
            int j;
            for (j = 0; j < 3; j++)
                few[(i + j) % BINS]++;
            add_to(mine, (int)(value * BINS / 2));
            own += floor(x[i]);
            sum += floor(4 * value);
        }
        /* critical: together */
#pragma omp critical(c1)
        {
            for (i = 0; i < BINS; i++) {
                counts[i] += mine[i];
                small[BINS - 1 - i] -= few[i];
            }
            weight += own;
        }
    }
    show("found");
    printf("%g\n", sum);

    /* entry: bare
       grid: iterations (a sum of each thread's) */
#pragma omp parallel
    {
        long own = 0;
        /* barriers: 0 */
#pragma omp for nowait
        for (k = 0; k < n; k++)
            own += data[k] % 5;
        /* critical: together */
#pragma omp atomic
        all += own;
    }
    show("atomic");
}

static void not_found(int n, const long *bins, long *target)
{
    int i, k, threads = 0;

    /* entry: bare
       grid: resident, each thread counts itself */
#pragma omp parallel
    {
        int one = 1;
        /* barriers: 0 */
#pragma omp for
        for (i = 0; i < n; i++)
            data[i]++;
        /* critical: together */
#pragma omp critical(c2)
        threads += one;
    }
    printf("%d\n", threads > 0);

    /* grid: resident, each thread counts itself */
#pragma omp parallel
    {
        long own = 0;
        /* barriers: 0 */
#pragma omp for
        for (i = 0; i < n; i++)
            own += data[i];
        /* critical: together */
#pragma omp critical(c3)
        {
            all += own;
            threads++;
        }
    }
    printf("%d\n", threads > 0);

    /* grid: iterations */
#pragma omp parallel
    {
        long own = 0;
        /* barriers: 1
           The loop looks at what is added to. */
#pragma omp for
        for (i = 0; i < n; i++)
            own += data[i] + (counts[0] > 0);
        /* critical: together */
#pragma omp critical(c4)
        counts[0] += own;
    }
    show("looks");

    /* grid: iterations */
#pragma omp parallel private(k)
    {
        long own = 0;
        /* barriers: 1
           So does the function. */
#pragma omp for
        for (i = 0; i < n; i++) {
            look_at_all(i);
            own += data[i] % 2;
        }
        /* critical: together */
#pragma omp critical(c5)
        for (k = 0; k < 1; k++)
            counts[k] += own;
    }
    show("function");

    /* grid: iterations */
#pragma omp parallel
    {
        long own = 0;
        /* barriers: 1
           The pointer may lead there. */
#pragma omp for
        for (i = 0; i < n; i++)
            own += bins[i % BINS] < 0;
        /* critical: together */
#pragma omp critical(c6)
        counts[1] += own;
    }
    show("pointer");

    /* grid: iterations */
#pragma omp parallel private(i)
    {
        long own[BINS] = {0};
        /* barriers: 1
           Nobody knows where the target lies. */
#pragma omp for
        for (i = 0; i < n; i++)
            own[i % BINS] += data[i];
        /* critical: together */
#pragma omp critical(c7)
        for (i = 0; i < BINS; i++)
            target[i] += own[i];
    }
    show("target");

    /* grid: resident, what a thread begins with is added, too */
#pragma omp parallel private(i)
    {
        long own[BINS] = {0, 0};
        int k, from = data[0] % 2;
        /* barriers: 0 */
#pragma omp for
        for (k = 0; k < n; k++)
            own[k % BINS] += data[k] % 3;
        /* critical: added, each thread begins elsewhere */
#pragma omp critical(c8)
        for (i = from; i < BINS + from; i++)
            others[i % BINS] += own[i % BINS];
    }
    show("order");

    /* grid: resident, it says who has what */
#pragma omp parallel
    {
        long own = 0;
        /* schedule: kept
           barriers: 0 */
#pragma omp for schedule(static)
        for (i = 0; i < n; i++)
            own += data[i] % 4;
        /* critical: together */
#pragma omp critical(c9)
        others[1] += own;
    }
    show("static");

    /* grid: resident */
#pragma omp parallel
    {
        long own = 0;
        /* barriers: 1
           What others have written is looked at. */
#pragma omp for
        for (i = 0; i < n; i++) {
            own += i % 3;
            others[i % 2 + 2] = 5;
        }
        /* critical: waits, it is more than sums */
#pragma omp critical(c10)
        {
            all += own;
            others[4] = others[2] + others[3];
        }
    }
    show("more");
}

int main(void)
{
    double *x = malloc(N * sizeof *x);
    long target[BINS] = {0}, sum = 0;
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i % 13;
        data[i] = i * 5 % 17;
    }
    found(N, x);
    found(3, x);
    not_found(N, counts, target);
    for (i = 0; i < BINS; i++)
        sum += (i + 1) * target[i];
    printf("%ld\n", sum);
    free(x);
    return 0;
}
