/*
 * simd (OpenMP 4.0, 2.8.1): in regions, in functions that they call, and where
 * there is no region; with all of its clauses.
 *
 * cross: i == 100 => i == 99
 */
#include "check.h"

#define N 100

static int a[N], b[N], file_scope;
static double sums[N];

static double dot(const double *restrict x, const double *restrict y, int n)
{
    double sum = 0;
    int i;

#pragma omp simd reduction(+ : sum) aligned(x, y : 8) safelen(8) simdlen(4)
    for (i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static int last_of(int n)
{
    int i = 0, last = -1;

#pragma omp simd lastprivate(last)
    for (i = 0; i < n; i++)
        last = 3 * i;
    return last + i;
}

int main(void)
{
    int i = -1, j, t = 5, at = 10, right = 1;
    double x[N], y[N];
    const int *p = a;

#pragma omp simd
    for (i = 0; i < 100; i++)
        a[i] = 2 * i;
    CHECK(i == 100);

    /* what is private keeps its value outside; what counts by steps goes on */
#pragma omp simd private(t) linear(at : 3) linear(p)
    for (i = 0; i < N; i++) {
        t = a[i];
        right = right && *p == t;
        b[i] = t + at;
        at += 3;
        p++;
    }
    CHECK(right);
    CHECK(t == 5);
    CHECK(at == 310);
    CHECK(p == a + N);
    for (i = 0; i < N; i++)
        right = right && b[i] == 5 * i + 10;
    CHECK(right);

    for (i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 2;
    }
    CHECK(dot(x, y, N) == N * (N - 1));
    CHECK(last_of(20) == 57 + 20);

    /* each thread runs the loops of its iterations, with variables of its own */
#pragma omp parallel for num_threads(4) private(t)
    for (int k = 0; k < N; k++) {
        int own = k, m = 0;

#pragma omp simd reduction(+ : own)
        for (m = 0; m < k; m++)
            own += m;
        t = 0;
#pragma omp simd linear(t)
        for (int l = 0; l < 10; l++)
            t++;
        sums[k] = own + dot(x, y, k) + t + last_of(3) + m;
    }
    for (i = 0; i < N; i++)
        right = right && sums[i] == i + i * (i - 1) / 2 + i * (i - 1) + 10 + 9 + i;
    CHECK(right);

    /* a variable from outside counts in each thread */
#pragma omp parallel for num_threads(4)
    for (int k = 0; k < N; k++) {
#pragma omp simd
        for (j = 0; j < 50; j++)
            b[k] += j;
    }
    for (i = 0; i < N; i++)
        right = right && b[i] == 5 * i + 10 + 1225;
    CHECK(right);

#pragma omp parallel num_threads(4)
    {
#pragma omp single
        {
#pragma omp simd collapse(2)
            for (i = 0; i < 10; i++)
                for (file_scope = 0; file_scope < 10; file_scope++)
                    a[10 * i + file_scope] = i - file_scope;
            right = right && i == 10 && file_scope == 10;
        }
    }
    for (i = 0; i < N; i++)
        right = right && a[i] == i / 10 - i % 10;
    CHECK(right);
    CHECK(file_scope == 10);

    i = 7;
#pragma omp simd private(i)
    for (i = 0; i < N; i++)
        a[i] = i;
    CHECK(a[N - 1] == N - 1);
    return check_result("simd");
}
