/*
 * The `if` clause: a region always runs on the device.
 * refused: 10 E0401 `if` is not translated | left it out
 * refused: 13 E0401 `if` is not translated | left it out
 */
void f(int n, int *v)
{
    int i;

    #pragma omp parallel for if (n > 1000)
    for (i = 0; i < n; i++)
        v[i] = i;
    #pragma omp parallel if(n) num_threads(2)
    v[0]++;
}
