/*
 * Arrays whose length is a constant of the program, which C counts among those of
 * variable length: small ones lie in the thread's own memory, and the constants are
 * the kernel's.
 *
 * cross: firstprivate(copied)
 */
#include <string.h>
#include "check.h"

#define THREADS 8
static const int wide = 6;
const unsigned char narrow = 2;

struct point {
    double x, y;
};

static double sum_of(int n, const double values[n])
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

static double corners(int rows, double table[rows][wide])
{
    return table[0][0] + table[rows - 1][wide - 1];
}

static int of_function(int start)
{
    const int length = 2 * wide - narrow;
    int values[length];
    for (int i = 0; i < length; i++)
        values[i] = start + i;
    return values[length - 1] + (int)(sizeof values / sizeof values[0]);
}

int main(void)
{
    const int few = 4;
    const long negative = -3;
    const size_t most = (size_t)-1;
    const int twice = few * 2;
    double result[THREADS * 4];
    int counts[THREADS] = {0};
    unsigned long large = 0;

#pragma omp parallel for num_threads(THREADS) reduction(max : large)
    for (int t = 0; t < THREADS; t++) {
        double values[few], table[few][wide];
        struct point points[twice];
        double *pointer = values;
        for (int i = 0; i < few; i++) {
            values[i] = t + i;
            for (int j = 0; j < wide; j++)
                table[i][j] = t * 100 + i * 10 + j;
        }
        memset(points, 0, sizeof points);
        points[twice - 1].y = *(pointer + 1) + negative;
        result[4 * t] = sum_of(few, values);
        result[4 * t + 1] = corners(few, table);
        result[4 * t + 2] = points[twice - 1].y + points[0].x;
        result[4 * t + 3] = of_function(t);
        counts[t] = sizeof values / sizeof *values + sizeof table / sizeof **table + sizeof points / sizeof *points;
        if (most > large)
            large = most;
    }
    int wrong = large != (unsigned long)-1;
    for (int t = 0; t < THREADS; t++) {
        wrong += result[4 * t] != 4 * t + 6;
        wrong += result[4 * t + 1] != 200 * t + 35;
        wrong += result[4 * t + 2] != t + 1 - 3;
        wrong += result[4 * t + 3] != t + 9 + 10;
        wrong += counts[t] != 4 + 24 + 8;
    }
    CHECK(wrong == 0);

    /* A copy of each thread's, and one that a team shares. */
    int shared[few], copied[few];
    for (int i = 0; i < few; i++)
        shared[i] = copied[i] = i;
    int sum = 0;
#pragma omp parallel num_threads(THREADS) firstprivate(copied) reduction(+ : sum)
    {
        int own[few];
        for (int i = 0; i < few; i++) {
            own[i] = copied[i] + 1;
            copied[i] = own[i] + shared[few - 1];
        }
        for (int i = 0; i < few; i++)
            sum += copied[i];
    }
    CHECK(sum == THREADS * (0 + 1 + 2 + 3 + 4 + 4 * 3));
    return check_result("arrays with lengths that are constants of the program");
}
