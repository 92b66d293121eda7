#pragma once

static void fill(int *numbers, int count)
{
    int k;
#pragma omp parallel for
    for (k = 0; k < count; k++)
        numbers[k] = 3 * k;
}
