//- 4.0, 2.12.6: the exchange of an atomic capture keeps the value from before
//- E0315
void f(int n, int v)
{
    #pragma omp atomic capture
    { n = 2; v = n; }
}
//- allowed
void f(int n, int v)
{
    #pragma omp atomic capture
    { v = n; n = 2; }
}
//- 4.0, 2.12.6: an atomic directive has one memory order
//- E0306
void f(int n)
{
    #pragma omp atomic seq_cst relaxed
    n++;
}
//- allowed
void f(int n)
{
    #pragma omp atomic seq_cst
    n = 1 - n;
}
