//- 5.2, 3.2.6: the step of an iterator is not zero
//- E0368
void f(int n, int *v)
{
    #pragma omp task depend(iterator(i = 0 : n : 0), in: v[i])
    v[0] = n;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp task depend(iterator(i = n : 0 : -1), in: v[i])
    v[0] = n;
}
//- 5.2, 3.2.6: the step of an iterator is an integer
//- E0368
void f(int n, int *v)
{
    #pragma omp task depend(iterator(i = 0 : n : v), in: v[i])
    v[0] = n;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp task depend(iterator(i = 0 : n : v[0]), in: v[i])
    v[0] = n;
}
//- 5.2, 3.2.6: the iterators of a clause have different names
//- E0368
void f(int n, int *v)
{
    #pragma omp task depend(iterator(i = 0 : n, i = 0 : 2), in: v[i])
    v[0] = n;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp task depend(iterator(i = 0 : n, j = 0 : 2), in: v[i]) depend(iterator(i = 0 : n), out: v[i])
    v[0] = n;
}
//- 5.2, 3.2.6: an iterator counts by integers or pointers
//- E0368
struct point { int x; };
void f(int n, int *v)
{
    #pragma omp task depend(iterator(struct point i = 0 : n), in: v[0])
    v[0] = n;
}
//- allowed
struct point { int x; };
void f(int n, struct point *v)
{
    #pragma omp task depend(iterator(struct point *i = v : v + n), in: i[0])
    v[0].x = n;
}
//- 5.2, 3.2.6: an iterator is no constant
//- E0368
typedef const int fixed;
void f(int n, int *v)
{
    #pragma omp task depend(iterator(fixed i = 0 : n), in: v[i])
    v[0] = n;
}
//- allowed
typedef unsigned short small;
void f(int n, int *v)
{
    #pragma omp task depend(iterator(small i = 0 : n), in: v[i])
    v[0] = n;
}
//- 5.2, 3.2.6: the values of an iterator are numbers
//- E0368
struct point { int x; };
void f(struct point p, int *v)
{
    #pragma omp task depend(iterator(i = 0 : p), in: v[i])
    v[0] = p.x;
}
//- allowed
struct point { int x; };
void f(struct point p, int *v)
{
    #pragma omp task depend(iterator(i = 0 : p.x), in: v[i])
    v[0] = p.x;
}
//- 5.2, 3.2.6: the values of an iterator do not depend on others
//- E0368
void f(int n, int *v)
{
    #pragma omp task depend(iterator(i = 0 : n, j = 0 : i), in: v[j])
    v[0] = n;
}
//- allowed
void f(int n, int i, int *v)
{
    #pragma omp task depend(iterator(j = 0 : i, i = 0 : n), in: v[j])
    v[0] = n;
}
//- 5.2, 3.4: the condition of if is a scalar
//- E0369
struct state { int is_on; } now;
void f(int *v)
{
    #pragma omp parallel if(now)
    v[0] = 1;
}
//- allowed
struct state { int is_on; } now;
void f(int n, int *v)
{
    #pragma omp parallel if(now.is_on)
    v[0] = 1;
    #pragma omp parallel if(n > 2 ? now.is_on : 0)
    v[0] = 1;
}
//- 5.2, 12.3: the condition of final is a scalar
//- E0369
struct state { struct state *next; };
void f(struct state now, int *v)
{
    #pragma omp task final(*v) if(task: now)
    v[0] = 1;
}
//- allowed
struct state { struct state *next; };
void f(struct state now, int *v)
{
    #pragma omp task final(now.next) if(task: v)
    v[0] = 1;
}
//- 5.2, 8.5.2: a message is a string
//- E0369
void f(int n)
{
    #pragma omp error at(execution) severity(warning) message(n)
}
//- allowed
void f(const char *text)
{
    #pragma omp error at(execution) severity(warning) message(text)
}
//- 5.2, 10.1.1: the number of threads is no pointer
//- E0318
void f(int *n)
{
    #pragma omp parallel num_threads(n)
    ;
}
//- allowed
void f(int *n)
{
    #pragma omp parallel num_threads(*n)
    ;
}
//- 5.2, 10.1.1: the number of threads is positive where it is computed
//- E0318
enum { fewer = 2, more };
void f(void)
{
    #pragma omp parallel num_threads(fewer - more)
    ;
}
//- allowed
enum { fewer = 2, more };
void f(void)
{
    #pragma omp parallel num_threads(more - fewer)
    ;
}
//- 5.2, 13.2: a device has a number where nothing is run
//- E0318
struct point { int x; } p;
void f(int n)
{
    #pragma omp target update to(n) device(p)
}
//- allowed
struct point { int x; } p;
void f(int n)
{
    #pragma omp target update to(n) device(p.x)
}
//- 5.2, 13.2: the number of a device is not negative
//- W0305
void f(int n)
{
    #pragma omp target update to(n) device(-7)
}
//- allowed
enum { omp_initial_device = -1 };
void f(int n)
{
    #pragma omp target update to(n) device(omp_initial_device)
}
//- 5.2, 12.4: a priority is not negative
//- W0305
void f(int *v)
{
    #pragma omp task priority(-1)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp task priority(0)
    v[0] = 1;
}
//- 5.2, 10.2.1: of the numbers of teams the lower bound is the lower
//- W0305
void f(int *v)
{
    #pragma omp teams num_teams(4 : 2)
    v[0] = 1;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp teams num_teams(n > 2 ? 2 : 1)
    v[0] = 1;
}
