/*
 * An iteration that comes to several ordered regions, in a loop of its own or one behind the other. The specification forbids it
 * (2.7.6); compilers run them all in the iteration's turn, and programs count on that.
 *
 * cross all: #pragma omp ordered
 */
#include "check.h"

#define N 40

static int order[6 * N], next;

static void append(int what)
{
#pragma omp ordered
    order[next++] = what;
}

int main(void)
{
    int i, j, right = 1;

#pragma omp parallel for ordered private(j) schedule(static, 1) num_threads(4)
    for (i = 0; i < N; i++) {
        for (j = 0; j < 5; j++) {
#pragma omp ordered
            order[next++] = 6 * i + j;
        }
        append(6 * i + 5);
    }
    for (i = 0; i < 6 * N; i++)
        right = right && order[i] == i;
    CHECK(right);
    CHECK(next == 6 * N);
    return check_result("ordered in a loop");
}
