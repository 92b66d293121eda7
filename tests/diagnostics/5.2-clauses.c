//- 5.2, 12.6: grainsize and num_tasks are not used together
//- E0321
void f(int n, int *v)
{
    #pragma omp taskloop grainsize(4) num_tasks(4)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp taskloop grainsize(4)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- 5.2, 12.6: a taskloop with a reduction waits for its tasks
//- E0321
int f(int n, int *v)
{
    int s = 0;
    #pragma omp taskloop reduction(+: s) nogroup
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}
//- allowed
int f(int n, int *v)
{
    int s = 0;
    #pragma omp taskloop reduction(+: s)
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}
//- 5.2, 12.5: a task that may be merged is not detached
//- E0321
typedef enum omp_event_handle_t { no_event } omp_event_handle_t;
void f(int *v)
{
    omp_event_handle_t event;
    #pragma omp task detach(event) mergeable
    v[0] = 1;
}
//- allowed
typedef enum omp_event_handle_t { no_event } omp_event_handle_t;
void f(int *v)
{
    omp_event_handle_t event;
    #pragma omp task detach(event)
    v[0] = 1;
}
//- 5.2, 12.5: a task directive has one priority clause at most
//- E0306
void f(int *v)
{
    #pragma omp task priority(1) priority(2)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp task priority(1) depend(in: v[0]) depend(in: v[1])
    v[0] = 1;
}
//- 5.2, 11.5: iterations in any order are in no order
//- E0321
void f(int n, int *v)
{
    #pragma omp for ordered order(concurrent)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for order(concurrent)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- 5.2, 7.7: a function is called in branches or it is not
//- E0321
#pragma omp declare simd inbranch notinbranch
int f(int n);
//- allowed
#pragma omp declare simd inbranch
#pragma omp declare simd notinbranch
int f(int n);
//- 5.2, 13.5: target data maps something
//- E0353
void f(int *v)
{
    #pragma omp target data device(0)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp target data device(0) map(v[0:1])
    v[0] = 1;
}
//- 5.2, 13.6: target enter data maps something
//- E0353
void f(void)
{
    #pragma omp target enter data device(0)
}
//- allowed
void f(int *v)
{
    #pragma omp target enter data device(0) map(to: v[0:1])
}
//- 5.2, 13.6: what target enter data maps goes to the device
//- E0354
void f(int *v)
{
    #pragma omp target enter data map(from: v[0:1])
}
//- allowed
void f(int *v)
{
    #pragma omp target enter data map(alloc: v[0:1])
}
//- 5.2, 13.7: what target exit data maps comes from the device
//- E0354
void f(int *v)
{
    #pragma omp target exit data map(to: v[0:1])
}
//- allowed
void f(int *v)
{
    #pragma omp target exit data map(release: v[0:1])
}
//- 5.2, 13.8: a target construct maps what it uses
//- E0354
void f(int *v)
{
    #pragma omp target map(delete: v[0:1])
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp target map(tofrom: v[0:1])
    v[0] = 1;
}
//- 5.2, 13.9: target update moves something
//- E0353
void f(void)
{
    #pragma omp target update device(0)
}
//- allowed
void f(int *v)
{
    #pragma omp target update device(0) to(v[0:1])
}
//- 5.2, 15.2: a critical construct with a hint has a name
//- E0353
void f(int *v)
{
    #pragma omp critical hint(1)
    v[0]++;
}
//- allowed
void f(int *v)
{
    #pragma omp critical (one) hint(1)
    v[0]++;
    #pragma omp critical hint(0)
    v[0]++;
}
//- 5.2, 15.8.5: a flush has an order or a list
//- E0321
void f(int *v)
{
    #pragma omp flush acquire (v)
}
//- allowed
void f(int *v)
{
    #pragma omp flush acquire
    #pragma omp flush (v)
}
//- 5.2, 15.8.3: an atomic operation that fails compares
//- E0353
void f(int *v)
{
    #pragma omp atomic fail(relaxed)
    v[0]++;
}
//- allowed
void f(int *v)
{
    #pragma omp atomic compare fail(relaxed)
    v[0] = v[0] == 1 ? 2 : v[0];
}
//- 5.2, 8.5: an error directive says once how bad it is
//- E0306
void f(void)
{
    #pragma omp error at(execution) severity(warning) severity(fatal)
}
//- allowed
void f(void)
{
    #pragma omp error at(execution) severity(warning)
}
//- 5.2, 12.5: a task directive takes the clauses of its section
//- E0312
void f(int *v)
{
    #pragma omp task num_threads(2)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp task if(v[0]) final(v[1]) untied
    v[0] = 1;
}
//- 5.2, 17.2: a combined directive takes the clauses of its parts
//- E0312
void f(int n, int *v)
{
    #pragma omp teams distribute num_threads(2)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp teams distribute parallel for num_threads(2) num_teams(2)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- 5.2, 3.1: a directive's name is one of the specification's
//- E0101
void f(int n, int *v)
{
    #pragma omp target task
    v[0] = 1;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp target teams
    v[0] = 1;
}
//- 5.2, 15.9.5: a dependence has a type
//- E0101
void f(int *v)
{
    #pragma omp task depend(v[0])
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp task depend(out: v[0])
    v[0] = 1;
}
//- 5.2, 16.1: a cancel directive says what is cancelled
//- E0101
void f(void)
{
    #pragma omp parallel
    {
        #pragma omp cancel
    }
}
//- allowed
void f(void)
{
    #pragma omp parallel
    {
        #pragma omp cancel parallel
    }
}
//- 5.2, 13.9: a directive without a statement is not the only statement of an if
//- E0313
void f(int n, int *v)
{
    if (n)
        #pragma omp target update to(v[0:n])
}
//- allowed
void f(int n, int *v)
{
    if (n) {
        #pragma omp target update to(v[0:n])
    }
}
//- 5.2, 12.6: the statement of taskloop is a for loop
//- E0308
void f(int n)
{
    #pragma omp taskloop
    while (n)
        n--;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp taskloop
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- 4.0, 2.10.6: declare target without a list has its end
//- E0357
#pragma omp declare target
int f(int n) { return n; }
//- allowed
int f(int n) { return n; }
#pragma omp declare target(f)
//- 5.2, 7.8.2: what is ended has begun
//- E0357
int f(int n) { return n; }
#pragma omp end declare target
//- allowed
#pragma omp declare target
int f(int n) { return n; }
#pragma omp end declare target
//- 5.2, 5.8.3: a mapped variable is in no data-sharing clause
//- E0302
int f(int n)
{
    #pragma omp target map(tofrom: n) firstprivate(n)
    n++;
    return n;
}
//- allowed
int f(int n, int m)
{
    #pragma omp target map(tofrom: n) firstprivate(m)
    n += m;
    return n;
}
//- 5.2, 11.5.3: an ordered loop's schedule is monotonic
//- E0321
void f(int n, int *v)
{
    #pragma omp parallel for ordered schedule(nonmonotonic: dynamic)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered
        v[i] = i;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel for ordered schedule(monotonic: dynamic)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered
        v[i] = i;
    }
}
//- 5.2, 15.8.4: the statement of atomic compare compares and changes one variable
//- E0315
void f(int *x, int e)
{
    #pragma omp atomic compare
    if (*x >= e) { *x = e; }
}
//- allowed
void f(int *x, int e)
{
    #pragma omp atomic compare
    if (*x > e) { *x = e; }
}
//- 5.2, 15.8.4: a variable that atomic compare makes smaller gets what it was compared with
//- E0315
void f(int *x, int e)
{
    #pragma omp atomic compare
    *x = *x > e ? e + 1 : *x;
}
//- allowed
void f(int *x, int e)
{
    #pragma omp atomic compare
    *x = *x > e + 1 ? e + 1 : *x;
}
//- 5.2, 15.8.4: atomic compare capture gets the value of the variable that it changes
//- E0315
void f(int *x, int *y, int e)
{
    int v;
    #pragma omp atomic compare capture
    { v = *y; if (*x == e) { *x = 0; } }
    (void)v;
}
//- allowed
void f(int *x, int *y, int e)
{
    int v;
    #pragma omp atomic compare capture
    { v = *x; if (*x == e) { *x = *y; } }
    (void)v;
}
//- 5.2, 5.4.1: with default(firstprivate) a variable of the file is in a clause
//- E0303
int count;
void f(int n)
{
    #pragma omp parallel default(firstprivate)
    n += count;
}
//- allowed
int count;
void f(int n)
{
    #pragma omp parallel default(firstprivate) shared(count)
    n += count;
}
//- 5.2, 8.2: requires stands at file scope
//- E0360
void f(void)
{
    #pragma omp requires atomic_default_mem_order(relaxed)
}
//- allowed
#pragma omp requires atomic_default_mem_order(relaxed)
void f(void)
{
}
//- 5.2, 8.2: what is required of devices is required before one is used
//- E0360
void f(int *v)
{
    #pragma omp target map(v[0:1])
    v[0] = 1;
}
#pragma omp requires unified_shared_memory
//- allowed
void f(int *v)
{
    #pragma omp target map(v[0:1])
    v[0] = 1;
}
#pragma omp requires atomic_default_mem_order(relaxed)
//- 5.2, 8.2: the order of atomic constructs is required before one
//- E0360
void f(int n)
{
    #pragma omp atomic
    n++;
}
#pragma omp requires atomic_default_mem_order(seq_cst)
//- allowed
void f(int n)
{
    #pragma omp atomic relaxed
    n++;
}
#pragma omp requires atomic_default_mem_order(seq_cst)
//- 5.2, 8.2: the order of atomic constructs is required once
//- E0360
#pragma omp requires atomic_default_mem_order(seq_cst)
#pragma omp requires atomic_default_mem_order(relaxed)
//- allowed
#pragma omp requires atomic_default_mem_order(seq_cst)
//- 5.2, 8.2: a requires directive has each clause once
//- E0306
#pragma omp requires dynamic_allocators dynamic_allocators
//- allowed
#pragma omp requires dynamic_allocators
//- 5.2, 13.2: a device that is no ancestor runs what is not required to be reversed
//- E0360
void f(int n)
{
    #pragma omp target device(ancestor: 1)
    n++;
}
//- allowed
void f(int n)
{
    #pragma omp target device(device_num: 1)
    n++;
}
//- 5.2, 3.4: each of the directives that a combined one is made of has one if clause at most
//- E0306
void f(int n)
{
    #pragma omp parallel for if(n) if(parallel: n > 2)
    for (int i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    #pragma omp target parallel if(target: n) if(parallel: n > 2)
    n++;
}
//- 5.2, 3.4: an if clause names a directive that it stands on
//- E0321
void f(int n)
{
    #pragma omp parallel if(task: n)
    ;
}
//- allowed
void f(int n)
{
    #pragma omp parallel if(parallel: n)
    ;
}
//- 5.2, 5.8.3: a modifier stands in a map clause once
//- E0306
void f(int *v)
{
    #pragma omp target map(always, always, to: v[0:1])
    ;
}
//- allowed
void f(int *v)
{
    #pragma omp target map(always, close, to: v[0:1])
    ;
}
//- 5.2, 5.8.7: the variables of a category get one default
//- E0306
void f(int n)
{
    #pragma omp target defaultmap(to: scalar) defaultmap(from: scalar)
    n++;
}
//- allowed
void f(int n)
{
    #pragma omp target defaultmap(to: scalar) defaultmap(from: aggregate)
    n++;
}
//- 5.2, 11.5.3: a schedule is monotonic or it is not
//- E0321
void f(int n)
{
    #pragma omp for schedule(monotonic, nonmonotonic: dynamic)
    for (int i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    #pragma omp for schedule(monotonic, simd: dynamic)
    for (int i = 0; i < n; i++)
        ;
}
//- 5.2, 5.5.8: tasks take part in the reductions of teams
//- E0321
void f(int n)
{
    int s = 0;
    #pragma omp simd reduction(task, +: s)
    for (int i = 0; i < n; i++)
        s++;
}
//- allowed
void f(int n)
{
    int s = 0;
    #pragma omp parallel for reduction(task, +: s)
    for (int i = 0; i < n; i++)
        s++;
}
//- 5.2, 5.5.8: a loop with a reduction that tasks take part in waits for them
//- E0321
int s;
void f(int n)
{
    #pragma omp for reduction(task, +: s) nowait
    for (int i = 0; i < n; i++)
        s++;
}
//- allowed
int s;
void f(int n)
{
    #pragma omp for reduction(+: s) nowait
    for (int i = 0; i < n; i++)
        s++;
}
//- 5.2, 5.5.8: a loop that scans has no schedule
//- E0321
int f(int n, int *v)
{
    int s = 0;
    #pragma omp parallel for reduction(inscan, +: s) schedule(static)
    for (int i = 0; i < n; i++) {
        s += v[i];
        #pragma omp scan inclusive(s)
        v[i] = s;
    }
    return s;
}
//- allowed
int f(int n, int *v)
{
    int s = 0;
    #pragma omp parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        s += v[i];
        #pragma omp scan inclusive(s)
        v[i] = s;
    }
    return s;
}
//- 5.2, 15.8.3: an atomic construct captures what it updates
//- E0321
void f(int n, int v)
{
    #pragma omp atomic read capture
    v = n++;
}
//- allowed
void f(int n, int v)
{
    #pragma omp atomic update capture
    v = n++;
}
//- 5.2, 15.10.2: an ordered construct says threads once
//- E0306
void f(int n)
{
    #pragma omp for ordered
    for (int i = 0; i < n; i++) {
        #pragma omp ordered threads threads
        ;
    }
}
//- allowed
void f(int n)
{
    #pragma omp for ordered
    for (int i = 0; i < n; i++) {
        #pragma omp ordered threads
        ;
    }
}
//- 5.2, 5.4.5: a variable whose last assignment counts is a scalar
//- E0359
void f(int n, const int *v)
{
    struct { int at; } last;
    #pragma omp parallel for lastprivate(conditional: last)
    for (int i = 0; i < n; i++)
        if (v[i] > 0)
            last.at = i;
}
//- allowed
void f(int n, const int *v)
{
    int last;
    const int *p;
    #pragma omp parallel for lastprivate(conditional: last, p)
    for (int i = 0; i < n; i++)
        if (v[i] > 0) {
            last = i;
            p = v + i;
        }
}
//- 5.2, 5.4.6: the step of linear is an integer
//- E0318
void f(int n, int x, int *v)
{
    #pragma omp simd linear(x : 1.5)
    for (int i = 0; i < n; i++)
        v[i] = x++;
}
//- allowed
void f(int n, int x, int *v)
{
    #pragma omp simd linear(x : 1)
    for (int i = 0; i < n; i++)
        v[i] = x++;
}
//- 5.2, 15.8.4: only a comparison for equality may fail though it holds
//- E0315
void f(int *x, int e)
{
    #pragma omp atomic compare weak
    if (*x > e) { *x = e; }
}
//- allowed
void f(int *x, int e, int d)
{
    #pragma omp atomic compare weak
    if (*x == e) { *x = d; }
}
