int minimal_par()
{
    int p;
    #pragma omp parallel private(p)
    {
        int   x;    /* comments remain */
        p = 0;
        x = p + 10;
    }
}
