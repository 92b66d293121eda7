//- 2.5.1: the statement of a loop construct is a for loop
//- E0308
void f(int n)
{
    #pragma omp for
    while (n--)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for
    for (i = 0; i < n; i++)
        ;
}
//- 2.5.1: a for directive takes the clauses of Section 2.5.1
//- E0312
void f(int n)
{
    int i;
    #pragma omp for shared(n)
    for (i = 0; i < n; i++)
        ;
}
//- allowed
int s, l, p;
void f(int n)
{
    int i;
    #pragma omp for private(p) firstprivate(l) lastprivate(l) reduction(+ : s) ordered schedule(static, 4) nowait
    for (i = 0; i < n; i++)
        s += l = p = i;
}
//- 2.5.1: the loop gives its variable a first value
//- E0307
void f(int n)
{
    int i = 0;
    #pragma omp for
    for (; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    #pragma omp for
    for (int i = 0; i < n; i++)
        ;
}
//- 2.5.1: the loop compares its variable with <, <=, > or >=
//- E0307
void f(int n)
{
    int i;
    #pragma omp for
    for (i = 0; i < n && i < 10; i++)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for
    for (i = 0; n >= i; i++)
        ;
}
//- 2.5.1: the loop changes its variable by a step
//- E0307
void f(int n)
{
    int i;
    #pragma omp for
    for (i = 1; i < n; i *= 2)
        ;
}
//- allowed
void f(int n, int step)
{
    int i;
    #pragma omp for
    for (i = n; i > 0; i = i - step)
        ;
}
//- 2.5.1: the step brings the variable nearer to its bound
//- E0307
void f(int n)
{
    int i;
    #pragma omp for
    for (i = 0; i < n; i--)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for
    for (i = n; i > 0; i--)
        ;
}
//- 2.5.1: the loop variable is an integer
//- E0307
void f(int n)
{
    double x;
    #pragma omp for
    for (x = 0; x < n; x += 1)
        ;
}
//- allowed
void f(int n)
{
    long x;
    #pragma omp for
    for (x = 0; x < n; x += 1)
        ;
}
//- 2.5.1: the loop variable is signed
//- W0301
void f(unsigned n)
{
    unsigned i;
    #pragma omp for
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    signed char i;
    #pragma omp for
    for (i = 0; i < n; i++)
        ;
}
//- 2.5.1: the bounds are integers
//- E0307
void f(double n)
{
    int i;
    #pragma omp for
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(double n)
{
    int i;
    #pragma omp for
    for (i = 0; i < (int)n; i++)
        ;
}
//- 2.5.1: the bound stays the same while the loop runs
//- E0320
void f(int n)
{
    int i;
    #pragma omp for
    for (i = 0; i < n; i++)
        n--;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for
    for (i = 0; i < n; i++) {
        int n = 3;
        n--;
    }
}
//- 2.5.1: the bound does not depend on the loop variable
//- E0320
void f(int *a)
{
    int i;
    #pragma omp for
    for (i = 0; i < a[i]; i++)
        ;
}
//- allowed
void f(int *a, int j)
{
    int i;
    #pragma omp for
    for (i = 0; i < a[j]; i++)
        a[i] = 0;
}
//- 2.5.1: the step stays the same while the loop runs
//- E0320
void f(int n, int step)
{
    int i;
    #pragma omp for
    for (i = 0; i < n; i += step)
        step = 2;
}
//- allowed
void f(int n, int step)
{
    int i;
    #pragma omp parallel
    #pragma omp for private(step)
    for (i = 0; i < n; i++)
        step = 2;
}
//- 2.5.1: the loop does not change its variable
//- E0309
void f(int n)
{
    int i;
    #pragma omp for
    for (i = 0; i < n; i++)
        i++;
}
//- allowed
void f(int n, int *a)
{
    int i;
    #pragma omp for
    for (i = 0; i < n; i++)
        a[i]++;
}
//- 2.5.1: break does not end the loop
//- E0311
void f(int n)
{
    int i;
    #pragma omp for
    for (i = 0; i < n; i++)
        break;
}
//- allowed
void f(int n)
{
    int i, j;
    #pragma omp for private(j)
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            break;
        continue;
    }
}
//- 2.5.1: a loop directive has one schedule clause at most
//- E0306
void f(int n)
{
    int i;
    #pragma omp for schedule(static) schedule(dynamic)
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for schedule(guided, 2)
    for (i = 0; i < n; i++)
        ;
}
//- 2.5.1: a loop directive has one nowait clause at most
//- E0306
void f(int n)
{
    int i;
    #pragma omp for nowait nowait
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for nowait
    for (i = 0; i < n; i++)
        ;
}
//- 2.5.1: a loop directive has one ordered clause at most
//- E0306
void f(int n)
{
    int i;
    #pragma omp for ordered ordered
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for ordered
    for (i = 0; i < n; i++)
        ;
}
//- 2.5.1: the chunk size is positive
//- E0318
void f(int n)
{
    int i;
    #pragma omp for schedule(static, 0)
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for schedule(static, n / 4)
    for (i = 0; i < n; i++)
        ;
}
//- 2.5.1: the chunk size stays the same while the loop runs
//- E0320
void f(int n, int chunk)
{
    int i;
    #pragma omp for schedule(dynamic, chunk)
    for (i = 0; i < n; i++)
        chunk = 4;
}
//- allowed
void f(int n, int chunk)
{
    int i;
    #pragma omp for schedule(dynamic, chunk)
    for (i = 0; i < n; i++)
        ;
}
//- 2.5.1: schedule(runtime) has no chunk size
//- E0319
void f(int n)
{
    int i;
    #pragma omp for schedule(runtime, 4)
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for schedule(runtime)
    for (i = 0; i < n; i++)
        ;
}
//- 2.5.1: the loop variable is not threadprivate
//- E0326
int i;
#pragma omp threadprivate(i)
void f(int n)
{
    #pragma omp for
    for (i = 0; i < n; i++)
        ;
}
//- allowed
int i;
#pragma omp threadprivate(i)
void f(int n)
{
    #pragma omp parallel
    for (i = 0; i < n; i++)
        ;
}
//- 2.5.1: the step is not zero
//- E0307
void f(int n)
{
    int i;
    #pragma omp for
    for (i = 0; i < n; i += 0)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for
    for (i = 0; i < n; i += 01)
        ;
}
