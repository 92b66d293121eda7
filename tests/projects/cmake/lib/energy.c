/* A shared library of its own. */
long energy(const int *cells, int count)
{
    int copy[200], i;
    long sum = 0;

    for (i = 0; i < count; i++)
        copy[i] = cells[i];
#pragma omp parallel for shared(copy) reduction(+: sum)
    for (i = 0; i < count; i++)
        sum += copy[i];
    return sum;
}
