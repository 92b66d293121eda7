void f(int n, int *a)
{
    #pragma omp parallel
    {
        if (n)
            goto end;
        a[0] = n;
    }
end:
    a[1] = n;
}
