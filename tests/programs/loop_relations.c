/*
 * Canonical loops: every relational operator, from both sides, and every way to
 * step (OpenMP 2.5, 2.5.1; thesis, 8.2.2).
 * threads: 3
 */
#include <stdio.h>
#include <string.h>

#define SIZE 40

static int visits[SIZE];

static void report(const char *name)
{
    int i, sum = 0, count = 0;

    for (i = 0; i < SIZE; i++) {
        count += visits[i];
        sum += visits[i] * (i + 1);
    }
    printf("%-14s %3d %5d\n", name, count, sum);
    memset(visits, 0, sizeof visits);
}

int main(void)
{
    int i, lower = 3, upper = 31, step = 5;

    #pragma omp parallel for
    for (i = lower; i < upper; i++)
        visits[i]++;
    report("< ++");
    #pragma omp parallel for
    for (i = lower; i <= upper; ++i)
        visits[i]++;
    report("<= ++");
    #pragma omp parallel for
    for (i = upper; i > lower; i--)
        visits[i]++;
    report("> --");
    #pragma omp parallel for
    for (i = upper; i >= lower; --i)
        visits[i]++;
    report(">= --");
    #pragma omp parallel for
    for (i = lower; upper > i; i += step)
        visits[i]++;
    report("reversed > +=");
    #pragma omp parallel for
    for (i = lower; upper >= i; i = i + step)
        visits[i]++;
    report("reversed >= +");
    #pragma omp parallel for
    for (i = upper; lower < i; i -= step)
        visits[i]++;
    report("reversed < -=");
    #pragma omp parallel for
    for (i = upper; lower <= i; i = i - step)
        visits[i]++;
    report("reversed <= -");
    #pragma omp parallel for
    for (i = 0; i < SIZE; i = 7 + i)
        visits[i]++;
    report("= c + i");
    #pragma omp parallel for
    for (i = upper - lower; i >= 0; i += -3)
        visits[i]++;
    report("+= -3");
    #pragma omp parallel for
    for (i = lower & 1; i < (upper | 1); i += lower >> 1)
        visits[i]++;
    report("weak operators");
    return 0;
}
