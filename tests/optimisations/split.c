/*
 * Regions that are nothing but loops that are shared out: a kernel for each of them; and regions that have to be one kernel.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000
#define ROWS 36
#define COLUMNS 29

static int length = N, changing, odd;
static double table[ROWS][COLUMNS];
static int mine = 1;
#pragma omp threadprivate(mine)

static double total(const double *p, int n)
{
    double sum = 0;
    int i;
    for (i = 0; i < n; i++)
        sum += (i % 7 + 1) * p[i];
    return sum;
}

static double half(double x)
{
    return 0.5 * x;
}

static void count(int k)
{
#pragma omp atomic
    odd += k % 2;
}

static void step(int k)
{
    if (k == 0)
        changing = N / 2;
}

static int number(void)
{
    return omp_in_parallel() ? 1 : 1;
}

static int own(void)
{
    return mine;
}

static void shared_out(double *x, int n)
{
    int i;
    /* nests: stays */
#pragma omp for
    for (i = 0; i < n; i++)
        x[i] += 1;
}

/* ---- A kernel for each ------------------------------------------------------------------------------------------------- */

static void loops(int n, double *x, double *y, double *z)
{
    int i, j, k = 3, last = -1, first = 2;
    long sum = 0, all = 0;
    double scale = 2, *p = x;

    /* split: 3 */
#pragma omp parallel private(j)
    {
        /* The first. */
        /* entry: bare
           grid: iterations
           nests: 2 */
#pragma omp for
        for (i = 0; i < ROWS; i++)
            for (j = 0; j < COLUMNS; j++)
                table[i][j] = i + 0.25 * j;
        ; /* entry: bare
           grid: iterations
           nests: stays */
#pragma omp for
        for (i = 1; i < ROWS; i++)
            for (j = 1; j < COLUMNS; j++)
                table[i][j] += table[i][j - 1];
        /* entry: bare
           grid: iterations
           restrict: x, y */
#pragma omp for
        for (i = 0; i < n; i++)
            x[i] = half(y[i]);
    }
    printf("%g %g\n", total(&table[0][0], ROWS * COLUMNS), total(x, n));

    /* A value that one of them changes is what the next sees.
       split: 3 */
#pragma omp parallel if (n > 4) num_threads(3)
    {
        int j;
        double t;
        /* grid: resident, it changes a variable of all */
#pragma omp for lastprivate(last) private(t)
        for (i = 0; i < n; i++) {
            t = i;
            last = i;
            x[i] = t;
            if (i == 7)
                k = 5;
        }
        /* grid: resident, the bound has changed */
#pragma omp for reduction(+ : sum)
        for (i = 0; i <= last; i++) {
            t = x[i] * k;
            sum += (long)t;
        }
        /* grid: iterations */
#pragma omp for
        for (i = 0; i < n; i++)
            for (j = 0; j < 2; j++)
                y[i] = sum + i;
    }
    printf("%d %d %ld %g\n", last, k, sum, total(y, n));

    /* split: 2 */
#pragma omp parallel firstprivate(first, scale) reduction(+ : all) default(shared)
    {
#pragma omp barrier
        /* nests: stays */
#pragma omp for nowait schedule(static)
        for (i = 0; i < n; i++) {
            x[i] = first + scale;
            scale += 0;
        }
#pragma omp flush
#pragma omp barrier
        /* schedule: free */
#pragma omp for schedule(static) nowait
        for (i = first; i < n; i++)
            all += (long)x[i];
    }
    printf("%ld %d\n", all, first);

    /* split: 3 */
#pragma omp parallel
    {
        /* grid: iterations */
#pragma omp for
        for (i = 0; i < length; i++)
            x[i] = i % 11;
        /* grid: resident, it changes a variable of all */
#pragma omp for
        for (i = 0; i < length; i++)
            if (x[i] > 9.5)
                changing = length / 4;
        /* grid: resident, the loop before has changed it */
#pragma omp for
        for (i = 0; i < changing; i++)
            x[i] += 1;
    }
    printf("%g %d\n", total(x, n), changing);

    /* split: 2 */
#pragma omp parallel
    {
        /* entry: bare
           grid: resident, the function is not understood */
#pragma omp for
        for (i = 0; i < n; i++) {
            count(i);
            step(i);
        }
        /* grid: resident, the function has changed it */
#pragma omp for
        for (i = 0; i < changing; i++)
            x[i] += odd;
    }
    printf("%g %d\n", total(x, n), odd);

    /* split: 2 */
#pragma omp parallel private(p)
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++) {
            p = x + i;
            *p = i;
        }
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++) {
            if (i % 2)
                p = x + i;
            else
                p = z + i;
            y[i] = *p;
        }
    }
    printf("%g\n", total(y, n));

    /* split: 1 */
#pragma omp parallel private(j)
    {
        /* entry: bare
           grid: iterations
           nests: 2 */
#pragma omp for
        for (i = 0; i < ROWS; i++)
            for (j = 0; j < COLUMNS; j++)
                table[i][j] += 1;
    }
    sum = 0;
    /* split: 1 */
#pragma omp parallel
    /* entry: bare
       grid: iterations */
#pragma omp for reduction(+ : sum)
    for (i = 0; i < n; i++)
        sum += i;
    printf("%g %ld\n", total(&table[0][0], ROWS * COLUMNS), sum);
}

/* Also called in a region, where its own is a team of one. */
static int twice(int n, int *x)
{
    int i;
    /* split: 2 */
#pragma omp parallel private(i)
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            x[i] = i;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            x[i] *= 2;
    }
    return x[n - 1];
}

/* ---- One kernel ---------------------------------------------------------------------------------------------------------- */

static void together(int n, double *x, double *y)
{
    int i, j, t = 0, k, flag = 0, kept = 3, weights[4] = {1, 2, 3, 4};
    double sum = 0, *p;
    volatile int *seen = &flag;

    /* split: stays, a statement stands between */
#pragma omp parallel
    {
        /* barriers: 1 */
#pragma omp for
        for (i = 0; i < n; i++)
            x[i] = i;
        odd = 3;
        /* barriers: 0 */
#pragma omp for
        for (i = 0; i < n; i++)
            x[i] += 1;
    }
    /* split: stays, a thread keeps the value */
#pragma omp parallel private(t)
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            t = 5;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            x[i] += t;
    }
    /* split: stays, it may keep the value */
#pragma omp parallel private(t)
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            t = 5;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++) {
            if (i < 0)
                t = 5;
            x[i] += t;
        }
    }
    /* split: stays, the loop's header uses what a thread keeps */
#pragma omp parallel private(t)
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            t = n;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < t; i++)
            x[i] += 1;
    }
    /* split: stays, a pointer leads to it */
#pragma omp parallel private(t, p)
    {
        double own;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++) {
            p = &own;
            *p = 4;
        }
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++) {
            x[i] += own;
            own = 4;
        }
    }
    /* split: stays, of the array */
#pragma omp parallel
    {
        double row[2];
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            row[1] = 6;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++) {
            row[0] = 1;
            x[i] += row[1];
        }
    }
    /* split: stays, a value is given in front */
#pragma omp parallel
    {
        int own = n;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            x[i] += own;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            x[i] -= own;
    }
    /* split: stays, of the static variable */
#pragma omp parallel
    {
        static int all;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            all = 3;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            x[i] -= all;
    }
    printf("%g\n", total(x, n));

    /* split: stays, a thread changes its copy */
#pragma omp parallel firstprivate(kept)
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            kept = 4;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            x[i] -= kept;
    }
    /* split: stays, a thread has its own copy of the array */
#pragma omp parallel firstprivate(weights)
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            x[i] += weights[0];
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            x[i] -= weights[3];
    }
    /* split: stays, both loops add to it */
#pragma omp parallel reduction(+ : sum)
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            sum += 1;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            sum += 2;
    }
    printf("%g %g\n", total(x, n), sum);

    /* split: stays, threads are told from one another */
#pragma omp parallel
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] = omp_get_thread_num();
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] -= omp_get_thread_num() < 0;
    }
    /* split: stays, the function asks for the team */
#pragma omp parallel
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] = 0;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += number();
    }
    /* split: stays, threads keep the variable */
#pragma omp parallel
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            mine = 2;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += mine;
    }
    /* split: stays, and the function uses it */
#pragma omp parallel
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += own();
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += 1;
    }
    mine = 1;
    /* split: stays, of copyin */
#pragma omp parallel copyin(mine)
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += 1;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += 1;
    }
    printf("%g\n", total(y, n));

    /* split: stays, the function shares a loop out */
#pragma omp parallel
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += 1;
        shared_out(y, n);
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += 1;
    }
    /* split: stays, of the single construct */
#pragma omp parallel
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += 1;
#pragma omp single
        y[0] = 2;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += 1;
    }
    /* split: stays, of the order */
#pragma omp parallel
    {
        /* nests: stays */
#pragma omp for ordered
        for (i = 0; i < 10; i++) {
#pragma omp ordered
            t = 2 * t + i;
        }
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += t;
    }
    /* split: 2 (nobody can tell how the iterations are handed out) */
#pragma omp parallel
    {
        /* nests: stays */
#pragma omp for schedule(dynamic)
        for (i = 0; i < n; i++)
            y[i] += 1;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += 1;
    }
    /* split: stays, of the nested region */
#pragma omp parallel
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += 1;
        /* nests: stays */
#pragma omp for private(j)
        for (i = 0; i < n; i++) {
#pragma omp parallel
            for (j = 0; j < 1; j++)
                y[i] += 1;
        }
    }
    /* split: stays, the loops are in another one */
#pragma omp parallel private(k)
    {
        for (k = 0; k < 3; k++) {
            /* nests: stays */
#pragma omp for
            for (i = 0; i < n; i++)
                y[i] += k;
            /* nests: stays */
#pragma omp for
            for (i = 0; i < n; i++)
                y[i] *= 2;
        }
    }
    /* split: stays, one of them may not be */
#pragma omp parallel
    {
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            y[i] += 1;
        if (n > 3)
            /* nests: stays */
#pragma omp for
            for (i = 0; i < n; i++)
                y[i] += 1;
    }
    /* split: stays, the first may wait for the second */
#pragma omp parallel private(k)
    {
        /* nests: stays */
#pragma omp for nowait
        for (i = 0; i < n; i++)
            for (k = 0; k < 9 && !*seen; k++) {
#pragma omp flush
                y[i] += 0;
            }
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++) {
            flag = 1;
#pragma omp flush
        }
    }
    printf("%g %d\n", total(y, n), flag);
}

int main(void)
{
    double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), *z = malloc(N * sizeof *z);
    int i, *numbers = malloc(4 * N * sizeof *numbers), sum = 0;
    for (i = 0; i < N; i++) {
        x[i] = i % 13;
        y[i] = i % 17;
        z[i] = i % 19;
    }
    loops(N, x, y, z);
    loops(4, x, y, z);
    loops(6, x, y, z);
    loops(1, x, y, z);
    printf("%d\n", twice(N, numbers));
    /* nests: stays */
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < 4; i++)
        sum += twice(10, numbers + i * N);
    printf("%d %d\n", sum, numbers[3 * N + 9]);
    together(N, x, y);
    free(x);
    free(y);
    free(z);
    free(numbers);
    return 0;
}
