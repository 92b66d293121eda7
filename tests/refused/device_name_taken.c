/*
 * The device's form of a function has a name that the program has given away.
 * refused: 11 E0410 the translation has a `add_d` of its own
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
