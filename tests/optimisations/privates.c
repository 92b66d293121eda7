/*
 * Variables of a thread's own, in the loops and behind them.
 */
#include <stdio.h>

#define N 20
#define M 100

static int v[N][M], w[N][M];

static void show(const char *name)
{
    long s = 0;
    int k;
    for (k = 0; k < N * M; k++)
        s += (&v[0][0])[k] * (long)(k % 13 + 1) + (&w[0][0])[k] * (long)(k % 7);
    printf("%s %ld\n", name, s);
}

int main(void)
{
    int i, j, t, c = 5;

    /* nests: 2 (t gets a value in each iteration, before it is used) */
#pragma omp parallel for private(j, t)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            t = i * j;
            if (t % 3 == 0)
                t = 7;
            v[i][j] = t + c;
        }
    show("fresh");

    /* nests: stays, t goes from one iteration to the next */
#pragma omp parallel for private(j, t)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            if (j % 5 == 0)
                t = i + j;
            v[i][j] = t;
        }
    show("carried");

    /* nests: stays, so does the private copy of c */
#pragma omp parallel for private(j) firstprivate(c)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            if (j == 0)
                c = i;
            v[i][j] = c++;
        }
    show("counted");

    /* nests: stays, t counts where no expression is expected to */
#pragma omp parallel for private(j, t)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            if (j == 0)
                t = 1;
            v[i][j] = sizeof(int[t++]);
        }
    show("counted in a type");

    /* nests: stays, the last value of t is wanted */
#pragma omp parallel for private(j) lastprivate(t)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            t = i * j;
            v[i][j] = t;
        }
    printf("%d\n", t);

    /* nests: 2 (a variable of the iteration) */
#pragma omp parallel for
    for (int a = 0; a < N; a++)
        for (int b = 0; b < M; b++) {
            int x = a;
            x += b * 2;
            v[a][b] = x;
        }
    show("own");

#pragma omp parallel num_threads(1) private(i, j)
    {
        /* nests: stays, j is used behind the loop */
#pragma omp for
        for (i = 0; i < N; i++)
            for (j = 0; j < M; j++)
                v[i][j] = i - j;
        w[0][0] = j;
    }
    show("behind");

#pragma omp parallel num_threads(1) private(i, j)
    {
        /* nests: stays, the next loop begins with what this one leaves in j */
#pragma omp for
        for (i = 0; i < N; i++)
            for (j = 0; j < 8; j++)
                v[i][j] = i + j;
        for (j = j + 1; j < M; j++)
            w[1][j] = j;
    }
    show("begun with");

#pragma omp parallel private(i, j)
    {
        int round;
        for (round = 0; round < 3; round++) {
            /* nests: 2 (another loop over j gives it a value of its own) */
#pragma omp for
            for (i = 0; i < N; i++)
                for (j = 0; j < M; j++)
                    v[i][j] = w[i][j] + 1;
            /* nests: 2 */
#pragma omp for
            for (i = 0; i < N; i++)
                for (j = 0; j < M; j++)
                    w[i][j] = v[i][j] * 2;
        }
    }
    show("rounds");

#pragma omp parallel num_threads(1) private(i, j)
    {
        int rounds = 0;
        for (j = 0; j < 5; j++) {
            rounds++;
            /* nests: stays, the loop around counts with j, too */
#pragma omp for
            for (i = 0; i < N; i++)
                for (j = 0; j < 8; j++)
                    v[i][j]++;
        }
        w[2][0] = rounds;
    }
    show("around");

#pragma omp parallel private(i, j)
    {
        int local[M];
        for (j = 0; j < M; j++)
            local[j] = 0;
        /* nests: stays, the array is the thread's own */
#pragma omp for
        for (i = 0; i < N; i++)
            for (j = 0; j < M; j++) {
                local[j] = (j == 0 ? i : local[j - 1]) + 1;
                v[i][j] = local[j];
            }
    }
    show("array");
    return 0;
}
