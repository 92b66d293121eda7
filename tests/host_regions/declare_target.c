/*
 * Regions in functions that declare target names, or that a target region calls: there gcc takes only what could be mapped.
 * regions: 5 of 8 on the device
 */
#include <stdio.h>

#define N 1000

#pragma omp declare target
static int values[N];
static long total;
int fill(int from);
#pragma omp end declare target

int fill(int from)
{
    static int calls;
    int odd = 0;

    calls++;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        values[i] = from + i;
#pragma omp parallel for reduction(+ : odd) if (calls > 0)
    for (int i = 0; i < N; i++)
        odd += values[i] % 2;
    return odd + calls;
}

/* Nothing names it: a target region calls it. */
static void add(void)
{
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < N; i++)
        total += values[i];
}

static void scale(int by);
#pragma omp declare target to(scale)

static void scale(int by)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < N; i++)
            values[i] *= by;
    }
}

int main(void)
{
    int odd = 0;

#pragma omp target map(tofrom : odd)
    odd = fill(3);
#pragma omp target
    add();
#pragma omp target
    {
        scale(2);
        add();
    }
#pragma omp target update from(values, total)
    printf("%d %ld %d\n", odd, total, values[N - 1]);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        values[i]++;
    printf("%d %d\n", fill(0), values[N - 1]);
    return 0;
}
