//- 5.2, 17.1: a worksharing region is not closely nested inside a task
//- E0301
void f(int n, int *v)
{
    #pragma omp task
    {
        #pragma omp for
        for (int i = 0; i < n; i++)
            v[i] = i;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp task
    {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            v[i] = i;
    }
}
//- 5.2, 17.1: a worksharing region is not closely nested inside a masked region
//- E0301
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp masked
    {
        #pragma omp single
        v[0] = n;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp masked
    {
        #pragma omp task
        v[0] = n;
    }
}
//- 5.2, 17.1: a barrier region is not closely nested inside a task
//- E0301
void f(int *v)
{
    #pragma omp task
    {
        #pragma omp barrier
        v[0] = 1;
    }
}
//- allowed
void f(int *v)
{
    #pragma omp task
    {
        #pragma omp taskwait
        v[0] = 1;
    }
}
//- 5.2, 17.1: a barrier region is not closely nested inside a taskloop
//- E0301
void f(int n, int *v)
{
    #pragma omp taskloop
    for (int i = 0; i < n; i++) {
        #pragma omp barrier
        v[i] = 1;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp taskloop
    for (int i = 0; i < n; i++) {
        #pragma omp parallel
        {
            #pragma omp barrier
            v[i] = 1;
        }
    }
}
//- 5.2, 17.1: a masked region is not closely nested inside a worksharing region
//- E0301
void f(int n, int *v)
{
    #pragma omp for
    for (int i = 0; i < n; i++) {
        #pragma omp masked
        v[i] = 1;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for
    for (int i = 0; i < n; i++) {
        #pragma omp task
        v[i] = 1;
    }
}
//- 5.2, 17.1: an ordered region is not closely nested inside a task
//- E0301
void f(int n, int *v)
{
    #pragma omp for ordered
    for (int i = 0; i < n; i++) {
        #pragma omp task
        {
            #pragma omp ordered
            v[i] = 1;
        }
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for ordered
    for (int i = 0; i < n; i++) {
        #pragma omp ordered
        {
            #pragma omp task
            v[i] = 1;
        }
    }
}
//- 5.2, 17.1: a teams region is strictly nested inside target or in nothing
//- E0301
void f(int *v)
{
    #pragma omp parallel
    {
        #pragma omp teams
        v[0] = 1;
    }
}
//- allowed
void f(int *v)
{
    #pragma omp target
    {
        #pragma omp teams
        v[0] = 1;
    }
}
//- 5.2, 17.1: a distribute region is strictly nested inside teams
//- E0301
void f(int n, int *v)
{
    #pragma omp parallel
    {
        #pragma omp distribute
        for (int i = 0; i < n; i++)
            v[i] = 1;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp teams
    {
        #pragma omp distribute
        for (int i = 0; i < n; i++)
            v[i] = 1;
    }
}
//- 5.2, 17.1: only distribute, parallel and loop are strictly nested inside teams
//- E0301
void f(int *v)
{
    #pragma omp teams
    {
        #pragma omp task
        v[0] = 1;
    }
}
//- allowed
void f(int *v)
{
    #pragma omp teams
    {
        #pragma omp parallel
        {
            #pragma omp task
            v[0] = 1;
        }
    }
}
//- 5.2, 17.1: no task stands in simd
//- E0301
void f(int n, int *v)
{
    #pragma omp simd
    for (int i = 0; i < n; i++) {
        #pragma omp task
        v[i] = 1;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp simd
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        v[0]++;
    }
}
//- 5.2, 16.1: a cancel directive stands directly in what it cancels
//- E0301
void f(int n, int *v)
{
    #pragma omp parallel
    {
        #pragma omp single
        {
            #pragma omp cancel parallel
            v[0] = n;
        }
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel
    {
        #pragma omp cancel parallel
        v[0] = n;
    }
}
//- 5.2, 16.1: a loop is cancelled from within
//- E0301
void f(int n)
{
    #pragma omp cancel for
}
//- allowed
void f(int n, int *v)
{
    #pragma omp parallel
    #pragma omp for
    for (int i = 0; i < n; i++) {
        #pragma omp cancel for if(v[i])
        v[i] = 1;
    }
}
//- 5.2, 16.2: a taskgroup's cancellation point stands in a task
//- E0301
void f(int *v)
{
    #pragma omp taskgroup
    {
        #pragma omp cancellation point taskgroup
        v[0] = 1;
    }
}
//- allowed
void f(int *v)
{
    #pragma omp taskgroup
    {
        #pragma omp task
        {
            #pragma omp cancellation point taskgroup
            v[0] = 1;
        }
    }
}
//- 5.2, 5.6: a scan stands in a loop that scans
//- E0355
int f(int n, int *v)
{
    int s = 0;
    #pragma omp parallel for reduction(+: s)
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
//- 5.2, 5.6: a loop that scans has a scan
//- E0355
int f(int n, int *v)
{
    int s = 0;
    #pragma omp parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}
//- allowed
int f(int n, int *v)
{
    int s = 0;
    #pragma omp parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        v[i] = s;
        #pragma omp scan exclusive(s)
        s += v[i];
    }
    return s;
}
//- 5.2, 15.10.1: iterations wait for others in a loop that says so
//- E0316
void f(int n, int *v)
{
    #pragma omp for ordered
    for (int i = 1; i < n; i++) {
        #pragma omp ordered depend(sink: i - 1)
        v[i] += v[i - 1];
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for ordered(1)
    for (int i = 1; i < n; i++) {
        #pragma omp ordered depend(sink: i - 1)
        v[i] += v[i - 1];
        #pragma omp ordered depend(source)
    }
}
//- 5.2, 11.7: a loop construct outside of all others says which threads share it
//- E0353
void f(int n, int *v)
{
    #pragma omp loop
    for (int i = 1; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp loop bind(parallel)
    for (int i = 1; i < n; i++)
        v[i] = i;
}
//- 5.2, 4.4.4: the number of loops of ordered is positive
//- E0318
void f(int n, int *v)
{
    #pragma omp for ordered(0)
    for (int i = 1; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for ordered(1)
    for (int i = 1; i < n; i++)
        v[i] = i;
}
//- 5.2, 10.2.1: the number of teams is positive
//- E0318
void f(int *v)
{
    #pragma omp teams num_teams(-1)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp teams num_teams(2)
    v[0] = 1;
}
//- 5.2, 12.6.1: the number of a task's iterations is positive
//- E0318
void f(int n, int *v)
{
    #pragma omp taskloop grainsize(0)
    for (int i = 1; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp taskloop grainsize(1)
    for (int i = 1; i < n; i++)
        v[i] = i;
}
