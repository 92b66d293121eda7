/*
 * A function's name in parentheses, which keeps a macro of that name away, is a call of the function: of the program's own and of
 * the C library's.
 *
 * cross: (abs)(-i) => -i
 * cross: (twice)(i) => i
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define N 100
#define twice(x) (3 * (x))

static int (twice)(int x)
{
    return 2 * x;
}

static int numbers[N], lengths[N], doubled[N], copied[N];
static double roots[N];

int main(void)
{
    int i, right = 1;

#pragma omp parallel for
    for (i = 0; i < N; i++) {
        char text[8];

        (memset)(text, 0, 8);
        (memset)(text, 120, 7);
        text[i % 8] = 0;
        numbers[i] = (abs)(-i);
        doubled[i] = (twice)(i) + ((twice))(1);
        lengths[i] = (int)(strlen)(text);
        roots[i] = (sqrt)((double)i * i) + (double)((fabs))(-1.0);
        if (i > 0)
            (void)(memcpy)(&copied[i], &numbers[i], sizeof(int));
    }
    for (i = 0; i < N; i++)
        right = right && numbers[i] == i && doubled[i] == 2 * i + 2 && lengths[i] == i % 8 && roots[i] == i + 1.0
                && copied[i] == i;
    CHECK(right);
    return check_result("names in parentheses");
}
