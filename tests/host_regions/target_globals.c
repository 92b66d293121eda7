/*
 * What `target` copies of the file's variables is as it was when the region began, also where functions change the originals,
 * and where the variable would lie in memory that host and device share.
 * regions: 2 of 8 on the device
 * pair alone: the host code is C++, too
 */
#include <stdio.h>

static int step = 1, level = 1, count = 14;
static double table[1000];

static void increase(void)
{
    #pragma omp atomic
    step++;
    level++;
}

static long double half(long double x)
{
    return x / 2;
}

static void show(const int *a, const int *b)
{
    for (int i = 0; i < 4; i++)
        printf("%d %d, ", a[i], b[i]);
    printf("%d %d\n", step, level);
}

int main(void)
{
    int a[4], b[4];
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < 1000; i++) {
        #pragma omp atomic
        count += i % 3;
        table[i] = i;
    }
    printf("%d\n", count);
    #pragma omp target parallel num_threads(3)
    {
        long double h = half(4);
        #pragma omp atomic
        count += (int)h;
    }
    printf("%d\n", count);
    #pragma omp target
    {
        count = 1000;
    }
    printf("%d\n", count);
    #pragma omp target teams distribute parallel for num_threads(1)
    for (int i = 0; i < 4; i++) {
        count += i;
        table[i] = count;
    }
    printf("%d %g\n", count, table[3]);
    #pragma omp target teams distribute parallel for defaultmap(firstprivate : aggregate)
    for (int i = 0; i < 4; i++)
        table[3 + i] += i;
    printf("%g\n", table[4]);

    #pragma omp target parallel for num_threads(1) map(from : a, b)
    for (int i = 0; i < 4; i++) {
        a[i] = step;
        b[i] = level;
        increase();
    }
    show(a, b);
    #pragma omp target map(from : a, b)
    {
        #pragma omp parallel for num_threads(1)
        for (int i = 0; i < 4; i++) {
            a[i] = step;
            b[i] = level;
            increase();
        }
    }
    show(a, b);
    #pragma omp target parallel for map(tofrom : step) map(from : a)
    for (int i = 0; i < 4; i++)
        a[i] = level;
    printf("%d %d\n", a[3], step);
    return 0;
}
