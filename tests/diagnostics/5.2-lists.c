//- 5.2, 5.8.3: a mapped variable is in no clause of device pointers
//- E0302
void f(int *p)
{
    #pragma omp target map(p[0:1]) is_device_ptr(p)
    p[0] = 1;
}
//- allowed
void f(int *p, int *q)
{
    #pragma omp target map(p[0:1]) is_device_ptr(q)
    p[0] = q[0];
}
//- 5.2, 5.4.7: a device pointer is in no data-sharing clause
//- E0302
void f(int *p)
{
    #pragma omp target is_device_ptr(p) firstprivate(p)
    p[0] = 1;
}
//- allowed
void f(int *p, int *q)
{
    #pragma omp target is_device_ptr(p) firstprivate(q)
    p[0] = q == p;
}
//- 5.2, 5.4.8: the device's address of a variable is asked for once
//- E0302
void f(int *p)
{
    #pragma omp target data map(p[0:1]) use_device_ptr(p) use_device_addr(p)
    ;
}
//- allowed
void f(int *p, int *q)
{
    #pragma omp target data map(p[0:1]) use_device_ptr(p) use_device_addr(q)
    ;
}
//- 5.2, 5.9: a variable is updated in one direction
//- E0302
int v;
void f(void)
{
    #pragma omp target update to(v) from(v)
}
//- allowed
int v, w;
void f(void)
{
    #pragma omp target update to(v) from(w)
}
//- 5.2, 7.8.1: declare target has a variable or a link to it
//- E0302
int v;
#pragma omp declare target to(v) link(v)
//- allowed
int v, w;
#pragma omp declare target to(v) link(w)
//- 5.2, 5.10: a parameter is uniform or linear
//- E0302
#pragma omp declare simd uniform(n) linear(n)
int f(int n);
//- allowed
#pragma omp declare simd uniform(n) linear(m)
int f(int n, int m);
//- 5.2, 12.5.2: an event is in no data-sharing clause
//- E0302
typedef enum omp_event_handle_t { no_event } omp_event_handle_t;
void f(int *v)
{
    omp_event_handle_t event;
    #pragma omp task detach(event) firstprivate(event)
    v[0] = 1;
}
//- allowed
typedef enum omp_event_handle_t { no_event } omp_event_handle_t;
void f(int *v)
{
    omp_event_handle_t event;
    #pragma omp task detach(event) firstprivate(v)
    v[0] = 1;
}
//- 5.2, 5.5.10: what a task reduces with others is in no other clause
//- E0302
void f(int n)
{
    #pragma omp taskgroup task_reduction(+: n)
    {
        #pragma omp task in_reduction(+: n) firstprivate(n)
        n++;
    }
}
//- allowed
void f(int n, int m)
{
    #pragma omp taskgroup task_reduction(+: n)
    {
        #pragma omp task in_reduction(+: n) firstprivate(m)
        n += m;
    }
}
//- 5.2, 5.5.9: a variable is in a task_reduction clause once
//- E0302
void f(int n)
{
    #pragma omp taskgroup task_reduction(+: n) task_reduction(*: n)
    n++;
}
//- allowed
void f(int n, int m)
{
    #pragma omp taskgroup task_reduction(+: n) task_reduction(*: m)
    n += m;
}
//- 5.2, 10.4.1: a variable is nontemporal once
//- E0302
void f(int n, int *v)
{
    #pragma omp simd nontemporal(v, v)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v, int *w)
{
    #pragma omp simd nontemporal(v, w)
    for (int i = 0; i < n; i++)
        v[i] = w[i];
}
