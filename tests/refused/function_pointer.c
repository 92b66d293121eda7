/*
 * Pointers to functions: there were none on the device (4.6).
 * refused: 21 E0403 `by` cannot be used in a parallel region
 * refused: 21 E0403 `op` cannot be used in a parallel region
 */
typedef int (*operation)(int);

#pragma gpump accessible
int twice(int x)
{
    return 2 * x;
}

void f(int *v, int (*by)(int))
{
    operation op = twice;
    int i;

    #pragma omp parallel for
    for (i = 0; i < 4; i++)
        v[i] = by(i) + op(i);
}
