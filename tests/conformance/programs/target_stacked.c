/*
 * teams and the distribute or loop in it, each with a directive of its own (5.2, 17.3): as the combined construct. So are parallel and
 * for within another region.
 *
 * on the host: a teams with more in it than a loop
 * cross: map(tofrom : sum) reduction(+ : sum) => firstprivate(sum)
 * cross: collapse(2) firstprivate(offset) => collapse(2) private(offset)
 */
#include "check.h"

#define N 240

static int values[N], table[12][20];

int main(void)
{
    int sum = 0, offset = 7, i;

#pragma omp target map(tofrom : values)
#pragma omp teams
#pragma omp distribute parallel for
    for (i = 0; i < N; i++)
        values[i] = i;
    CHECK(values[0] == 0 && values[N - 1] == N - 1);

#pragma omp target teams map(tofrom : sum) reduction(+ : sum) num_teams(4)
#pragma omp distribute parallel for reduction(+ : sum) \
    schedule(static)
    for (i = 0; i < N; i++)
        sum += values[i];
    CHECK(sum == N * (N - 1) / 2);

#pragma omp target
    {
#pragma omp teams thread_limit(32)
        {
#pragma omp distribute parallel for simd collapse(2) firstprivate(offset)
            for (int row = 0; row < 12; row++)
                for (int column = 0; column < 20; column++)
                    table[row][column] = row * column + offset;
        }
    }
    CHECK(table[0][0] == 7 && table[11][19] == 216);

#pragma omp target teams
#pragma omp distribute
    for (int row = 0; row < 12; row++) {
#pragma omp parallel
        {
#pragma omp for
            for (int column = 0; column < 20; column++)
                table[row][column] = 2 * row + column;
        }
    }
    CHECK(table[11][19] == 41 && table[3][4] == 10);

#pragma omp target teams
#pragma omp loop
    for (i = 0; i < N; i++)
        values[i] *= 2;
    CHECK(values[N - 1] == 2 * N - 2);

    /* What one of them says otherwise is not put together. */
#pragma omp target teams firstprivate(offset)
#pragma omp distribute parallel for private(offset)
    for (i = 0; i < N; i++) {
        offset = i;
        values[i] = offset;
    }
    CHECK(values[5] == 5 && offset == 7);
    return check_result("target stacked");
}
