void minimal_shared_par()
{
    int p[256];

    #pragma omp parallel shared(p)
    {
        int tid = omp_get_thread_num();

        p[tid] = tid;
    }
}
