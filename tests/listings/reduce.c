void reduce()
{
    int x, i;

    #pragma omp parallel shared(x)
    {
        #pragma omp for reduction(+: x)
        for (i = 0; i < 100; i++) {
            x += i;
        }
    }
}
