//- 2.5.3: a single directive takes the clauses of Section 2.5.3
//- E0312
int l;
void f(void)
{
    #pragma omp single lastprivate(l)
    l = 1;
}
//- allowed
int p, q;
void f(void)
{
    #pragma omp single private(p) firstprivate(q) nowait
    p = q;
}
//- 2.5.3: copyprivate is not used with nowait
//- E0321
void f(int x)
{
    #pragma omp single copyprivate(x) nowait
    x = 1;
}
//- allowed
void f(int x)
{
    #pragma omp single copyprivate(x)
    x = 1;
}
//- 2.5.3: a single directive has one nowait clause at most
//- E0306
void f(void)
{
    #pragma omp single nowait nowait
    ;
}
//- allowed
void f(void)
{
    #pragma omp single nowait
    ;
}
