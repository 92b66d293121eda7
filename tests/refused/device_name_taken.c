/*
 * The device's form of a function has a name that the program has given away.
 */
#pragma gpump accessible
int add(int a, int b)
{
    return a + b;
}

int add_d(int a, int b)
{
    return a - b;
}

void f(int *v)
{
    #pragma omp parallel
    v[0] = add(1, 2);
}
