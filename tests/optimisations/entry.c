/*
 * Kernels that need nothing of their team, and what needs it; and loops of which nobody can tell how many threads they have.
 */
#include <assert.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000
#define ROWS 37

static int length = N, calls;
static double a[N], b[N];
static int kind[N], mine;
#pragma omp threadprivate(mine)

static int square(int x)
{
    return x * x;
}

static int cube(int x)
{
    return x * square(x);
}

static int factorial(int x)
{
    return x < 2 ? 1 : x * factorial(x - 1);
}

static int twice(int x)
{
    return 2 * x;
}

static void count(int k)
{
#pragma omp atomic
    calls += k % 2;
}

static int is_somebody(void)
{
    return omp_get_thread_num() >= 0;
}

static int through_another(int x)
{
    return x + is_somebody();
}

static int recursive(int x)
{
    return x == 0 ? is_somebody() : recursive(x - 1);
}

static void fill(int *p, int n)
{
    int i;
    /* nests: stays, there is one loop */
#pragma omp for
    for (i = 0; i < n; i++)
        p[i] = i;
}

static double total(const double *p, int n)
{
    double sum = 0;
    int i;
    for (i = 0; i < n; i++)
        sum += (i % 7 + 1) * p[i];
    return sum;
}

static void bare(int n, double *x, double *y)
{
    int i, j, k, first = 3, last = -1, all = 1, some = 0, highest = 0;
    long numbers = 0, products = 1;
    double sum = 0;
    int weights[16];

    /* entry: bare
       grid: iterations
       cover: twice */
#pragma omp parallel for
    for (i = 0; i < n; i++)
        x[i] = 0.5 * i;
    printf("%g\n", total(x, n));

    /* entry: bare
       grid: iterations (the bound is a variable of the file)
       cover: twice */
#pragma omp parallel for
    for (i = length - 1; i >= 0; i -= 3)
        a[i] = cube(i % 50);
    /* entry: bare
       grid: resident, what the function does is not understood
       cover: once, nobody has counted */
#pragma omp parallel for
    for (i = 0; i < length; i++)
        a[i] += factorial(i % 5);
    printf("%g\n", total(a, N));

    /* entry: bare
       grid: iterations
       cover: once, the threads that the device holds add up */
#pragma omp parallel for reduction(+ : sum, numbers) reduction(&& : all) reduction(|| : some) reduction(* : products)
    for (i = 0; i < n; i++) {
        sum += x[i];
        numbers += i;
        all = all && i >= 0;
        some = some || i == n - 1;
        if (i % 100 == 1)
            products *= 2;
    }
    printf("%g %ld %d %d %ld\n", sum, numbers, all, some, products);

    /* entry: bare
       grid: iterations (a copy of a number costs nothing)
       cover: twice */
#pragma omp parallel for firstprivate(first, n)
    for (i = first; i < n; i++)
        y[i] = x[i] + first;
    printf("%g\n", total(y + 3, n - 3));

    for (i = 0; i < 16; i++)
        weights[i] = i * i;
    /* entry: bare
       grid: resident, a copy of an array is not for one iteration
       cover: once */
#pragma omp parallel for firstprivate(weights)
    for (i = 0; i < n; i++)
        y[i] = x[i] + weights[i % 16];
    printf("%g\n", total(y, n));

    /* entry: bare
       grid: iterations (whoever runs the last one)
       cover: twice */
#pragma omp parallel for lastprivate(last)
    for (i = 0; i < n; i++) {
        last = 2 * i;
        y[i] = last;
    }
    printf("%g %d\n", total(y, n), last);

    /* entry: bare
       schedule: free
       grid: iterations
       cover: twice */
#pragma omp parallel for schedule(static)
    for (i = 0; i < n; i++)
        kind[i] = i % 10;

    /* entry: bare
       grid: resident, the loop is not understood
       cover: once */
#pragma omp parallel for
    for (i = 0; i < n; i++) {
#pragma omp atomic
        weights[kind[i]]++;
        count(i);
    }
    printf("%d %d %d\n", weights[0], weights[9], calls);

    /* entry: bare (a lock knows a thread by its number) */
#pragma omp parallel for
    for (i = 0; i < 20; i++) {
        int value = i * 7 % 19;
#pragma omp critical(highest)
        if (value > highest)
            highest = value;
    }
    printf("%d\n", highest);

    /* entry: bare
       nests: 2, if apart(y, x)
       grid: iterations
       cover: twice */
#pragma omp parallel for private(j)
    for (i = 1; i < 30; i++)
        for (j = 1; j < 33; j++)
            y[i * 33 + j] = x[i * 33 + j - 1] + x[(i - 1) * 33 + j];
    printf("%g\n", total(y, n));

    /* entry: bare
       nests: 2
       grid: iterations (more than the emulator has threads for)
       cover: twice */
#pragma omp parallel for private(j)
    for (i = 0; i < 20; i++)
        for (j = 0; j < 50; j++)
            b[i * 50 + j] = i - j;
    printf("%g\n", total(b, N));

    /* entry: bare
       nests: 3
       grid: iterations
       cover: twice */
#pragma omp parallel for private(j, k)
    for (i = 0; i < 10; i++)
        for (j = 0; j < 10; j++)
            for (k = 0; k < 10; k++)
                b[(i * 10 + j) * 10 + k] = i * j - k;
    printf("%g\n", total(b, N));

    /* entry: bare
       nests: 3
       grid: iterations (few of each)
       cover: twice */
#pragma omp parallel for private(j, k)
    for (i = 0; i < 3; i++)
        for (j = 0; j < 2; j++)
            for (k = 0; k < 3; k++)
                b[(i * 2 + j) * 3 + k] = i + j + k;
    printf("%g\n", total(b, N));

    /* entry: bare
       nests: 2, if apart(y, x) */
#pragma omp parallel for private(j)
    for (i = 0; i < 4; i++)
        for (j = 0; j < 100; j++)
            y[i * 100 + j] = x[i * 100 + j] + x[i * 100 + j + 1];
    printf("%g\n", total(y, n));
}

struct field {
    double *u, *v;
};

static void members(struct field *f)
{
    int i, j;
    /* entry: bare
       nests: 2, if apart(f->v, f->u)
       grid: iterations
       cover: once, only the device finds these pointers */
#pragma omp parallel for private(j)
    for (i = 1; i < 30; i++)
        for (j = 1; j < 33; j++)
            f->v[i * 33 + j] = f->u[i * 33 + j - 1] + f->u[(i - 1) * 33 + j];
    printf("%g\n", total(f->v, 900));

    /* entry: bare
       schedule: kept, a chunk is run in its order
       cover: once */
#pragma omp parallel for schedule(static, 30)
    for (i = 0; i < 900; i++)
        if (i % 30)
            f->v[i] += f->v[i - 1];
    printf("%g\n", total(f->v, 900));
}

static void rows(const int *start, const double *value, double *result)
{
    int i, j;
    /* entry: bare
       sums: first
       grid: iterations
       cover: once, an iteration has several threads */
#pragma omp parallel for private(j)
    for (i = 0; i < ROWS; i++) {
        double sum = 0;
        for (j = start[i]; j < start[i + 1]; j++)
            sum += value[j];
        result[i] = sum;
    }
    printf("%g\n", total(result, ROWS));
}

/* Loops of other types, and without iterations. */
static void types(double *x)
{
    unsigned short c;
    unsigned int u;
    long l;
    long long far = 5000000000;
    int none = 0;

    /* entry: bare
       grid: iterations
       cover: twice */
#pragma omp parallel for
    for (c = 5; c < 200; c += 7)
        x[c] = c;
    printf("%g\n", total(x, 200));

    /* entry: bare
       grid: iterations
       cover: twice */
#pragma omp parallel for
    for (u = 4294967295u; u > 4294967195u; u--)
        x[4294967295u - u] = u % 10;
    printf("%g\n", total(x, 200));

    /* entry: bare
       grid: iterations
       cover: twice */
#pragma omp parallel for
    for (l = far; l < far + 300; l += 2)
        x[l - far] = (double)(l - far);
    printf("%g\n", total(x, 300));

    /* entry: bare
       grid: iterations
       cover: twice */
#pragma omp parallel for
    for (l = 10; l < none; l++)
        x[l] = -1;
    printf("%g\n", total(x, 300));

    /* entry: bare
       grid: resident, the host does not follow pointers
       cover: once */
#pragma omp parallel for
    for (l = 0; l < (&far)[0] % 7; l++)
        x[l] = -1;
    printf("%g\n", total(x, 300));

    /* entry: bare
       grid: iterations
       cover: twice */
#pragma omp parallel for if (none)
    for (l = 0; l < 10; l++)
        x[l] = -2;
    printf("%g\n", total(x, 300));

    /* entry: bare
       grid: iterations
       cover: twice */
#pragma omp parallel for num_threads(2)
    for (l = 0; l < 10; l++)
        x[l] = -3;
    printf("%g\n", total(x, 300));
}

static void regions(int n, double *x)
{
    int seen[4] = {0}, others = 0, threads = 0, i, nothing = 0, counted = 0, largest = -1;

    /* entry: bare
       grid: iterations (one thread does nothing as well as many)
       cover: once */
#pragma omp parallel
    {
    }

    /* entry: bare (the region itself knows its numbers) */
#pragma omp parallel num_threads(2)
    {
        seen[omp_get_thread_num()] = omp_get_num_threads();
#pragma omp atomic
        threads++;
    }
    printf("%d\n", (seen[0] == threads) + (threads == 1 || seen[1] == threads));

    /* entry: bare */
#pragma omp parallel
    {
#pragma omp flush
        x[0] = 5;
    }

    /* entry: bare
       split: stays, the region is more than its loops */
#pragma omp parallel private(i)
    {
        x[n - 1] = 0;
        /* schedule: kept, the next loop may count on it
           barriers: 0 */
#pragma omp for nowait schedule(static)
        for (i = 0; i < n - 1; i++)
            x[i] = i;
        /* schedule: kept, it may count on the loop before
           barriers: 0 */
#pragma omp for schedule(static)
        for (i = 0; i < n - 1; i++)
            x[i] += 1;
    }
    printf("%g\n", total(x, n));

    /* entry: bare (whoever is through waits for the others)
       split: stays, the loops are not all that there is */
#pragma omp parallel private(i)
    {
        int half = n / 2;
        /* schedule: free
           barriers: 1 */
#pragma omp for schedule(static)
        for (i = 0; i < n; i++)
            x[i] = i;
        /* schedule: kept, by the thread's own variable
           barriers: 0 */
#pragma omp for schedule(static)
        for (i = 0; i < n; i++)
            x[i] += i < half ? x[n - 1 - i] > 0 : 0;
    }
    printf("%g\n", total(x, 10));

    /* entry: bare */
#pragma omp parallel
    {
#pragma omp atomic
        counted++;
#pragma omp barrier
        if (omp_get_thread_num() == omp_get_num_threads() - 1)
            others = counted - omp_get_num_threads();
#pragma omp barrier
#pragma omp master
        counted = 0;
    }
    printf("%d %d\n", others, counted);

    /* entry: bare */
#pragma omp parallel
    {
        int k;
        for (k = 0; k < 5; k++) {
#pragma omp single
            others += k;
#pragma omp master
            x[k] = others;
#pragma omp barrier
        }
#pragma omp single nowait
        x[5] = others;
    }
    printf("%g %d\n", total(x, 6), others);

    /* entry: bare */
#pragma omp parallel
    {
#pragma omp sections
        {
#pragma omp section
            others++;
#pragma omp section
            x[1] = others > 0;
#pragma omp section
            x[2] = 7;
        }
#pragma omp single
        x[1] += x[2];
    }
    printf("%g %d\n", total(x, 3), others);

    /* entry: bare */
#pragma omp parallel sections lastprivate(nothing) reduction(+ : counted)
    {
#pragma omp section
        counted += 3;
#pragma omp section
        {
            counted += 4;
            nothing = 5;
        }
    }
    printf("%d %d\n", counted, nothing);
    nothing = 0;

    /* entry: team, the value goes to all threads */
#pragma omp parallel
    {
        int given = 0;
#pragma omp single copyprivate(given)
        given = 3;
#pragma omp atomic
        others += given > 3;
    }

    /* entry: team, of the nested region */
#pragma omp parallel num_threads(1)
    {
#pragma omp parallel
        others |= 4;
    }

    /* entry: team, the copies wait for one another */
#pragma omp parallel copyin(mine)
    seen[1] = mine;

    /* entry: bare */
#pragma omp parallel
    {
        int k;
        nothing = 0;
#pragma omp barrier
        /* nests: stays, there is one loop
           barriers: 1 */
#pragma omp for reduction(+ : nothing)
        for (i = 0; i < n; i++)
            nothing += i;
        for (k = 0; k < 2; k++)
#pragma omp atomic
            counted += nothing > 0;
        /* barriers: 0 (the host looks at it, and nobody else) */
#pragma omp for reduction(+ : others) lastprivate(largest) nowait
        for (i = 0; i < n; i++) {
            others += i % 2;
            largest = i;
        }
    }
    printf("%d %d %d\n", counted % 2, others, largest);

    /* entry: team, the reduction is met several times */
#pragma omp parallel
    {
        int k;
        for (k = 0; k < 3; k++) {
            /* barriers: 0 (the reduction is one) */
#pragma omp for reduction(+ : nothing)
            for (i = 0; i < n; i++)
                nothing += i % 3;
        }
    }

    /* entry: team, of the orphaned loop */
#pragma omp parallel
    fill(kind, n);
    printf("%d %d %d\n", others, nothing, kind[n - 1]);
}

static void loops(int n, double *x)
{
    int (*function)(int) = twice, i, first = 2, sum = 0;

    /* entry: bare
       schedule: free
       grid: iterations */
#pragma omp parallel for schedule(dynamic)
    for (i = 0; i < n; i++)
        x[i] = i;
    /* entry: team, its iterations are handed out
       schedule: kept, the thread's number shows */
#pragma omp parallel for schedule(dynamic)
    for (i = 0; i < n; i++)
        x[i] += omp_get_thread_num() >= 0;
    /* entry: team, its iterations are handed out
       schedule: kept */
#pragma omp parallel for schedule(guided, 4)
    for (i = 0; i < n; i++)
        x[i] += omp_get_thread_num() >= 0;
    /* entry: team, nobody knows how
       schedule: kept */
#pragma omp parallel for schedule(runtime)
    for (i = 0; i < n; i++)
        x[i] += omp_get_thread_num() >= 0;
    /* entry: bare
       schedule: kept, the thread's number shows */
#pragma omp parallel for schedule(static, first + 1)
    for (i = 0; i < n; i++)
        x[i] += i / 3 % omp_get_num_threads() == omp_get_thread_num();
    /* entry: team, of the order */
#pragma omp parallel for ordered
    for (i = 0; i < 10; i++) {
#pragma omp ordered
        sum = sum * 2 + i;
    }
    printf("%g %d\n", total(x, n), sum);

    /* entry: bare (no last value goes out before all have the first) */
#pragma omp parallel for firstprivate(first) lastprivate(first)
    for (i = 0; i < n; i++) {
        x[i] = first > 0;
        first = i + 1;
    }
    printf("%g %d\n", total(x, n), first);

    /* entry: team, a function asks for the thread's number */
#pragma omp parallel for
    for (i = 0; i < n; i++)
        x[i] = through_another(i);
    /* entry: team, so does one that calls itself */
#pragma omp parallel for
    for (i = 0; i < n; i++)
        x[i] += recursive(i % 4);
    /* entry: team, the function's version is looked up */
#pragma omp parallel for
    for (i = 0; i < n; i++)
        x[i] += function(i);
    printf("%g\n", total(x, n));

    /* entry: team, memory comes from the heap */
#pragma omp parallel for
    for (i = 0; i < n; i++) {
        int *p = malloc(sizeof *p);
        *p = i;
        x[i] = *p;
        free(p);
    }
    /* entry: team, so does that of the array */
#pragma omp parallel for
    for (i = 0; i < n; i++) {
        double row[i % 5 + 1];
        row[i % 5] = i;
        x[i] += row[i % 5];
    }
    /* entry: bare (what moves bytes needs nobody) */
#pragma omp parallel for
    for (i = 0; i < n; i++)
        memset(&x[i], 0, sizeof x[i]);
    printf("%g\n", total(x, n));

    /* entry: team, who fails tells the host */
#pragma omp parallel for
    for (i = 0; i < n; i++) {
        assert(i < n);
        x[i] = abs(-i);
    }
    /* entry: team, of the host's output */
#pragma omp parallel for
    for (i = 0; i < 1; i++)
        printf("%g\n", total(x, n));
    /* entry: team, a number of the team's that is seldom asked for */
#pragma omp parallel for
    for (i = 0; i < n; i++)
        x[i] = omp_get_max_threads() > 0;
    printf("%g\n", total(x, n));
}

int main(void)
{
    double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    int start[ROWS + 1], i;
    for (i = 0; i <= ROWS; i++)
        start[i] = 20 * i;
    for (i = 0; i < N; i++)
        x[i] = y[i] = i;
    bare(N, x, y);
    members(&(struct field){x, y});
    rows(start, x, y);
    types(x);
    regions(N, x);
    loops(N, x);
    free(x);
    free(y);
    return 0;
}
