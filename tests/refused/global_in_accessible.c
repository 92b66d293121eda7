/*
 * Global variables are not to be had in a function that regions call: only a
 * region knows where its variables are.
 * refused: 13 E0405 `limit` cannot be reached on the device
 * refused: 13 E0405 `fixed` cannot be reached on the device
 */
int limit = 4;
const int fixed = 5;

#pragma gpump accessible
int below(int x)
{
    return x < limit && x < fixed;
}

void f(int *v)
{
    #pragma omp parallel
    v[0] = below(3);
}
