/*
 * collapse of loops with statements between them (5.0, 2.9.1), in front of the inner loop and behind it: these are run for each iteration
 * of the loop around at least. Alone, orphaned, of three loops, where the inner one depends on the outer, and behind a continue.
 *
 * beyond gcc: 14 is the first that reads it
 * cross: #pragma omp for collapse(2)
 * cross: reduction(+ : sum) => private(sum)
 * crossed with: -DTIMES=500
 */
#include "check.h"

#ifndef TIMES
#define TIMES 1
#endif

static int seen[50][60], rows[50], columns[10];
static double values[50][60];

static void orphaned(int n, int m)
{
#pragma omp for collapse(2)
    for (int i = 0; i < n; i++) {
        double x = i * 2.0;
        int *row = seen[i];
        { /* a block */
            for (int j = 0; j < m; j++) {
                if (j % 3 == 0)
                    continue;
                values[i][j] = x + j;
                for (int times = 0; times < TIMES; times++)
                    row[j]++;
            }
        }
        rows[i] = (int)x;
    }
}

int main(void)
{
    int k, t, wrong = 0;
    long sum = 0, expected = 0;

#pragma omp parallel num_threads(4)
    orphaned(50, 60);
    for (int i = 0; i < 50; i++) {
        wrong += rows[i] != 2 * i;
        for (int j = 0; j < 60; j++)
            wrong += seen[i][j] != (j % 3 ? TIMES : 0) || values[i][j] != (j % 3 ? 2.0 * i + j : 0);
    }
    CHECK(wrong == 0);

#pragma omp parallel for collapse(3) private(t, k) reduction(+ : sum)
    for (int i = 0; i < 10; i++) {
        t = i;
        for (int j = i; j < 10; j++) {
            int u = t + j;
            if (u < 0)
                u = 0;
            else
                u++;
            for (k = 0; k < 4; k++)
                sum += u * k;
            columns[j] = 1;
        }
    }
    for (int i = 0; i < 10; i++) {
        for (int j = i; j < 10; j++)
            expected += 6 * (i + j + 1);
        wrong += columns[i] != 1;
    }
    CHECK(sum == expected);
    CHECK(wrong == 0);
    return check_result("collapse of loops with statements between them");
}
