void first_private()
{
    int i, num = 0, first = 128;

    #pragma omp parallel shared(i, num) firstprivate(first)
    {
        first -= omp_get_thread_num();
        #pragma omp for firstprivate(num)
        for (i = 20; i >= 0; i = i - 2) {
            num += i;
        }
    }
}
