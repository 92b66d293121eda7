/* Tasks: section 12 of OpenMP 5.2, and what they wait for. */
#include <omp.h>

struct point { int x, y; };

void tasks(int n, int *v, double *w, struct point *p)
{
    int i = 0, s = 0, x = 0;
    omp_depend_t object;
    #pragma omp parallel default(none) shared(n, v, w, p, s, x, object) firstprivate(i)
    #pragma omp single
    {
        #pragma omp task
        v[0] = 1;
        #pragma omp task if(n > 3) final(n < 2) untied mergeable priority(n)
        v[1] = 1;
        #pragma omp task if(task: n > 3), default(none), shared(v), firstprivate(i), private(x)
        {
            x = i;
            v[2] = x;
        }
        #pragma omp task default(shared) depend(in: v[0], v[1]) depend(out: v[2:n]) depend(inout: x)
        x = v[0];
        #pragma omp task depend(mutexinoutset: x, *v, p->x, p[1].y)
        x++;
        #pragma omp task depend(iterator(int k = 0:n:2, j = 0:2), in: v[k], w[j])
        s++;
        #pragma omp task affinity(v[0:n]) affinity(iterator(k = 0:n): w[k])
        s++;
        #pragma omp depobj(object) depend(inout: v[0])
        #pragma omp task depend(depobj: object)
        v[0]++;
        #pragma omp depobj(object) update(in)
        #pragma omp depobj(object) destroy
        #pragma omp taskyield
        #pragma omp taskwait
        #pragma omp taskwait depend(in: v[0])
        #pragma omp taskgroup task_reduction(+: s) allocate(s)
        {
            #pragma omp task in_reduction(+: s)
            s++;
            #pragma omp task in_reduction(+: s) allocate(omp_default_mem_alloc: i) firstprivate(i)
            s += i;
        }
        {
            omp_event_handle_t event;
            #pragma omp task detach(event)
            omp_fulfill_event(event);
        }
    }
    #pragma omp parallel reduction(task, +: s)
    {
        #pragma omp task in_reduction(+: s)
        s++;
    }
}

void loops(int n, int *v)
{
    int s = 0, last = 0;
    #pragma omp taskloop
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp taskloop grainsize(4) nogroup untied priority(2) final(0) mergeable if(taskloop: n)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp taskloop num_tasks(strict: n) shared(v) private(s) firstprivate(n) lastprivate(last) default(none)
    for (int i = 0; i < n; i++) {
        s = last = i;
        v[i] = s;
    }
    #pragma omp taskloop grainsize(strict: 4) collapse(2) reduction(+: s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += v[i];
    #pragma omp taskloop simd reduction(default, +: s) safelen(4) simdlen(2) linear(last) aligned(v: 16)
    for (int i = 0; i < n; i++)
        s += v[i];
    #pragma omp taskgroup task_reduction(+: s)
    #pragma omp taskloop in_reduction(+: s) allocate(s)
    for (int i = 0; i < n; i++)
        s += v[i];
    #pragma omp parallel master taskloop num_threads(2) grainsize(2)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp parallel master taskloop simd proc_bind(close)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp parallel masked taskloop filter(0)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp parallel masked taskloop simd if(parallel: n > 3)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp parallel
    {
        #pragma omp master taskloop
        for (int i = 0; i < n; i++)
            v[i] = i;
        #pragma omp master taskloop simd
        for (int i = 0; i < n; i++)
            v[i] = i;
        #pragma omp masked taskloop filter(1)
        for (int i = 0; i < n; i++)
            v[i] = i;
        #pragma omp masked taskloop simd
        for (int i = 0; i < n; i++)
            v[i] = i;
    }
}

void ends(int n, int *v)
{
    #pragma omp parallel
    {
        #pragma omp cancel parallel if(n > 3)
        #pragma omp cancellation point parallel
        #pragma omp for
        for (int i = 0; i < n; i++) {
            #pragma omp cancel for if(cancel: v[i])
            #pragma omp cancellation point for
        }
        #pragma omp sections
        {
            #pragma omp section
            {
                #pragma omp cancel sections
            }
            #pragma omp section
            {
                #pragma omp cancellation point sections
            }
        }
        #pragma omp taskgroup
        {
            #pragma omp task
            {
                #pragma omp cancel taskgroup
                #pragma omp cancellation point taskgroup
            }
        }
    }
}
