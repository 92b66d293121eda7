/*
 * Loops whose bounds and step are expressions, of no iterations, and of fewer
 * than there are threads (2.5.1).
 *
 * cross: #pragma omp for schedule(static)
 * cross: reduction(+ : sum) schedule(static) => private(sum)
 */
#include <omp.h>
#include "check.h"

struct range {
    int from, to, by;
};

static int length(const struct range *r)
{
    return r->to - r->from;
}

static int visited[32];

static void orphaned(const struct range *r)
{
    int i;
#pragma omp for schedule(static)
    for (i = r->from; i < r->from + length(r); i += r->by) {
#pragma omp atomic
        visited[i]++;
    }
}

int main(void)
{
    static const struct range some[] = {{0, 32, 1}, {5, 5, 1}, {9, 2, 3}, {1, 3, 1}, {0, 31, 30}, {31, 32, 100}};
    int k, i, zero = 0, never = 0, after = 0;

    for (k = 0; k < (int)(sizeof some / sizeof some[0]); k++) {
        for (i = 0; i < 32; i++)
            visited[i] = 0;
#pragma omp parallel num_threads(6)
        orphaned(&some[k]);
        for (i = 0; i < 32; i++)
            CHECK(visited[i] == (i >= some[k].from && i < some[k].to && (i - some[k].from) % some[k].by == 0));
    }

    /* none with any schedule, and the code after them is reached */
#pragma omp parallel num_threads(6) reduction(+ : never, after)
    {
#pragma omp for schedule(static, 4)
        for (i = 0; i < zero; i++)
            never++;
#pragma omp for schedule(dynamic)
        for (i = 0; i > zero; i--)
            never++;
#pragma omp for schedule(guided)
        for (i = 1; i <= zero; i += 2)
            never++;
#pragma omp for schedule(dynamic, 3) ordered
        for (i = -1; i >= zero; i--)
            never++;
        after++;
    }
    CHECK(never == 0);
    CHECK(after == 6);

    /* what bounds are made of may be of several types */
    {
        short low = 4;
        unsigned char wide = 3;
        double high = 21.9;
        long sum = 0;
#pragma omp parallel for num_threads(6) reduction(+ : sum) schedule(static)
        for (i = low * wide; i < (int)high; i += wide - 1)
            sum += 100 + i;
        CHECK(sum == 580);
    }
    return check_result("bounds");
}
