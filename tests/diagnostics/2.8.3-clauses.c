//- 2.8.3: a variable is in one data-sharing clause at most
//- E0302
void f(int x)
{
    #pragma omp parallel private(x) shared(x)
    x = 1;
}
//- allowed
int x;
void f(int n)
{
    int i;
    #pragma omp for firstprivate(x) lastprivate(x)
    for (i = 0; i < n; i++)
        x = i;
}
//- 2.8.3: a variable is in a clause once
//- E0302
void f(int x)
{
    #pragma omp parallel private(x, x)
    x = 1;
}
//- allowed
void f(int x, int y)
{
    #pragma omp parallel private(x, y)
    x = y = 1;
}
//- 2.8.3.1: a directive has one default clause at most
//- E0306
void f(void)
{
    #pragma omp parallel default(shared) default(none)
    ;
}
//- allowed
void f(void)
{
    #pragma omp parallel default(none)
    ;
}
//- 2.8.3.1: default is an attribute
//- E0101
void f(void)
{
    #pragma omp parallel default(static)
    ;
}
//- allowed
void f(void)
{
    #pragma omp parallel default(shared)
    ;
}
//- 2.8.3.1: default(none) wants every variable listed
//- E0303
void f(int x)
{
    #pragma omp parallel default(none)
    x = 1;
}
//- allowed
int t;
#pragma omp threadprivate(t)
void f(int n)
{
    int i;
    #pragma omp parallel default(none) shared(n) num_threads(n)
    {
        int own = t;
        #pragma omp for
        for (i = 0; i < n; i++)
            own += i;
    }
}
//- 2.8.3.3: a private variable is not const
//- E0322
void f(void)
{
    const int c = 1;
    #pragma omp parallel private(c)
    ;
}
//- allowed
void f(void)
{
    const int *c = 0;
    #pragma omp parallel private(c)
    ;
}
//- 2.8.3.3: the type of a private variable is complete
//- E0323
extern int a[];
void f(void)
{
    #pragma omp parallel private(a)
    ;
}
//- allowed
int a[] = { 1, 2 };
void f(int b[])
{
    #pragma omp parallel private(a, b)
    ;
}
//- 2.8.3.3: a private variable is not a part of another
//- E0331
struct { int x; } s;
void f(void)
{
    #pragma omp parallel private(s.x)
    ;
}
//- allowed
struct { int x; } s;
void f(void)
{
    #pragma omp parallel private(s)
    ;
}
//- 2.8.3.4: a firstprivate variable of a worksharing construct is shared in the region
//- E0304
void f(int x)
{
    #pragma omp parallel private(x)
    {
        #pragma omp single firstprivate(x)
        x++;
    }
}
//- allowed
void f(int x)
{
    #pragma omp parallel shared(x)
    {
        #pragma omp single firstprivate(x)
        x++;
    }
}
//- 2.8.3.4: a reduction variable of the region is not firstprivate in it
//- E0304
void f(int x)
{
    #pragma omp parallel reduction(+ : x)
    {
        #pragma omp single firstprivate(x)
        x++;
    }
}
//- allowed
void f(int x)
{
    #pragma omp parallel reduction(+ : x)
    {
        #pragma omp single private(x)
        x = 1;
    }
}
//- 2.8.3.4: the type of a firstprivate variable is complete
//- E0323
extern int a[];
void f(void)
{
    #pragma omp parallel firstprivate(a)
    ;
}
//- allowed
extern int a[2];
void f(void)
{
    #pragma omp parallel firstprivate(a)
    ;
}
//- 2.8.3.5: a lastprivate variable of a worksharing construct is shared in the region
//- E0304
void f(int n)
{
    #pragma omp parallel
    {
        int i, x;
        #pragma omp for lastprivate(x)
        for (i = 0; i < n; i++)
            x = i;
    }
}
//- allowed
void f(int n)
{
    int i, x;
    #pragma omp parallel
    {
        #pragma omp for lastprivate(x)
        for (i = 0; i < n; i++)
            x = i;
    }
}
//- 2.8.3.5: a lastprivate variable is not const
//- E0322
void f(int n)
{
    const int x = 1;
    int i;
    #pragma omp parallel for lastprivate(x)
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    int x, i;
    #pragma omp parallel for lastprivate(x)
    for (i = 0; i < n; i++)
        x = i;
}
//- 2.8.3.5: the type of a lastprivate variable is complete
//- E0323
extern int a[];
void f(int n)
{
    int i;
    #pragma omp parallel for lastprivate(a)
    for (i = 0; i < n; i++)
        ;
}
//- allowed
int a[2];
void f(int n)
{
    int i;
    #pragma omp parallel for lastprivate(a)
    for (i = 0; i < n; i++)
        a[0] = i;
}
//- 2.8.3.6: a reduction variable of a worksharing construct is shared in the region
//- E0304
void f(int n)
{
    int i, s = 0;
    #pragma omp parallel private(s)
    {
        #pragma omp for reduction(+ : s)
        for (i = 0; i < n; i++)
            s += i;
    }
}
//- allowed
void f(int n)
{
    int i, s = 0;
    #pragma omp parallel private(i)
    {
        #pragma omp for reduction(+ : s)
        for (i = 0; i < n; i++)
            s += i;
    }
}
//- 2.8.3.6: an orphaned construct's local variables are private already
//- E0304
void f(int n)
{
    int i, s = 0;
    #pragma omp for reduction(+ : s)
    for (i = 0; i < n; i++)
        s += i;
}
//- allowed
void f(int n)
{
    static int s = 0;
    int i;
    #pragma omp for reduction(+ : s)
    for (i = 0; i < n; i++)
        s += i;
}
//- 2.8.3.6: a variable is in the reduction clauses of a directive once
//- E0302
void f(int s)
{
    #pragma omp parallel reduction(+ : s) reduction(* : s)
    s = 1;
}
//- allowed
void f(int s, int p)
{
    #pragma omp parallel reduction(+ : s) reduction(* : p)
    s = p = 1;
}
//- 2.8.3.6: a reduction variable is not a pointer
//- E0324
void f(int *p)
{
    #pragma omp parallel reduction(+ : p)
    p++;
}
//- allowed
void f(int *p)
{
    int s = 0;
    #pragma omp parallel reduction(+ : s)
    s += *p;
}
//- 2.8.3.6: a reduction variable is not a structure
//- E0324
struct s { int n; };
void f(struct s s)
{
    #pragma omp parallel reduction(+ : s)
    s.n = 1;
}
//- allowed
typedef int s;
void f(s s)
{
    #pragma omp parallel reduction(+ : s)
    s = 1;
}
//- 2.8.3.6: the operator is defined for the type
//- E0324
void f(double x)
{
    #pragma omp parallel reduction(& : x)
    x = 1;
}
//- allowed
void f(double x, float y, unsigned u)
{
    #pragma omp parallel reduction(* : x) reduction(&& : y) reduction(^ : u)
    x = y = u;
}
//- 2.8.3.6: the operator is one of + * - & ^ | && ||
//- E0101
void f(int x)
{
    #pragma omp parallel reduction(/ : x)
    x = 1;
}
//- allowed
void f(int x, int y)
{
    #pragma omp parallel reduction(- : x) reduction(^ : y)
    x = y = 1;
}
//- 2.8.3.6: a reduction variable is not const
//- E0322
void f(const int x)
{
    #pragma omp parallel reduction(+ : x)
    ;
}
//- allowed
void f(volatile int x)
{
    #pragma omp parallel reduction(+ : x)
    x++;
}
