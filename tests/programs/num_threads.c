/*
 * num_threads: a constant, a variable, an expression, a call. Below the number
 * of processors a team is as large as asked (8.1.2).
 */
#include <stdio.h>
#include <omp.h>

static int wanted(int n)
{
    return n / 2 + 1;
}

int main(void)
{
    int sizes[] = { 1, 2, 3, 7, 31, 32, 64 };
    int size, i;

    #pragma omp parallel num_threads(3)
    {
        #pragma omp master
        size = omp_get_num_threads();
    }
    printf("%d\n", size);
    for (i = 0; i < (int)(sizeof sizes / sizeof sizes[0]); i++) {
        int members = 0;
        #pragma omp parallel num_threads(sizes[i]) reduction(+:members)
        members++;
        printf("%d: %d\n", sizes[i], members);
    }
    #pragma omp parallel num_threads(wanted(10) + 1)
    {
        if (omp_get_thread_num() == omp_get_num_threads() - 1)
            size = omp_get_thread_num();
    }
    printf("%d\n", size);
    return 0;
}
