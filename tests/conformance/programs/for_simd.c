/*
 * for simd and parallel for simd (OpenMP 4.0, 2.8.3 and 2.10.4): they share the
 * iterations out as for does, with the clauses of both.
 *
 * cross: #pragma omp for simd schedule(static, 3)
 * cross: reduction(+ : sum) => firstprivate(sum)
 * cross: lastprivate(last)
 * cross: collapse(2)
 * cross: private(t)
 */
#include <omp.h>
#include "check.h"

#define N 300

static int a[N], owner[N], square[12][13];

static void wait_a_little(void)
{
    double until = omp_get_wtime() + 0.00002;

    while (omp_get_wtime() < until)
        continue;
}

static void add(int *to, int n, int what)
{
    int i;

#pragma omp for simd aligned(to) safelen(4)
    for (i = 0; i < n; i++)
        to[i] += what;
}

/* Its own loop variable, in an orphaned loop: a thread that runs the last iteration has the value behind it. */
static int ends(int *to, int n)
{
    int i = -1;

#pragma omp for simd linear(i : 2)
    for (i = 0; i < n; i += 2)
        to[i] += 3;
    return i == n;
}

int main(void)
{
    int i = -1, j = -1, t, last = -1, at = 100, right = 1, threads = 1, ended = 0;
    long sum = 0;
    int *p = a;

#pragma omp parallel num_threads(4)
    {
#pragma omp master
        threads = omp_get_num_threads();
        add(a, N, 5);
        add(a, N, 2);
        if (ends(square[0], 12)) {
#pragma omp atomic
            ended++;
        }
#pragma omp for simd schedule(static, 3) nowait private(t)
        for (int k = 0; k < N; k++) {
            t = k;
            wait_a_little();
            owner[t] += 10 * t + omp_get_thread_num();
        }
    }
    for (i = 0; i < N; i++)
        right = right && a[i] == 7 && owner[i] == 10 * i + i / 3 % threads;
    CHECK(right);
    CHECK(ended == 1);
    for (int k = 0; k < 12; k++) {
        right = right && square[0][k] == 3 * (k % 2 == 0);
        square[0][k] = 0;
    }
    CHECK(right);

    i = -1;
#pragma omp parallel for simd num_threads(4) reduction(+ : sum) lastprivate(last) simdlen(8)
    for (i = 0; i < N; i += 2) {
        wait_a_little();
        sum += i;
        last = i;
    }
    CHECK(sum == 150 * 149);
    CHECK(last == 298);
    CHECK(i == 300);

#pragma omp parallel for simd num_threads(4) collapse(2) schedule(dynamic, 5)
    for (i = 0; i < 12; i++)
        for (j = 13; j > 0; j--) {
            wait_a_little();
            square[i][j - 1] += i * j;
        }
    for (int k = 0; k < 12 * 13; k++)
        right = right && square[k / 13][k % 13] == k / 13 * (k % 13 + 1);
    CHECK(right);
    CHECK(i == 12);
    CHECK(j == 0);

    /* each iteration begins with a value of its own */
#pragma omp parallel for simd num_threads(4) linear(at : 4) schedule(guided)
    for (int k = 5; k < N; k++) {
        a[k] = at;
        at += 4;
    }
    for (int k = 5; k < N; k++)
        right = right && a[k] == 100 + 4 * (k - 5);
    CHECK(right);
    CHECK(at == 100 + 4 * (N - 5));

#pragma omp parallel for simd num_threads(3) linear(p : 2) reduction(&& : right)
    for (long k = 90; k > 0; k -= 3) {
        right = right && p == a + 2 * ((90 - k) / 3);
        p += 2;
    }
    CHECK(p == a + 60);
    CHECK(right);
    return check_result("for simd");
}
