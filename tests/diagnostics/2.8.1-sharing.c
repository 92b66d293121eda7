//- 2.8.1.1: the loop variable is not in firstprivate
//- E0325
void f(int n)
{
    int i = 0;
    #pragma omp parallel for firstprivate(i)
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp parallel for lastprivate(i)
    for (i = 0; i < n; i++)
        ;
}
//- 2.8.1.1: the loop variable is not in reduction
//- E0325
int i;
void f(int n)
{
    #pragma omp for reduction(+ : i)
    for (i = 0; i < n; i++)
        ;
}
//- allowed
int i;
void f(int n)
{
    #pragma omp for private(i)
    for (i = 0; i < n; i++)
        ;
}
//- 2.8.1.1: the loop variable is not in shared; gcc takes it to be the region's
//- W0305
void f(int n)
{
    int i;
    #pragma omp parallel for shared(i)
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp parallel shared(i)
    #pragma omp for
    for (i = 0; i < n; i++)
        ;
}
//- 2.8.1.1: a variable whose attribute is predetermined is in no clause
//- W0302
void f(void)
{
    const int c = 1;
    #pragma omp parallel shared(c)
    ;
}
//- allowed
void f(void)
{
    const int *c = 0;
    #pragma omp parallel shared(c)
    ;
}
