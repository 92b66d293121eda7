/* Schedules: which thread runs an iteration matters only where it shows. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, M = 70 };

static int a[N], b[N], grid[N][M], owner[N];
static int own;
#pragma omp threadprivate(own)

static void show(const char *what)
{
    long s = 0;
    int i, j;
    for (i = 0; i < N; i++) {
        s += a[i] * (i % 7 + 1);
        for (j = 0; j < M; j++)
            s += grid[i][j] * (j % 5 + 1);
    }
    printf("%s %ld\n", what, s);
}

int main(void)
{
    int i, j, last = 0, size = 4;
    long total = 0;

    for (i = 0; i < N; i++)
        b[i] = i * 3 % 101;

    /* schedule: free */
#pragma omp parallel for schedule(static)
    for (i = 0; i < N; i++)
        a[i] = b[i] * 2;
    show("plain");

    /* schedule: free
       nests: 2 */
#pragma omp parallel for schedule(static) private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            grid[i][j] = b[i] + j;
    show("nest");

    /* schedule: free */
#pragma omp parallel for schedule(static) reduction(+ : total)
    for (i = 0; i < N; i++)
        total += a[i];
    printf("%ld\n", total);

    /* schedule: kept, the thread's number shows */
#pragma omp parallel for schedule(static)
    for (i = 0; i < N; i++)
        owner[i] = omp_get_thread_num();
    for (i = 1; i < N; i++)
        if (owner[i] < owner[i - 1])
            printf("%d is not behind %d\n", owner[i], owner[i - 1]);

#pragma omp parallel
    own = omp_get_thread_num();
    /* schedule: kept, a thread's own variable shows */
#pragma omp parallel for schedule(static)
    for (i = 0; i < N; i++)
        owner[i] = own;

#pragma omp parallel
    {
        int seen = 0, k, chunk = 7;
        /* schedule: kept, what a thread has seen shows */
#pragma omp for schedule(static)
        for (k = 0; k < N; k++) {
            seen++;
            a[k] += seen > 0;
        }
        /* schedule: kept, the next loop may count on it */
#pragma omp for schedule(static) nowait
        for (k = 0; k < N; k++)
            b[k] += 1;
        /* schedule: kept, it may count on the loop before */
#pragma omp for schedule(static)
        for (k = 0; k < N; k++)
            a[k] += 2;
        /* schedule: kept, it may be that of the loop before */
#pragma omp for schedule(runtime)
        for (k = 0; k < N; k++)
            a[k] += 1;
        /* schedule: free (nobody knows who has what) */
#pragma omp for schedule(dynamic, chunk) nowait
        for (k = 0; k < N; k++)
            b[k] += 3;
    }
    for (i = 0; i < N; i++)
        a[i] += b[i];
    show("region");

    /* schedule: free */
#pragma omp parallel for schedule(dynamic, size)
    for (i = 0; i < N; i++)
        a[i] += i;
    /* schedule: free
       nests: 2 */
#pragma omp parallel for schedule(guided) private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            grid[i][j] += i - j;
    /* schedule: free */
#pragma omp parallel for schedule(runtime)
    for (i = 0; i < N; i++)
        a[i] += 1;
    /* schedule: free */
#pragma omp parallel for schedule(static, size * 2)
    for (i = 0; i < N; i++)
        b[i] = a[i] % 3;
    show("others");
    /* schedule: kept, the thread's number shows */
#pragma omp parallel for schedule(static, size)
    for (i = 0; i < N; i++)
        owner[i] = omp_get_thread_num();
    for (i = 0; i < N; i++)
        if (owner[i] != owner[i / size * size])
            printf("%d is not beside %d\n", owner[i], owner[i / size * size]);
    /* schedule: kept, what a thread has seen shows */
#pragma omp parallel for schedule(dynamic) firstprivate(last) reduction(+ : total)
    for (i = 0; i < N; i++) {
        last++;
        total += last > 0;
    }
    printf("%ld\n", total);

    /* schedule: kept, the last value goes out */
#pragma omp parallel for schedule(static) lastprivate(last)
    for (i = 0; i < N; i++)
        last = b[i];
    printf("%d\n", last);
    return 0;
}
