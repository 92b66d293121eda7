//- 1.4.1: an iteration does not read what an earlier one writes
//- W0306
void f(int n, int *a)
{
    #pragma omp parallel for
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] + 1;
}
//- allowed
void f(int n, int *a, const int *b)
{
    #pragma omp parallel for
    for (int i = 1; i < n; i++)
        a[i] = b[i - 1] + 1;
}
//- 1.4.1: an iteration does not write what an earlier one reads
//- W0306
int a[100];
void f(void)
{
    #pragma omp parallel for schedule(static)
    for (int i = 98; i >= 0; i--)
        a[i] = a[i + 1];
}
//- allowed
int a[100];
void f(int n)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i += 2)
        a[i] = a[i + 1];
}
//- 1.4.1: a distance is told if the loop is as long
//- W0306
void f(int *a)
{
    #pragma omp parallel for
    for (int i = 0; i < 9; i++)
        a[i] = a[i + 8];
}
//- allowed
void f(int *a, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < 8; i++)
        a[i] = a[i + 8];
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = a[i + n];
}
//- 1.4.1: bounds may be variables that are numbers
//- W0306
void f(int *a)
{
    int n = 9;
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = a[i + 8];
}
//- allowed
void f(int *a, int m)
{
    int n = 9;
    if (m < n)
        n = m;
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = a[i + 8];
}
//- 1.4.1: iterations of one chunk are one thread's
//- W0306
void f(int *a)
{
    #pragma omp parallel for schedule(static, 4)
    for (int i = 1; i < 8; i++)
        a[i] = a[i - 1];
}
//- allowed
void f(int *a, int n)
{
    #pragma omp parallel for schedule(static, 4)
    for (int i = 1; i < 5; i++)
        a[i] = a[i - 1];
    #pragma omp parallel for schedule(static, n)
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1];
}
//- 1.4.1: inner loops bring iterations together
//- W0306
double a[100][100];
void f(void)
{
    #pragma omp parallel for
    for (int i = 1; i < 100; i++)
        for (int j = 1; j < 100; j++)
            a[i][j] = a[i - 1][j - 1];
}
//- allowed
double a[100][100];
void f(double *b, int n)
{
    #pragma omp parallel for
    for (int i = 1; i < 100; i++)
        for (int j = 1; j < 100; j++)
            a[i][j] = a[i][j - 1];
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++)
            b[i * n + j] = b[i * n + j - 1];
    #pragma omp parallel for
    for (int i = 0; i < 96; i += 16)
        for (int j = i; j < i + 16; j++)
            b[j] = j;
}
//- 1.4.1: blocks of iterations do not overlap
//- W0306
void f(double *b)
{
    #pragma omp parallel for
    for (int i = 0; i < 96; i += 16)
        for (int j = i; j <= i + 16; j++)
            b[j] = i;
}
//- allowed
void f(double *b, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i += 16)
        for (int j = i; j < (i + 16 < n ? i + 16 : n); j++)
            b[j] = i;
}
//- 1.4.1: the loops of collapse are all shared out
//- W0306
double c[10][10], a[10][10], b[10][10];
void f(void)
{
    #pragma omp parallel for collapse(3)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            for (int k = 0; k < 10; k++)
                c[i][j] += a[i][k] * b[k][j];
}
//- allowed
double c[10][10], a[10][10], b[10][10];
void f(void)
{
    #pragma omp parallel for collapse(2)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            for (int k = 0; k < 10; k++)
                c[i][j] += a[i][k] * b[k][j];
}
//- 1.4.1: a variable that stands for a subscript is followed
//- W0306
void f(int n, int *a)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int next = i + 1;
        a[next] = a[i];
    }
}
//- allowed
void f(int n, int *a, int *index)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int next = index[i];
        a[next] = a[i];
        a[i % 2] = i;
    }
}
//- 1.4.1: members of one name are one place
//- W0306
struct point { int x, y; } p[100];
void f(void)
{
    #pragma omp parallel for
    for (int i = 0; i < 99; i++)
        p[i].x = p[i + 1].x;
}
//- allowed
struct point { int x, y; } p[100];
void f(void)
{
    #pragma omp parallel for
    for (int i = 0; i < 99; i++)
        p[i].x = p[i + 1].y;
}
//- 1.4.1: a sum that all iterations add to is a reduction
//- W0307
double f(int n, const double *a)
{
    double sum = 0;
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
//- allowed
#include "omp.h"
double f(int n, const double *a, omp_lock_t *lock)
{
    double sum = 0, product = 1, most = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        sum += a[i];
        #pragma omp atomic
        product *= a[i];
        #pragma omp critical
        most += a[i];
        omp_set_lock(lock);
        most += a[i];
        omp_unset_lock(lock);
    }
    return sum + product + most;
}
//- 1.4.1: an inner loop adds to it, too
//- W0307
double f(int n, double a[][10])
{
    double sum = 0;
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 10; j++)
            sum = sum + a[i][j];
    return sum;
}
//- allowed
double f(int n, double a[][10])
{
    double sum = 0;
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 10; j++)
            if (a[i][j] == 7)
                sum = sum + a[i][j];
    return sum;
}
//- 1.4.1: a variable of each iteration is private
//- W0307
void f(int n, double *a)
{
    double t;
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        t = a[i];
        a[i] = t * t;
    }
}
//- allowed
int flag;
void f(int n, double *a)
{
    double t, u;
    #pragma omp parallel for private(t) lastprivate(u)
    for (int i = 0; i < n; i++) {
        double v = t = a[i];
        u = v;
        a[i] = t * t;
        flag = 1;
    }
}
//- 1.4.1: the variable of an inner loop is private
//- W0307
double a[10][10];
void f(void)
{
    int i, j;
    #pragma omp parallel for
    for (i = 0; i < 10; i++)
        for (j = 0; j < 10; j++)
            a[i][j] = 0;
}
//- allowed
double a[10][10];
void f(void)
{
    int i, j;
    #pragma omp parallel for private(j)
    for (i = 0; i < 10; i++)
        for (j = 0; j < 10; j++)
            a[i][j] = 0;
}
//- 1.4.1: all threads of a region change a variable
//- W0307
void f(int *count)
{
    int c = 0;
    #pragma omp parallel
    c++;
    *count = c;
}
//- allowed
#include "omp.h"
int threads;
void f(int *count)
{
    int c = 0, first = 0;
    #pragma omp parallel num_threads(1)
    c++;
    #pragma omp parallel if(*count > 4)
    c++;
    #pragma omp parallel
    {
        threads = omp_get_num_threads();
        if (omp_get_thread_num() == 0)
            first++;
        #pragma omp single
        c++;
        #pragma omp master
        first++;
    }
    *count = c + first;
}
//- 1.4.1: the number of a thread is its own
//- W0307
#include "omp.h"
void f(int *a)
{
    int id;
    #pragma omp parallel
    {
        id = omp_get_thread_num();
        a[id] = id;
    }
}
//- allowed
#include "omp.h"
void f(int *a)
{
    int id;
    #pragma omp parallel private(id)
    {
        id = omp_get_thread_num();
        a[id] = id;
        a[id]++;
    }
}
//- 1.4.1: sections have variables of their own
//- W0308
void f(int *a)
{
    #pragma omp parallel sections
    {
        a[0] = 1;
        #pragma omp section
        a[1] = a[0];
    }
}
//- allowed
struct point { int x, y; } p;
int done;
void f(int *a)
{
    #pragma omp parallel sections
    {
        {
            a[0] = 1;
            p.x = 1;
            done = 1;
        }
        #pragma omp section
        {
            a[1] = 2;
            p.y = 2;
            done = 1;
        }
    }
}
//- 1.4.1: nobody waits at a master
//- W0308
int n;
void f(int *a)
{
    #pragma omp parallel
    {
        #pragma omp master
        n = 7;
        #pragma omp for
        for (int i = 0; i < 10; i++)
            a[i] = n;
    }
}
//- allowed
int n;
void f(int *a)
{
    #pragma omp parallel
    {
        #pragma omp master
        n = 7;
        #pragma omp barrier
        #pragma omp for
        for (int i = 0; i < 10; i++)
            a[i] = n;
    }
}
//- 1.4.1: nobody waits behind a loop with nowait
//- W0308
void f(int *a, int *b)
{
    #pragma omp parallel
    {
        #pragma omp for nowait
        for (int i = 0; i < 10; i++)
            a[i] = i;
        #pragma omp for
        for (int i = 1; i < 10; i++)
            b[i] = a[i - 1];
    }
}
//- allowed
void f(int *a, int *b)
{
    #pragma omp parallel
    {
        #pragma omp for schedule(static) nowait
        for (int i = 0; i < 10; i++)
            a[i] = i;
        #pragma omp for schedule(static)
        for (int i = 0; i < 10; i++)
            b[i] = a[i];
        #pragma omp for
        for (int i = 1; i < 10; i++)
            b[i] += a[i - 1];
    }
}
//- 1.4.1: simd is no matter of threads, and what is shared out is one
//- W0306
void f(int n, int *a)
{
    #pragma omp parallel for simd
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1];
}
//- allowed
void f(int n, int *a)
{
    #pragma omp simd safelen(1)
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1];
    #pragma omp parallel for ordered(1)
    for (int i = 1; i < n; i++) {
        #pragma omp ordered depend(sink : i - 1)
        a[i] = a[i - 1];
        #pragma omp ordered depend(source)
    }
}
//- 1.4.1: a static variable is one for all threads
//- W0307
void f(int n, int *a)
{
    static int t;
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        t = a[i];
        a[i] = t + 1;
    }
}
//- allowed
static int t, before[10];
#pragma omp threadprivate(t)
void f(int n, int *a)
{
    #pragma omp parallel for firstprivate(before)
    for (int i = 0; i < n; i++) {
        t = a[i];
        before[0] = i;
        a[i] = t + before[0];
    }
}
//- 1.4.1: where an inner loop begins is told by those around it alone
//- W0306
void f(int n, int *a)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int k = i; k < i + 3; k++)
            a[k] = i;
}
//- allowed
void f(int n, int *a)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int j;
        for (j = 0; j < 100 * i; j++)
            ;
        for (int k = j; k < j + 3; k++)
            a[k] = i;
    }
}
//- 1.4.1: of two loops the first values are the same if they are known
//- W0308
void f(int n, int *a, int *b)
{
    int i;
    #pragma omp parallel
    {
        #pragma omp for nowait
        for (i = 1; i < n; i++)
            a[i] = i;
        #pragma omp for
        for (i = 1; i < n; i++)
            b[i] = a[i - 1];
    }
}
//- allowed
void f(int *a, int *b, const int *at)
{
    int i;
    #pragma omp parallel
    {
        #pragma omp for nowait
        for (i = at[0]; i < at[1]; i++)
            a[i] = i;
        #pragma omp for
        for (i = at[2]; i < at[3]; i++)
            b[i] = a[i - 1];
    }
}
//- 1.4.1: a pointer of an iteration's own leads to what all share
//- W0306
void f(double *a)
{
    #pragma omp parallel for
    for (int i = 0; i < 9; i++) {
        double *next = a + 1;
        next[i] = a[i];
    }
}
//- allowed
void f(double *a)
{
    #pragma omp parallel for
    for (int i = 0; i < 9; i++) {
        double *next = a + 9;
        next[i] = a[i];
    }
}
//- 1.4.1: another variable may have the loop variable's name
//- W0307
void f(double *a, const double *b)
{
    #pragma omp parallel for
    for (int i = 0; i < 9; i++) {
        int i = 0;
        a[i] += b[i];
    }
}
//- allowed
void f(double *a, const double *b)
{
    #pragma omp parallel for
    for (int i = 0; i < 9; i++) {
        int j = i;
        a[j] += b[i];
    }
}
//- 1.4.1: a part of an element is followed
//- W0306
void f(double (*a)[8])
{
    #pragma omp parallel for
    for (int i = 0; i < 9; i++) {
        double *next = a[i + 1];
        a[i][0] = next[0];
    }
}
//- allowed
void f(double (*a)[8])
{
    #pragma omp parallel for
    for (int i = 0; i < 9; i++) {
        double *same = a[i];
        a[i][0] = same[1];
    }
}
//- 1.4.1: a loop may stand in a function that all threads of a region call
//- W0307
double t, a[100];
static void scale(const double *b)
{
    #pragma omp for
    for (int i = 0; i < 100; i++) {
        t = 1 / b[i];
        a[i] *= t;
    }
}
void f(const double *b)
{
    #pragma omp parallel
    scale(b);
}
//- allowed
double t, a[100];
#pragma omp threadprivate(t)
static void scale(const double *b)
{
    #pragma omp for
    for (int i = 0; i < 100; i++) {
        t = 1 / b[i];
        a[i] *= t;
    }
}
void f(const double *b)
{
    #pragma omp parallel
    scale(b);
}
//- 1.4.1: the function may be called by another one
//- W0306
static void shift(int *a, int n)
{
    #pragma omp for
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1];
}
static void twice(int *a, int n)
{
    shift(a, n);
    shift(a, n);
}
void f(int *a, int n)
{
    #pragma omp parallel
    for (int k = 0; k < 10; k++)
        twice(a, n);
}
//- allowed
static void shift(int *a, int n)
{
    #pragma omp for
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1];
}
static void twice(int *a, int n)
{
    shift(a, n);
    shift(a, n);
}
void f(int *a, int n)
{
    twice(a, n);
    #pragma omp parallel if(n > 1000)
    twice(a, n);
    #pragma omp parallel num_threads(1)
    twice(a, n);
}
static int size(int *a, int n)
{
    #pragma omp for
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1];
    return n;
}
void g(int *a, int n)
{
    #pragma omp parallel num_threads(size(a, n))
    a[0] = 0;
}
//- 1.4.1: a function may be called with memory of each thread's own
//- W0307
static int sum;
static void add(const int *a)
{
    #pragma omp for
    for (int i = 0; i < 100; i++)
        sum += a[i];
}
void f(int n, const int *a)
{
    #pragma omp parallel
    {
        add(a);
        add(a + n);
    }
}
//- allowed
static int sum;
static void add(int *sum, const int *a)
{
    #pragma omp for
    for (int i = 0; i < 100; i++)
        *sum += a[i];
}
void f(const int *a)
{
    #pragma omp parallel
    {
        int own = 0;
        add(&own, a);
        #pragma omp critical
        sum += own;
    }
}
struct sums {
    double all;
};
static __thread double last;
static double add_to(struct sums sums, const double *a)
{
    #pragma omp for
    for (int i = 0; i < 100; i++) {
        last = a[i];
        sums.all += last;
    }
    return sums.all;
}
double g(const double *a)
{
    const struct sums none = {0};
    double all = 0;
    #pragma omp parallel reduction(+ : all)
    all += add_to(none, a);
    return all;
}
//- 1.4.1: sections may stand in a function that all threads of a region call
//- W0308
static int last;
static void both(void)
{
    #pragma omp sections
    {
        last = 1;
        #pragma omp section
        last = 2;
    }
}
void f(void)
{
    #pragma omp parallel
    both();
}
//- allowed
static int last;
static void both(void)
{
    #pragma omp sections
    {
        last = 1;
        #pragma omp section
        last = 2;
    }
}
void f(void)
{
    both();
}
