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
//- 5.2, 5.8.3: a map clause lists what is declared
//- E0201
void f(int n, int *v)
{
    #pragma omp target map(m)
    v[0] = 1;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp target map(n)
    n = 1;
}
//- 5.2, 5.8.3: a map clause lists variables
//- E0305
void g(void);
void f(int n, int *v)
{
    #pragma omp target map(g)
    v[0] = 1;
}
//- allowed
void g(void);
void f(int n, int *v)
{
    #pragma omp target map(n)
    n = 1;
}
//- 5.2, 5.8.3: a mapped variable is not threadprivate
//- E0361
int t, u;
#pragma omp threadprivate(t)
void f(int n, int *v)
{
    #pragma omp target map(t)
    u = 1;
}
//- allowed
int t, u;
#pragma omp threadprivate(t)
void f(int n, int *v)
{
    #pragma omp target map(u)
    u = 1;
}
//- 5.2, 5.8.3: the type of a mapped variable is complete
//- E0323
extern struct s s;
void f(int n, int *v)
{
    #pragma omp target map(s)
    ;
}
//- allowed
extern struct s { int n; } s;
void f(int n, int *v)
{
    #pragma omp target map(s)
    ;
}
//- 5.2, 5.9: what is updated is not threadprivate
//- E0361
int t;
#pragma omp threadprivate(t)
void f(void)
{
    #pragma omp target update to(t)
}
//- allowed
int t;
void f(void)
{
    #pragma omp target update to(t)
}
//- 5.2, 7.8.1: declare target lists what is declared
//- E0201
#pragma omp declare target to(t)
//- allowed
int t;
#pragma omp declare target to(t)
//- 5.2, 7.8.1: declare target has no threadprivate variables
//- E0361
int t, u;
#pragma omp threadprivate(t)
#pragma omp declare target(t)
//- allowed
int t, u;
#pragma omp threadprivate(t)
#pragma omp declare target(u)
//- 5.2, 7.8.1: declare target links to variables
//- E0305
void g(void);
#pragma omp declare target link(g)
//- allowed
void g(void);
#pragma omp declare target to(g)
//- 5.2, 5.4.7: a device pointer is a pointer or an array
//- E0361
void f(int n, int *v)
{
    #pragma omp target is_device_ptr(n)
    n = 1;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp target is_device_ptr(v)
    v[0] = 1;
}
//- 5.2, 5.4.8: the address of the device's is that of a pointer
//- E0361
void f(int n, int *v)
{
    #pragma omp target data map(n) use_device_ptr(n)
    n = 1;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp target data map(v[0:1]) use_device_ptr(v)
    ;
}
//- 5.2, 12.5.2: a task is detached with an event
//- E0361
void f(int n, int *v)
{
    #pragma omp task detach(n)
    v[0] = 1;
}
//- allowed
typedef enum omp_event_handle_t { no_event } omp_event_handle_t;
void f(int n, int *v, omp_event_handle_t event)
{
    #pragma omp task detach(event)
    v[0] = 1;
}
//- 5.2, 15.9.5: a dependence object is one
//- E0361
typedef struct omp_depend_t { char bytes[16]; } omp_depend_t;
void f(int n, int *v)
{
    #pragma omp task depend(depobj: n)
    v[0] = 1;
}
//- allowed
typedef struct omp_depend_t { char bytes[16]; } omp_depend_t;
void f(int *v, omp_depend_t object)
{
    #pragma omp task depend(depobj: object)
    v[0] = 1;
}
//- 5.2, 15.9.5: a dependence is not on a dependence object
//- E0361
typedef struct omp_depend_t { char bytes[16]; } omp_depend_t;
void f(int *v, omp_depend_t object)
{
    #pragma omp task depend(in: object)
    v[0] = 1;
}
//- allowed
typedef struct omp_depend_t { char bytes[16]; } omp_depend_t;
void f(int n, int *v)
{
    #pragma omp task depend(in: n)
    v[0] = 1;
}
//- 5.2, 15.9.5: a dependence is on a variable
//- E0305
void g(void);
void f(int n, int *v)
{
    #pragma omp task depend(in: g)
    v[0] = 1;
}
//- allowed
void g(void);
void f(int n, int *v)
{
    #pragma omp task depend(in: n)
    v[0] = 1;
}
//- 5.2, 15.9.4: a depobj directive is about a dependence object
//- E0361
void f(int n, int v)
{
    #pragma omp depobj(n) depend(in: v)
}
//- allowed
typedef struct omp_depend_t { char bytes[16]; } omp_depend_t;
void f(omp_depend_t object, int v)
{
    #pragma omp depobj(object) depend(in: v)
}
//- 5.2, 15.9.4: a dependence object is about one variable
//- E0366
typedef struct omp_depend_t { char bytes[16]; } omp_depend_t;
void f(omp_depend_t object, int v, int w)
{
    #pragma omp depobj(object) depend(in: v, w)
}
//- allowed
typedef struct omp_depend_t { char bytes[16]; } omp_depend_t;
void f(omp_depend_t object, int v, int w)
{
    #pragma omp depobj(object) depend(in: w)
}
//- 5.2, 15.9.4: a dependence object is not about another
//- E0366
typedef struct omp_depend_t { char bytes[16]; } omp_depend_t;
void f(omp_depend_t object, omp_depend_t other)
{
    #pragma omp depobj(object) depend(depobj: other)
}
//- allowed
typedef struct omp_depend_t { char bytes[16]; } omp_depend_t;
void f(omp_depend_t object)
{
    #pragma omp depobj(object) update(in)
}
//- 5.2, 15.9.4: a dependence object is destroyed by its own directive
//- E0366
typedef struct omp_depend_t { char bytes[16]; } omp_depend_t;
void f(omp_depend_t object, omp_depend_t other)
{
    #pragma omp depobj(object) destroy(other)
}
//- allowed
typedef struct omp_depend_t { char bytes[16]; } omp_depend_t;
void f(omp_depend_t object)
{
    #pragma omp depobj(object) destroy
}
//- 5.2, 6.6: memory is asked for copies
//- E0365
void f(int n, int *v)
{
    #pragma omp parallel allocate(n)
    n = 1;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel private(n) allocate(n)
    n = 1;
}
//- 5.2, 6.6: an alignment is a power of two
//- E0365
void f(int n, int *v)
{
    #pragma omp parallel private(n) allocate(align(3): n)
    n = 1;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel private(n) allocate(align(4): n)
    n = 1;
}
//- 5.2, 6.6: an allocator is a handle
//- E0361
void f(int n, double d)
{
    #pragma omp parallel private(n) allocate(d: n)
    n = 1;
}
//- allowed
void f(int n, double d)
{
    #pragma omp parallel private(n) allocate(n)
    n = 1;
}
//- 5.2, 6.5: allocate stands in the scope of its variables
//- E0365
int n;
void f(void)
{
    #pragma omp allocate(n)
    n = 1;
}
//- allowed
void f(int n)
{
    #pragma omp parallel private(n) allocate(n)
    n = 1;
}
//- 5.2, 6.5: a static variable has a predefined allocator
//- E0365
void f(void)
{
    static int n;
    #pragma omp allocate(n)
    n = 1;
}
//- allowed
void f(int n)
{
    #pragma omp parallel private(n) allocate(n)
    n = 1;
}
