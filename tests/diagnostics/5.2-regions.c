//- 5.2, 10.3: iterations in any order have no critical regions
//- E0301
void f(int n, int *v)
{
    #pragma omp for order(concurrent)
    for (int i = 0; i < n; i++) {
        #pragma omp critical
        v[0]++;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for order(concurrent)
    for (int i = 0; i < n; i++) {
        #pragma omp simd
        for (int j = 0; j < n; j++)
            v[j] = i;
    }
}
//- 5.2, 11.7: a loop region has no atomic regions
//- E0301
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp loop
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        v[0]++;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        v[0]++;
    }
}
//- 5.2, 10.3: iterations in any order call no routine of OpenMP
//- E0367
int omp_get_thread_num(void);
void f(int n, int *v)
{
    #pragma omp for order(concurrent)
    for (int i = 0; i < n; i++)
        v[i] = omp_get_thread_num();
}
//- allowed
int omp_get_thread_num(void);
void f(int n, int *v)
{
    #pragma omp for
    for (int i = 0; i < n; i++)
        v[i] = omp_get_thread_num();
}
//- 5.2, 10.3: iterations in any order use no threadprivate variables
//- E0367
int t, u;
#pragma omp threadprivate(t)
void f(int n, int *v)
{
    #pragma omp for order(concurrent)
    for (int i = 0; i < n; i++)
        v[i] = t;
}
//- allowed
int t, u;
#pragma omp threadprivate(t)
void f(int n, int *v)
{
    #pragma omp for order(concurrent)
    for (int i = 0; i < n; i++)
        v[i] = u;
}
//- 5.2, 10.2: a teams region asks for its number alone
//- E0367
int omp_get_thread_num(void);
void f(int n, int *v)
{
    #pragma omp teams
    v[0] = omp_get_thread_num();
}
//- allowed
int omp_get_num_teams(void);
void f(int n, int *v)
{
    #pragma omp teams
    v[0] = omp_get_num_teams();
}
//- 5.2, 10.2: a target region with teams has nothing else
//- E0301
void f(int n, int *v)
{
    #pragma omp target
    {
        #pragma omp teams
        v[0] = n;
        #pragma omp teams
        v[1] = n;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp target
    {
        #pragma omp teams
        v[0] = n;
    }
}
//- 5.2, 17.1: a barrier is not strictly nested inside teams
//- E0301
void f(int n, int *v)
{
    #pragma omp teams
    {
        #pragma omp barrier
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp teams
    {
        #pragma omp parallel
        {
            #pragma omp barrier
        }
    }
}
//- 5.2, 11.7: a loop that binds to teams stands in them
//- E0301
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp loop bind(teams)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp teams
    #pragma omp loop bind(teams)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- 5.2, 11.7: only loop variables have a last value where the order is open
//- E0361
void f(int n, int *v)
{
    int x;
    #pragma omp parallel
    #pragma omp loop lastprivate(x)
    for (int i = 0; i < n; i++)
        x = v[i];
}
//- allowed
void f(int n, int *v)
{
    int i;
    #pragma omp parallel
    #pragma omp loop lastprivate(i)
    for (i = 0; i < n; i++)
        v[i] = i;
}
//- 5.2, 11.6: of a distributed loop the loop variables are linear
//- E0361
void f(int n, int *v)
{
    int x = 0;
    #pragma omp teams
    #pragma omp distribute simd linear(x)
    for (int i = 0; i < n; i++)
        v[i] = x++;
}
//- allowed
void f(int n, int *v)
{
    int i;
    #pragma omp teams
    #pragma omp distribute simd linear(i)
    for (i = 0; i < n; i++)
        v[i] = i;
}
//- 5.2, 11.6: a distributed loop without vectors has no linear variables
//- E0312
void f(int n, int *v)
{
    int x = 0;
    #pragma omp teams distribute parallel for linear(x)
    for (int i = 0; i < n; i++)
        v[i] = x++;
}
//- allowed
void f(int n, int *v)
{
    int x = 0;
    #pragma omp parallel for linear(x)
    for (int i = 0; i < n; i++)
        v[i] = x++;
}
//- 5.2, 11.6: a variable of distribute gets a value or has one
//- E0302
void f(int n, int *v)
{
    int x = 0;
    #pragma omp teams
    #pragma omp distribute firstprivate(x) lastprivate(x)
    for (int i = 0; i < n; i++)
        x = v[i];
}
//- allowed
void f(int n, int *v)
{
    int x = 0;
    #pragma omp teams
    #pragma omp distribute lastprivate(x)
    for (int i = 0; i < n; i++)
        x = v[i];
}
//- 5.2, 11.6.1: loops that depend on one another are distributed in no order
//- E0340
void f(int n, int *v)
{
    #pragma omp teams distribute collapse(2) dist_schedule(static)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            v[i] = j;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp teams distribute collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            v[i] = j;
}
//- 5.2, 11.6.1: the chunks of distribute have iterations
//- E0318
void f(int n, int *v)
{
    #pragma omp teams distribute dist_schedule(static, 0)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp teams distribute dist_schedule(static, 4)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- 5.2, 13.2: a device has a number
//- E0318
void f(int n, int *v)
{
    #pragma omp target device(1.5)
    ;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp target device(1)
    ;
}
//- 5.2, 12.4: a priority is a number
//- E0318
void f(int n, int *v)
{
    #pragma omp task priority(1.5)
    ;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp task priority(1)
    ;
}
//- 5.2, 10.5.1: the thread of a masked region has a number
//- E0318
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp masked filter(1.5)
    v[0] = n;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp masked filter(1)
    v[0] = n;
}
//- 5.2, 5.6: a scan names what the loop scans
//- E0355
void f(int n, int *v)
{
    int s = 0, r = 0;
    #pragma omp parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        s += v[i];
        #pragma omp scan inclusive(s, r)
        v[i] = s + r;
    }
}
//- allowed
void f(int n, int *v)
{
    int s = 0, r = 0;
    #pragma omp parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        s += v[i];
        #pragma omp scan inclusive(s)
        v[i] = s + r;
    }
}
//- 5.2, 5.6: a loop scans what the scan names
//- E0355
void f(int n, int *v)
{
    int s = 0, r = 0;
    #pragma omp parallel for reduction(inscan, +: s, r)
    for (int i = 0; i < n; i++) {
        s += v[i];
        #pragma omp scan inclusive(s)
        v[i] = s + r;
    }
}
//- allowed
void f(int n, int *v)
{
    int s = 0, r = 0;
    #pragma omp parallel for reduction(inscan, +: s, r)
    for (int i = 0; i < n; i++) {
        s += v[i];
        #pragma omp scan inclusive(s, r)
        v[i] = s + r;
    }
}
//- 5.2, 5.6: a scan stands directly in the body of its loop
//- E0355
void f(int n, int *v)
{
    int s = 0, r = 0;
    #pragma omp parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        s += v[i];
        if (n) {
            #pragma omp scan inclusive(s)
            v[i] = s + r;
        }
    }
}
//- allowed
void f(int n, int *v)
{
    int s = 0, r = 0;
    #pragma omp parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        s += v[i];
        #pragma omp scan inclusive(s)
        v[i] = s + r;
    }
}
//- 5.2, 5.5.10: a task takes part in a reduction with its operator
//- E0353
void f(int n, int *v)
{
    #pragma omp taskgroup task_reduction(+: n)
    {
        #pragma omp task in_reduction(*: n)
        n++;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp taskgroup task_reduction(+: n)
    {
        #pragma omp task in_reduction(+: n)
        n++;
    }
}
//- 5.2, 5.5.10: a task takes part in a reduction of its region
//- E0353
void f(int n, int *v)
{
    #pragma omp parallel reduction(+: n)
    {
        #pragma omp task in_reduction(+: n)
        n++;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel reduction(task, +: n)
    {
        #pragma omp task in_reduction(+: n)
        n++;
    }
}
//- 5.2, 15.5: a taskwait excludes nobody
//- E0366
void f(int n, int *v)
{
    #pragma omp taskwait depend(mutexinoutset: n)
}
//- allowed
void f(int n, int *v)
{
    #pragma omp taskwait depend(in: n)
}
//- 5.2, 16.1: a task that cancels its taskgroup is in one
//- E0301
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp task
    {
        #pragma omp cancel taskgroup
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp taskgroup
    #pragma omp task
    {
        #pragma omp cancel taskgroup
    }
}
//- 5.2, 16.1: a loop that is cancelled waits for its end
//- W0305
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp for nowait
    for (int i = 0; i < n; i++) {
        #pragma omp cancel for
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp for
    for (int i = 0; i < n; i++) {
        #pragma omp cancel for
    }
}
//- 5.2, 16.1: a loop that is cancelled has no order
//- W0305
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp for ordered
    for (int i = 0; i < n; i++) {
        #pragma omp cancel for
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp for
    for (int i = 0; i < n; i++) {
        #pragma omp cancel for
    }
}
//- 5.2, 17.1: a target region uses no device
//- W0305
void f(int n, int *v)
{
    #pragma omp target map(v[0:1])
    {
        #pragma omp target
        v[0] = n;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp target data map(v[0:1])
    {
        #pragma omp target
        v[0] = n;
    }
}
//- 5.2, 5.4.1: with default(none) the variables of a task are in a clause
//- E0303
void f(int n, int *v)
{
    #pragma omp task default(none) firstprivate(v)
    v[0] = n;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp task default(none) firstprivate(v, n)
    v[0] = n;
}
//- 5.2, 5.4.1: with default(none) the variables of a league of teams are in a clause
//- E0303
void f(int n, int *v)
{
    #pragma omp teams default(none) shared(v)
    v[0] = n;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp teams default(none) shared(v, n)
    v[0] = n;
}
//- 5.2, 5.2: a target region uses no threadprivate variables
//- E0367
int mine;
#pragma omp threadprivate(mine)
void f(int *v)
{
    #pragma omp target map(v[0:1])
    v[0] = mine;
}
//- allowed
int mine;
#pragma omp threadprivate(mine)
void f(int *v)
{
    int copy = mine;
    #pragma omp target map(v[0:1])
    v[0] = copy;
}
//- 5.2, 11.7: a loop of a parallel region does not bind to teams
//- E0301
void f(int n, int *v)
{
    #pragma omp parallel loop bind(teams)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel loop bind(parallel)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
