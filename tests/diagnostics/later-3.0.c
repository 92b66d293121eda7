//- 3.0, 2.5.1: a schedule(auto) has no chunk size
//- E0319
void f(int n)
{
    int i;
    #pragma omp for schedule(auto, 4)
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for schedule(auto)
    for (i = 0; i < n; i++)
        ;
}
