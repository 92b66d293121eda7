/*
 * lastprivate with collapse (OpenMP 3.0, 2.9.3.5): of the last iteration of
 * the whole space; a loop's variable has what the nest would leave in it.
 *
 * cross: lastprivate(last, i, j)
 * cross: lastprivate(both, k, row)
 * cross: lastprivate(first_and_last, l)
 * cross: lastprivate(j, last)
 * cross: lastprivate(i, last)
 */
#include "check.h"

#define N 13
#define M 11

struct both { int i, j; };

static int orphan_i, orphan_last;

static void orphan(int n, int m)
{
    int i, j;

#pragma omp for collapse(2) lastprivate(orphan_last, orphan_i)
    for (i = 0; i < n; i++)
        for (j = m; j > 0; j--) {
            orphan_i = i;
            orphan_last = 100 * i + j;
        }
}

int main(void)
{
    int i, j, k = -1, last, first_and_last = 5, row[2] = {0, 0};
    long l;
    struct both both = {-1, -1};

#pragma omp parallel for collapse(2) lastprivate(last, i, j) num_threads(4)
    for (i = 0; i < N; i++)
        for (j = 1; j < M; j += 3)
            last = 100 * i + j;
    CHECK(last == 100 * (N - 1) + 10);
    CHECK(i == N);
    CHECK(j == 13);

#pragma omp parallel for collapse(3) schedule(dynamic, 4) lastprivate(both, k, row) num_threads(4)
    for (i = 5; i > 0; i -= 2)
        for (j = 0; j <= 3; j++)
            for (k = 0; k < 6; k++) {
                both.i = i;
                both.j = j;
                row[0] = i + k;
                row[1] = j + k;
            }
    CHECK(both.i == 1 && both.j == 3);
    CHECK(k == 6);
    CHECK(row[0] == 6 && row[1] == 8);

#pragma omp parallel num_threads(4)
    {
#pragma omp for collapse(2) schedule(static, 3) firstprivate(first_and_last) lastprivate(first_and_last, l)
        for (l = 0; l < N; l++)
            for (int b = 0; b < M; b++)
                first_and_last = l == N - 1 && b == M - 1 ? 77 : first_and_last + 1;
    }
    CHECK(first_and_last == 77);
    CHECK(l == N);

#pragma omp parallel for collapse(2) schedule(static) lastprivate(j, last) num_threads(4)
    for (i = 0; i < 2; i++)
        for (j = 100; j > 0; j -= 7)
            last = j;
    CHECK(j == -5 && last == 2);

#pragma omp parallel for collapse(2) schedule(guided) lastprivate(i, last) num_threads(4)
    for (i = 0; i < 40; i += 4)
        for (j = 0; j < 5; j++)
            last = i * j;
    CHECK(i == 40 && last == 144);

#pragma omp parallel num_threads(4)
    orphan(6, 7);
    CHECK(orphan_i == 5);
    CHECK(orphan_last == 501);
    return check_result("lastprivate of collapsed loops");
}
