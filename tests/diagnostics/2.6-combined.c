//- 2.6.1: a parallel for directive takes no nowait
//- E0312
void f(int n)
{
    int i;
    #pragma omp parallel for nowait
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    int i, l = 0, s = 0;
    #pragma omp parallel for if(n > 2) lastprivate(l) reduction(- : s) schedule(static) ordered
    for (i = 0; i < n; i++)
        s -= l = i;
}
//- 2.6.1: the restrictions of the loop construct apply
//- E0307
void f(int n)
{
    int i;
    #pragma omp parallel for
    for (i = 0; i == n; i++)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp parallel for
    for (i = 0; i <= n; ++i)
        ;
}
//- 2.6.1: the statement of a parallel for is a for loop
//- E0308
void f(int n)
{
    #pragma omp parallel for
    {
        n = 0;
    }
}
//- allowed
void f(int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
    }
}
//- 2.6.2: a parallel sections directive takes no nowait
//- E0312
void f(void)
{
    #pragma omp parallel sections nowait
    { ; }
}
//- allowed
void f(int n)
{
    int l = 0;
    #pragma omp parallel sections num_threads(n) lastprivate(l) default(shared)
    { l = 1; }
}
