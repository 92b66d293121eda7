/*
 * `default(none)` and `default(firstprivate)` around variables of static storage that are declared inside.
 * The bounds of a taskloop need no clause.
 * regions: 2 of 4 on the device
 */
#include <stdio.h>

int main(void)
{
    static int many[8];
    int count = 0;
#pragma omp parallel num_threads(4) default(none) shared(count, many)
    {
        static int uses;
        static int line[4];
#pragma omp atomic
        uses++;
#pragma omp atomic
        line[1]++;
#pragma omp atomic
        many[2]++;
#pragma omp barrier
#pragma omp single
        count = uses + line[1] + many[2];
    }
    printf("%d\n", count);
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp task default(none) shared(many, count)
    {
        static int last[2];
        last[1]++;
        count += last[1] + many[2];
    }
    printf("%d\n", count);
    int n = 8, made = 0;
#pragma omp parallel num_threads(4) default(firstprivate) shared(many) reduction(+ : made)
    {
        static int calls;
#pragma omp atomic
        calls++;
        n += 1;
        made += n;
#pragma omp barrier
#pragma omp single
        many[3] = calls;
    }
    printf("%d %d %d\n", n, made, many[3]);
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop default(none) shared(many) final(0)
    for (int i = 0; i < n; i++)
        many[i] += i;
    printf("%d %d\n", many[2], many[7]);
    return 0;
}
