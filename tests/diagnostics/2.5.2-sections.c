//- 2.5.2: a section directive stands in a sections construct
//- E0314
void f(void)
{
    #pragma omp section
    ;
}
//- allowed
void f(void)
{
    #pragma omp sections
    {
        #pragma omp section
        ;
    }
}
//- 2.5.2: a section directive stands directly in the block of its construct
//- E0314
void f(int n)
{
    #pragma omp sections
    {
        {
            n = 0;
            #pragma omp section
            n = 1;
        }
    }
}
//- allowed
void f(int n)
{
    #pragma omp sections
    {
        n = 0;
        #pragma omp section
        n = 1;
    }
}
//- 2.5.2: the sections stand in a block
//- E0314
void f(int n)
{
    #pragma omp sections
    n = 0;
}
//- allowed
void f(int n)
{
    #pragma omp sections
    { n = 0; }
}
//- 2.5.2: a sections directive takes the clauses of Section 2.5.2
//- E0312
void f(void)
{
    #pragma omp sections schedule(static)
    { ; }
}
//- allowed
int s, l, p, q;
void f(void)
{
    #pragma omp sections private(p) firstprivate(q) lastprivate(l) reduction(+ : s) nowait
    { s += l = p = q; }
}
//- 2.5.2: a sections directive has one nowait clause at most
//- E0306
void f(void)
{
    #pragma omp sections nowait nowait
    { ; }
}
//- allowed
void f(void)
{
    #pragma omp sections nowait
    { ; }
}
