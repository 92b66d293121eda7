/* Devices: sections 5.8, 5.9 and 13 of OpenMP 5.2, and teams. */
#include <omp.h>

#pragma omp requires atomic_default_mem_order(seq_cst)

#pragma omp declare target
int on_device;
int twice(int x) { return 2 * x; }
#pragma omp end declare target

int listed, linked;
int half(int x);
#pragma omp declare target(listed)
#pragma omp declare target to(half) device_type(any)
#pragma omp declare target link(linked)
int half(int x) { return x / 2; }

struct vector { int n; double *values; };

void target(int n, double *v, struct vector *p)
{
    double a[100], x = 0;
    int s = 0;
    double *q = v;
    #pragma omp target
    x = 1;
    #pragma omp target if(n > 3) device(0) private(s) firstprivate(x) map(a) nowait depend(out: x)
    x = s = 1;
    #pragma omp target if(target: n) map(to: v[0:n], p->n) map(from: a[:n]) map(alloc: x) thread_limit(3)
    x = 1;
    #pragma omp target map(always, close, to: v[0:n]) map(always to: a)
    x = 1;
    #pragma omp target is_device_ptr(v) has_device_addr(a) defaultmap(tofrom: scalar) defaultmap(none: pointer)
    x = v[0];
    #pragma omp target defaultmap(firstprivate) in_reduction(+: s)
    x = 1;
    #pragma omp target data map(tofrom: a) use_device_ptr(q) use_device_addr(x) if(target data: n) device(0)
    x = 1;
    #pragma omp target enter data map(to: a) map(alloc: v[0:n]) if(target enter data: n) device(0) nowait depend(in: x)
    #pragma omp target exit data map(from: a) map(release: v[0:n]) map(delete: x) nowait
    #pragma omp target update to(a) from(v[0:n]) if(target update: n) device(0) nowait depend(in: x)
}

void teams(int n, double *v)
{
    double s = 0;
    int x = 0, last;
    #pragma omp teams num_teams(4) thread_limit(8) default(none) shared(v, n) private(x) firstprivate(s)
    {
        #pragma omp distribute
        for (int i = 0; i < n; i++)
            v[i] = s;
        #pragma omp distribute collapse(2) dist_schedule(static, 4) private(x) firstprivate(s) order(concurrent)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                v[i] = s;
        #pragma omp distribute simd lastprivate(last) safelen(4)
        for (int i = 0; i < n; i++)
            v[i] = i;
        #pragma omp distribute parallel for schedule(static) num_threads(2)
        for (int i = 0; i < n; i++)
            v[i] = i;
        #pragma omp distribute parallel for simd dist_schedule(static) simdlen(4)
        for (int i = 0; i < n; i++)
            v[i] = i;
    }
    #pragma omp teams num_teams(2:4) reduction(+: s) allocate(s)
    s += 1;
    #pragma omp teams distribute reduction(+: s)
    for (int i = 0; i < n; i++)
        s += v[i];
    #pragma omp teams distribute simd
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp teams distribute parallel for
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp teams distribute parallel for simd num_teams(4)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp teams loop order(concurrent)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp target parallel map(tofrom: v[0:n]) if(target: n > 3) if(parallel: n > 4)
    v[0] = 1;
    #pragma omp target parallel for reduction(+: s) nowait
    for (int i = 0; i < n; i++)
        s += v[i];
    #pragma omp target parallel for simd collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i] = i;
    #pragma omp target parallel loop bind(parallel)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp target simd
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp target teams num_teams(3)
    v[0] = 1;
    #pragma omp target teams loop
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp target teams distribute map(v[0:n]) defaultmap(tofrom: scalar)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp target teams distribute simd
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp target teams distribute parallel for simd
    for (int i = 0; i < n; i++)
        v[i] = i;
}
