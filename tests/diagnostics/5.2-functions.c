//- 5.2, 7.7: declare simd is about a function
//- E0364
#pragma omp declare simd
int n;
//- allowed
#pragma omp declare simd
int f(int n);
//- 5.2, 7.7: a function follows declare simd
//- E0364
int f(int n);
#pragma omp declare simd
//- allowed
#pragma omp declare simd
int f(int n);
//- 5.2, 5.10: a uniform clause lists parameters
//- E0364
int m;
#pragma omp declare simd uniform(m)
int f(int n);
//- allowed
#pragma omp declare simd uniform(n)
int f(int n);
//- 5.2, 5.11: an aligned clause lists parameters
//- E0364
int *p;
#pragma omp declare simd aligned(p)
int f(int n);
//- allowed
#pragma omp declare simd aligned(p)
int f(int *p);
//- 5.2, 5.11: aligned parameters lead to memory
//- E0341
#pragma omp declare simd aligned(n)
int f(int n);
//- allowed
#pragma omp declare simd aligned(n)
int f(int n[4]);
//- 5.2, 5.4.6: linear parameters are integers or pointers
//- E0341
#pragma omp declare simd linear(x)
int f(double x);
//- allowed
#pragma omp declare simd linear(x)
int f(double *x);
//- 5.2, 5.4.6: a step is the same in all calls
//- E0364
#pragma omp declare simd linear(n: m)
int f(int n, int m);
//- allowed
#pragma omp declare simd linear(n: m) uniform(m)
int f(int n, int m);
//- 5.2, 10.4.3: the length of vectors is positive
//- E0318
#pragma omp declare simd simdlen(0)
int f(int n);
//- allowed
#pragma omp declare simd simdlen(4)
int f(int n);
//- 5.2, 10.4.3: a function's vectors have one length
//- E0306
#pragma omp declare simd simdlen(4) simdlen(8)
int f(int n);
//- allowed
#pragma omp declare simd simdlen(4)
int f(int n);
//- 5.2, 10.4.2: the safe length is a constant
//- E0318
void f(int n, int *v)
{
    #pragma omp simd safelen(n)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp simd safelen(8)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
