//- 5.0, 2.17.7: an atomic read releases nothing
//- E0350
void f(int n, int v)
{
    #pragma omp atomic read release
    v = n;
}
//- allowed
void f(int n, int v)
{
    #pragma omp atomic read acquire
    v = n;
    #pragma omp atomic capture, acq_rel
    v = n++;
}
//- 5.0, 2.17.7: an atomic write acquires nothing
//- E0350
void f(int n)
{
    #pragma omp atomic acquire write
    n = 1;
}
//- allowed
void f(int n)
{
    #pragma omp atomic release write
    n = 1;
}
//- 5.0, 2.17.7: a hint is a constant
//- E0351
void f(int n, int m)
{
    #pragma omp atomic hint(m)
    n++;
}
//- allowed
enum { CONTENDED = 2 };
void f(int n)
{
    #pragma omp atomic hint(CONTENDED + 4)
    n++;
}
