//- 2.8.4.1: a copyin variable is threadprivate
//- E0329
int t;
void f(void)
{
    #pragma omp parallel copyin(t)
    t++;
}
//- allowed
int t;
#pragma omp threadprivate(t)
void f(void)
{
    extern int t;
    #pragma omp parallel copyin(t)
    t++;
}
//- 2.8.4.1: copyin stands on parallel and the combined directives
//- E0312
int t;
#pragma omp threadprivate(t)
void f(void)
{
    #pragma omp single copyin(t)
    t++;
}
//- allowed
int t;
#pragma omp threadprivate(t)
void f(int n)
{
    int i;
    #pragma omp parallel for copyin(t)
    for (i = 0; i < n; i++)
        t++;
}
//- 2.8.4.2: copyprivate stands on single
//- E0312
void f(int x)
{
    #pragma omp parallel copyprivate(x)
    x = 1;
}
//- allowed
void f(int x)
{
    #pragma omp parallel firstprivate(x)
    {
        #pragma omp single copyprivate(x)
        x = 1;
    }
}
//- 2.8.4.2: a copyprivate variable is private around the construct
//- E0330
void f(int x)
{
    #pragma omp parallel
    {
        #pragma omp single copyprivate(x)
        x = 1;
    }
}
//- allowed
void f(void)
{
    #pragma omp parallel
    {
        int x;
        #pragma omp single copyprivate(x)
        x = 1;
    }
}
//- 2.8.4.2: a global copyprivate variable is threadprivate
//- E0330
int x;
void f(void)
{
    #pragma omp single copyprivate(x)
    x = 1;
}
//- allowed
int x;
#pragma omp threadprivate(x)
void f(void)
{
    #pragma omp single copyprivate(x)
    x = 1;
}
//- 2.8.4.2: a copyprivate variable is not private on the same directive
//- E0302
void f(int x)
{
    #pragma omp single private(x) copyprivate(x)
    x = 1;
}
//- allowed
void f(int x, int y)
{
    #pragma omp single private(y) copyprivate(x)
    x = y = 1;
}
//- 2.8.4.1: a copyin variable is listed once
//- E0302
int t;
#pragma omp threadprivate(t)
void f(void)
{
    #pragma omp parallel copyin(t) copyin(t)
    ;
}
//- allowed
int t;
#pragma omp threadprivate(t)
void f(void)
{
    #pragma omp parallel copyin(t)
    ;
}
