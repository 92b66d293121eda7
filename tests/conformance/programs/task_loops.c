/*
 * Tasks that are the iterations of a loop, and all that a region has: `taskloop`, and a loop whose statement is a task. The device shares the
 * loop out.
 *
 * cross: sums[i] += i => sums[i] += i + 1
 * cross: reduction(+ : total) => shared(total)
 * cross: squares[i] = i * i => squares[i] = i
 */
#include "check.h"

#define N 1000

static int sums[N], squares[N], seen[N];
static int table[8][8];

static void of_a_loop(int n)
{
#pragma omp parallel default(none) shared(sums, n) num_threads(4)
#pragma omp single nowait
#pragma omp taskloop grainsize(7) untied
    for (int i = 0; i < n; i++)
        sums[i] += i;
}

static int with_clauses(int n, int offset)
{
    int total = 0, last = -1, own;
#pragma omp parallel firstprivate(offset)
    {
#pragma omp master
        {
#pragma omp taskgroup
            {
#pragma omp taskloop reduction(+ : total) lastprivate(last) private(own) collapse(2)
                for (int i = 0; i < n; i++)
                    for (int k = 0; k < 8; k++) {
                        own = i * 8 + k + offset;
                        total += own;
                        last = own;
                        table[i][k] = own;
                    }
            }
        }
    }
    return total + last;
}

static int of_tasks(int n)
{
    int i, missed = 0, twice = 2;
#pragma omp parallel shared(missed)
    {
#pragma omp single
        {
            for (i = 0; i < n; i++) {
#pragma omp task firstprivate(i, twice) shared(missed)
                {
                    squares[i] = i * i;
                    if (seen[i] != 0) {
#pragma omp atomic
                        missed += twice;
                    }
                    seen[i]++;
                }
            }
#pragma omp taskwait
        }
    }
    return i + missed;
}

/* The region counts by a copy. */
static int of_copied_variable(int n)
{
    int i = 77;
#pragma omp parallel firstprivate(i)
#pragma omp single
    for (i = 0; i < n; i++)
#pragma omp task firstprivate(i)
        squares[i]++;
    return i;
}

static void of_declared_variable(int *a, int n)
{
#pragma omp parallel
#pragma omp single
    for (int i = n - 1; i >= 0; i--)
#pragma omp task
        a[i] = 3 * i;
}

static int combined(int n)
{
    int evens = 0;
#pragma omp parallel master taskloop num_threads(3) firstprivate(n) nogroup
    for (int i = 0; i < N; i++)
        sums[i] += n;
#pragma omp parallel masked taskloop simd reduction(+ : evens) simdlen(4) num_tasks(5)
    for (int i = 0; i < N; i++)
        evens += sums[i] % 2 == 0;
    return evens;
}

int main(void)
{
    int threes[N];
    of_a_loop(N);
    CHECK(with_clauses(8, 5) == 64 * 63 / 2 + 64 * 5 + 63 + 5);
    CHECK(of_tasks(N) == N);
    CHECK(of_tasks(0) == 0);
    CHECK(of_tasks(1) == 1 + 2);
    of_declared_variable(threes, N);
    CHECK(of_copied_variable(N) == 77);
    CHECK(combined(2) == N / 2);
    CHECK(combined(-2) == N / 2);
    for (int i = 0; i < N; i++) {
        CHECK(sums[i] == i && squares[i] == i * i + 1 && threes[i] == 3 * i);
        CHECK(seen[i] == (i == 0 ? 2 : 1));
    }
    for (int i = 0; i < 64; i++)
        CHECK(table[i / 8][i % 8] == i + 5);
    return check_result("task_loops");
}
