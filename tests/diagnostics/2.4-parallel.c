//- 2.4: a parallel directive takes the clauses of Section 2.4
//- E0312
void f(void)
{
    #pragma omp parallel nowait
    ;
}
//- allowed
int t;
#pragma omp threadprivate(t)
void f(int n)
{
    int a = 0, b = 0, c = 0, d = 0;
    #pragma omp parallel if(n > 1) num_threads(2) default(none) private(a), firstprivate(b) shared(c) \
        copyin(t) reduction(+ : d)
    d += a = b + c + t;
}
//- 2.4: a parallel directive has one if clause at most
//- E0306
void f(int n)
{
    #pragma omp parallel if(n) if(n > 2)
    ;
}
//- allowed
void f(int n)
{
    #pragma omp parallel if(n > 2)
    ;
}
//- 2.4: a parallel directive has one num_threads clause at most
//- E0306
void f(void)
{
    #pragma omp parallel num_threads(2) num_threads(4)
    ;
}
//- allowed
void f(void)
{
    #pragma omp parallel num_threads(2 + 2)
    ;
}
//- 2.4: the number of threads is positive
//- E0318
void f(void)
{
    #pragma omp parallel num_threads(0)
    ;
}
//- allowed
void f(int n)
{
    #pragma omp parallel num_threads(n - 1)
    ;
}
//- 2.4: the number of threads is an integer
//- E0318
void f(double n)
{
    #pragma omp parallel num_threads(n)
    ;
}
//- allowed
void f(double n)
{
    #pragma omp parallel num_threads((int)n)
    ;
}
//- 2.4: nothing jumps out of a parallel region
//- E0311
void f(int n)
{
    while (n--) {
        #pragma omp parallel
        break;
    }
}
//- allowed
void f(int n)
{
    #pragma omp parallel firstprivate(n)
    while (n--)
        break;
}
