/*
 * A program that shows which thread ran an iteration sees what it sees with gcc, though its pragmas name no schedule: one
 * stretch for each thread. Without a size of its own its team has a thread for each processor.
 *
 * threads: 4
 * cuda alone: the thesis's kernels share no iterations out between threads of a number that the program names
 */
#include <stdio.h>
#include <omp.h>

#define N 22

int owner[N], square[4][6];
int kept;
#pragma omp threadprivate(kept)

void note(int i)
{
    owner[i] += 100 * omp_get_thread_num();
}

void orphaned(void)
{
    int i, mine = omp_get_thread_num();
#pragma omp for
    for (i = 0; i < N; i++)
        owner[i] += 10000 * mine;
}

int main(void)
{
    float part[4];
    int i, j, sum = 0, first[4], processors = 0;
#pragma omp parallel for
    for (i = 0; i < N; i++)
        owner[i] = omp_get_thread_num();
#pragma omp parallel for
    for (i = 0; i < N; i++)
        note(i);
#pragma omp parallel
    orphaned();
    for (i = 0; i < N; i++)
        printf("%d ", owner[i]);
    printf("\n");
#pragma omp parallel for collapse(2)
    for (i = 0; i < 4; i++)
        for (j = 0; j < 6; j++)
            square[i][j] = omp_get_thread_num();
    for (i = 0; i < 4; i++)
        for (j = 0; j < 6; j++)
            printf("%d ", square[i][j]);
    printf("\n");
#pragma omp parallel
    {
        int tid = omp_get_thread_num();
        float own = 0;
        kept = 0;
#pragma omp for reduction(+ : sum)
        for (i = 0; i < N; i++) {
            own += i;
            kept = i;
            sum += i;
        }
        part[tid] = own;
        first[tid] = kept;
    }
    for (i = 0; i < 4; i++)
        printf("%g %d ", part[i], first[i]);
    printf("%d\n", sum);
#pragma omp parallel
    {
#pragma omp for nowait
        for (i = 0; i < N; i++)
            owner[i] = i;
#pragma omp for
        for (i = 0; i < N; i++)
            owner[i] = 100 * owner[i] + omp_get_thread_num();
    }
    for (i = 0; i < N; i++)
        printf("%d ", owner[i]);
    printf("\n");
    omp_set_num_threads(omp_get_num_procs());
#pragma omp parallel
    {
#pragma omp single
        processors = omp_get_num_threads();
    }
    printf("%d\n", processors == omp_get_num_procs() && processors == omp_get_max_threads());
    return 0;
}
