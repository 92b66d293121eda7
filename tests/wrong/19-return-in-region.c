int f(int n)
{
    #pragma omp parallel
    {
        if (n)
            return 1;
    }
    return 0;
}
