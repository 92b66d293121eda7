/*
 * Copies of arrays of variable length that the host's threads have.
 * regions: 0 of 1 on the device
 */
#include <stdio.h>

static int sum_of_copy(int n)
{
    int numbers[n], sum = 0;
    for (int i = 0; i < n; i++)
        numbers[i] = i;
#pragma omp parallel num_threads(2) firstprivate(numbers)
#pragma omp single
    {
#pragma omp task firstprivate(numbers) shared(sum)
        {
            numbers[0] = sizeof numbers / sizeof *numbers;
            for (int i = 0; i < n; i++)
                sum += numbers[i];
        }
#pragma omp taskwait
    }
    return sum + 100 * numbers[0];
}

int main(void)
{
    printf("%d\n", sum_of_copy(10));
    return 0;
}
