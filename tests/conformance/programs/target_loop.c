/*
 * loop in a target without teams (5.0, 2.9.5; 5.2, 11.7): all of it, and beside other statements, in loops of the host and in target data,
 * with clauses of both, bound to the thread or to the parallel region that the target implies.
 *
 * cross: map(tofrom : sum) => firstprivate(sum)
 * cross: reduction(+ : total) => private(total)
 * cross: firstprivate(offset) => private(offset)
 * cross: lastprivate(last) => private(last)
 * crossed with: -ftrivial-auto-var-init=pattern
 */
#include "check.h"

#define N 240

static int values[N], table[12][20];

int main(void)
{
    int sum = 0, total = 0, offset = 7, yes = 1, largest = 0, i, last = 0;
    int *view = values;

#pragma omp target
#pragma omp loop
    for (i = 0; i < N; i++)
        values[i] = i;
    CHECK(values[0] == 0 && values[N - 1] == N - 1);

#pragma omp target map(tofrom : sum) if (yes)
    {
#pragma omp loop bind(thread) reduction(+ : sum)
        for (int j = 0; j < N; j++)
            sum += values[j];
    }
    CHECK(sum == N * (N - 1) / 2);

#pragma omp target map(from : table) firstprivate(offset) nowait
#pragma omp loop collapse(2) order(concurrent)
    for (int row = 0; row < 12; row++)
        for (int column = 0; column < 20; column++)
            table[row][column] = row * column + offset;
#pragma omp taskwait
    CHECK(table[0][0] == 7 && table[11][19] == 216);

    /* The host runs what is between, and begins each loop anew. */
#pragma omp target data map(tofrom : values)
    for (int time = 0; time < 3; time++) {
#pragma omp target map(tofrom : view[0 : N], total, last)
        {
            int first = time + 1;
            for (int repeat = 0; repeat < 2; repeat++) {
#pragma omp loop private(i) lastprivate(last)
                for (last = 0; last < N; last++) {
                    i = first * repeat;
                    view[last] += i;
                }
            }
            view[0] = 1;
#pragma omp loop reduction(+ : total) bind(parallel)
            for (int j = 0; j < N; j++)
                total += view[j] % 2;
        }
    }
    CHECK(last == N && values[0] == 1 && values[1] == 7 && values[N - 1] == N - 1 + 6);
    CHECK(total == 120 + 120 + 121);

#pragma omp target map(largest)
#pragma omp loop reduction(max : largest)
    for (int j = 0; j < N; j++)
        largest = values[j] > largest ? values[j] : largest;
    CHECK(largest == N + 5);
    return check_result("target_loop");
}
