/*
 * private and firstprivate on single (2.5.3): new variables for the thread that
 * runs it; those of the region stay.
 *
 * cross: single private(x) firstprivate(y, point) => single
 * cross: single firstprivate(z) nowait => single private(z) nowait
 */
#include <omp.h>
#include "check.h"

typedef struct {
    int a, b;
} point_t;

static int z = 6, result;

/* orphaned, on a variable that all threads share */
static void compute(void)
{
#pragma omp single firstprivate(z) nowait
    {
        z *= 7;
        result = z;
    }
}

int main(void)
{
    int x = 1, y = 2, seen = 0, wrong = 0;
    point_t point = {3, 4};

#pragma omp parallel num_threads(4) reduction(+ : wrong)
    {
#pragma omp single private(x) firstprivate(y, point)
        {
            x = 10;
            y += x;
            point.b += y;
            seen = x + y + point.a + point.b;
        }
        wrong += x != 1 || y != 2 || point.b != 4 || seen != 10 + 12 + 3 + 16;
#pragma omp barrier
        compute();
    }
    CHECK(wrong == 0);
    CHECK(result == 42 && z == 6);
    return check_result("private on single");
}
