/*
 * Variables of functions and of the file that have names of the C library's, in lists of directives that stay.
 * regions: 1 of 2 on the device
 */
#include <stdio.h>

static double gamma[4] = {1, 2, 3, 4};

static int teams(void)
{
    return 1;
}

static double length(int n)
{
    double norm = 0;
#pragma omp target teams distribute parallel for reduction(+ : norm) map(to : gamma) num_teams(teams())
    for (int i = 0; i < n; i++)
        norm += gamma[i];
    return norm;
}

int main(void)
{
    double norm = length(4);
#pragma omp parallel for reduction(+ : norm)
    for (int i = 0; i < 4; i++)
        norm += gamma[i];
    printf("%g\n", norm);
    return 0;
}
