/*
 * Statements in the body of a nest.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 20
#define M 100

static int v[N][M], w[N][M];

static void show(const char *name)
{
    long s = 0;
    int k;
    for (k = 0; k < N * M; k++)
        s += (&v[0][0])[k] * (long)(k % 13 + 1) + (&w[0][0])[k] * (long)(k % 7 + 1);
    printf("%s %ld\n", name, s);
}

int main(void)
{
    int i, j, k, t;

    /* nests: 2 */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            if (j % 3 == 0)
                continue;
            v[i][j] = i + j;
            if (j % 5 == 0) {
                w[i][j] += v[i][j];
            } else if (j % 7 == 0)
                w[i][j] = 7;
            else
                w[i][j]--;
        }
    show("continue");

    /* nests: stays, the loop is left early */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            if (v[i][j] > 60)
                break;
            v[i][j]++;
        }
    show("break");

    /* nests: stays, a jump is not followed */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            if (v[i][j] > 60)
                goto out;
            v[i][j]++;
        out:;
        }
    show("goto");

    /* nests: stays, a switch is not followed */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            switch (j % 3) {
            case 0:
                v[i][j]++;
                break;
            default:
                v[i][j]--;
            }
    show("switch");

    /* nests: 2 (a loop inside may be left) */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            int s = 0;
            for (k = 0; k < 10; k++) {
                if (k * k > j)
                    break;
                s += k;
            }
            while (s > 20)
                s -= 7;
            do
                s++;
            while (s < 3);
            w[i][j] = s;
        }
    show("inner break");

    /* nests: stays, there are statements before the inner loop */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++) {
        v[i][0] = 1;
        for (j = 1; j < M; j++)
            v[i][j] += v[i][0];
    }
    show("before");

    /* nests: stays, and behind it */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++) {
        for (j = 0; j < M; j++)
            v[i][j]++;
        w[i][0] = v[i][M - 1];
    }
    show("behind");

    /* nests: stays, two loops, and the second needs the first */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++) {
        for (j = 0; j < M; j++)
            v[i][j] += j;
        for (j = 0; j < M; j++)
            w[i][j] = v[i][M - 1 - j];
    }
    show("two");

    /* nests: stays, only some outer iterations have the inner loop */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        if (i % 2)
            for (j = 0; j < M; j++)
                v[i][j]++;
    show("if");

    /* nests: 2 (assignments in an expression, each to the iteration's own element) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            v[i][j] = j > 50 ? i : (w[i][j] = j, i + 1);
            v[i][j] += w[i][j] *= 2;
            v[i][j] && v[i][j]++;
        }
    show("expressions");

    /* nests: stays, what is assigned in a condition may not be */
#pragma omp parallel for private(j, t)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            if (j == 0 || (v[i][j] > 40 && (t = j)))
                t = i;
            w[i][j] = j == 0 ? t : 1;
        }
    show("condition");

    /* nests: 2 (the schedule says which thread runs what, and nobody can tell) */
#pragma omp parallel for private(j) schedule(static, 2)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][j]++;
    show("schedule");

    /* nests: stays, iterations have an order */
#pragma omp parallel for private(j) ordered
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][j]++;
    show("ordered");

    /* nests: 2 (an empty body, empty statements, blocks in blocks) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++) {
        {
            for (j = 0; j < M; j++) {
                ;
                { v[i][j]++; }
            }
        }
    }
    show("blocks");
    return 0;
}
