//- 5.2, 8.3.1: an assumption names a directive once
//- E0375
void f(int *v)
{
    #pragma omp assume absent(parallel) contains(simd, parallel)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp assume absent(parallel, for) contains(simd)
    v[0] = 1;
}
//- 5.2, 8.3.1: an assumption names directives
//- E0375
void f(int *v)
{
    #pragma omp assume absent(paralel)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp assume absent(taskwait)
    v[0] = 1;
}
//- 5.2, 8.3.1: an assumption names the parts of a combined directive
//- E0375
void f(int *v)
{
    #pragma omp assume absent(parallel for)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp assume absent(target enter data)
    v[0] = 1;
}
//- 5.2, 8.3.1: an assumption names directives that do something
//- E0375
void f(int *v)
{
    #pragma omp assume absent(threadprivate)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp assume absent(flush)
    v[0] = 1;
}
//- 5.2, 8.3: what is assumed of a file is said at file scope
//- E0375
void f(int *v)
{
    #pragma omp assumes no_openmp_routines
    v[0] = 1;
}
//- allowed
#pragma omp assumes no_openmp_routines
void f(int *v)
{
    v[0] = 1;
}
//- 5.2, 8.3: what is assumed absent is
//- W0305
void f(int n, int *v)
{
    #pragma omp assume absent(simd)
    {
        #pragma omp parallel for simd
        for (int i = 0; i < n; i++)
            v[i] = i;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp assume absent(simd)
    {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            v[i] = i;
    }
}
//- 5.2, 8.3.1: where there is to be no OpenMP there is none
//- W0305
int omp_get_thread_num(void);
void f(int *v)
{
    #pragma omp assume no_openmp
    v[0] = omp_get_thread_num();
}
//- allowed
int omp_get_thread_num(void);
void f(int *v)
{
    int me = omp_get_thread_num();
    #pragma omp assume no_openmp
    {
        #pragma omp assume holds(me >= 0)
        v[0] = me;
    }
}
//- 5.2, 8.3.1: where there is to be no parallelism there is none
//- W0305
void f(int *v)
{
    #pragma omp assume no_parallelism
    {
        #pragma omp task
        v[0] = 1;
    }
}
//- allowed
void f(int *v)
{
    #pragma omp assume no_parallelism
    {
        #pragma omp atomic
        v[0]++;
    }
}
//- 5.2, 8.3: what is assumed of a file holds in front of it
//- W0305
void f(int *v)
{
    #pragma omp parallel
    v[0] = 1;
}
#pragma omp assumes absent(parallel)
//- allowed
void f(int *v)
{
    #pragma omp single
    v[0] = 1;
}
#pragma omp assumes absent(parallel)
//- 5.2, 8.3: what is assumed of some functions holds in them
//- W0305
#pragma omp begin assumes absent(barrier)
void f(void)
{
    #pragma omp barrier
}
#pragma omp end assumes
//- allowed, though gcc 12 does not read it
#pragma omp begin assumes absent(barrier)
void f(void);
#pragma omp end assumes
void g(void)
{
    #pragma omp barrier
}
//- 5.2, 8.3.1: something is assumed once
//- E0306
void f(int *v)
{
    #pragma omp assume no_openmp no_openmp
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp assume no_openmp no_parallelism holds(v[0] > 0) holds(v[1] > 0)
    v[0] = 1;
}
//- 5.2, 8.3: something is assumed
//- E0353
void f(int *v)
{
    #pragma omp assume
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp assume holds(v[0] > 0)
    v[0] = 1;
}
