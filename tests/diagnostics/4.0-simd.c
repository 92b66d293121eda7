//- 4.0, 2.8.1: the statement of a simd construct is a for loop
//- E0308
void f(int n)
{
    #pragma omp simd
    while (n--)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp simd
    for (i = 0; i < n; i++)
        ;
}
//- 4.0, 2.8.1: a simd directive takes the clauses of its section
//- E0312
void f(int n)
{
    #pragma omp simd schedule(static)
    for (int i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n, int *v, int s, int t, int l, int x)
{
    #pragma omp simd safelen(8) simdlen(4) aligned(v : 16) linear(x : 2) private(t) lastprivate(l) reduction(+ : s)
    for (int i = 0; i < n; i++) {
        t = v[i];
        l = t;
        s += l;
        x += 2;
    }
}
//- 4.0, 2.8.1: a simd directive has one safelen clause at most
//- E0306
void f(int n)
{
    #pragma omp simd safelen(8) safelen(4)
    for (int i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    #pragma omp simd safelen(8)
    for (int i = 0; i < n; i++)
        ;
}
//- 4.0, 2.8.1: the safe length is positive
//- E0318
void f(int n)
{
    #pragma omp simd safelen(0)
    for (int i = 0; i < n; i++)
        ;
}
//- allowed
enum { LENGTH = 8 };
void f(int n)
{
    #pragma omp simd safelen(LENGTH)
    for (int i = 0; i < n; i++)
        ;
}
//- 4.5, 2.8.1: simdlen is no more than safelen
//- E0341
void f(int n)
{
    #pragma omp simd safelen(4) simdlen(8)
    for (int i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    #pragma omp simd safelen(8) simdlen(8)
    for (int i = 0; i < n; i++)
        ;
}
//- 4.0, 2.8.1: aligned lists arrays and pointers
//- E0341
void f(int n)
{
    #pragma omp simd aligned(n)
    for (int i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n, double *v)
{
    double a[8];
    #pragma omp simd aligned(v, a : 8)
    for (int i = 0; i < n; i++)
        a[i] = v[i];
}
//- 4.0, 2.8.1: a variable stands in one aligned clause
//- E0302
void f(int n, double *v)
{
    #pragma omp simd aligned(v : 8) aligned(v : 16)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- allowed
void f(int n, double *v, double *w)
{
    #pragma omp simd aligned(v : 8) aligned(w : 16)
    for (int i = 0; i < n; i++)
        v[i] = w[i];
}
//- 4.0, 2.14.3.7: linear lists integers and pointers
//- E0341
void f(int n)
{
    double x = 0;
    #pragma omp simd linear(x)
    for (int i = 0; i < n; i++)
        x += 1;
}
//- allowed
void f(int n, double *x)
{
    #pragma omp simd linear(x)
    for (int i = 0; i < n; i++)
        *x++ = 1;
}
//- 4.0, 2.14.3.7: a variable of linear stands in no other clause
//- E0302
void f(int n, int x)
{
    #pragma omp simd linear(x) private(x)
    for (int i = 0; i < n; i++)
        x++;
}
//- allowed
void f(int n, int x, int y)
{
    #pragma omp simd linear(x) private(y)
    for (int i = 0; i < n; i++) {
        y = x;
        x++;
    }
}
//- 4.0, 2.8.1: no construct but atomic, simd and ordered simd stands in simd
//- E0301
void f(int n, int *v)
{
    #pragma omp simd
    for (int i = 0; i < n; i++) {
        #pragma omp critical
        v[i]++;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp simd
    for (int i = 0; i < n; i++) {
        #pragma omp ordered simd
        v[i]++;
    }
}
//- 4.0, 2.8.1: no barrier stands in simd
//- E0301
void f(int n)
{
    #pragma omp simd
    for (int i = 0; i < n; i++) {
        #pragma omp barrier
    }
}
//- allowed
void f(int n)
{
    #pragma omp simd
    for (int i = 0; i < n; i++)
        ;
    #pragma omp barrier
}
//- 4.0, 2.8.3: the statement of for simd is a for loop
//- E0308
void f(int n)
{
    #pragma omp for simd
    while (n--)
        ;
}
//- allowed
void f(int n)
{
    #pragma omp for simd nowait
    for (int i = 0; i < n; i++)
        ;
}
//- 4.0, 2.8.3: the restrictions of the loop construct apply
//- E0307
void f(int n)
{
    #pragma omp parallel for simd
    for (int i = 1; i < n; i *= 2)
        ;
}
//- allowed
void f(int n)
{
    #pragma omp parallel for simd if (n > 3) num_threads(2)
    for (int i = 1; i < n; i += 2)
        ;
}
//- 4.0, 2.10.4: parallel for simd takes no nowait
//- E0312
void f(int n)
{
    #pragma omp parallel for simd nowait
    for (int i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    #pragma omp parallel for simd collapse(2) schedule(static, 4)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            ;
}
//- 4.5, 2.13.8: ordered simd belongs to simd
//- E0316
void f(int n, int *v)
{
    #pragma omp for ordered
    for (int i = 0; i < n; i++) {
        #pragma omp ordered simd
        v[i]++;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for simd ordered
    for (int i = 0; i < n; i++) {
        #pragma omp ordered threads simd
        v[i]++;
    }
}
//- 4.5, 2.15.1.1: the variable of a shared loop is not linear
//- E0325
void f(int n)
{
    int i;
    #pragma omp parallel for linear(i)
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp parallel for simd linear(i)
    for (i = 0; i < n; i++)
        ;
}
//- 4.5, 2.7.1: linear does not stand beside ordered(n)
//- E0321
void f(int n, int k)
{
    #pragma omp parallel for ordered(1) linear(k)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered depend(source)
    }
}
//- allowed
void f(int n, int k)
{
    #pragma omp parallel for ordered linear(k)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered
        ;
    }
}
