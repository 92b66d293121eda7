void minimal_parfor()
{
    int i, j;

    #pragma omp parallel
    {
        #pragma omp for private(j) schedule(static)
        for (i = 0; i < 10; i++) {
            j = i;
        }
    }
}
