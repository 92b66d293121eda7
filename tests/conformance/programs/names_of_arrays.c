/*
 * A parameter, and a variable of a block, with the name of a large array of the file that regions use (2.8.1).
 *
 * cross: reduction(+ : sum)
 * crossed with: -DSIZE=3000000
 */
#include "check.h"

#ifndef SIZE
#define SIZE 100000
#endif

static int numbers[SIZE];

static void fill(void)
{
    int i;

#pragma omp parallel for
    for (i = 0; i < SIZE; i++)
        numbers[i] = i;
}

static long add_up(const int *numbers, int n)
{
    long sum = 0;
    int i;

#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < n; i++)
        sum += numbers[i];
    return sum;
}

int main(void)
{
    fill();
    CHECK(add_up(numbers + 1, SIZE - 1) == SIZE / 2 * (SIZE - 1L));
    {
        int numbers[10] = {1, 2, 3}, i;

#pragma omp parallel for
        for (i = 0; i < 10; i++)
            numbers[i] *= 2;
        CHECK(numbers[0] + numbers[1] + numbers[2] == 12);
    }
    CHECK(numbers[1] == 1);
    return check_result("names_of_arrays");
}
