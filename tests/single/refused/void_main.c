// error[E0412]: in C++ `main` returns an int
typedef void nothing;
nothing main(void)
{
    int a[10];
    #pragma omp parallel for
    for (int i = 0; i < 10; i++)
        a[i] = i;
}
