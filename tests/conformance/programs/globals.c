/*
 * Variables of file scope in regions: initialised, tentative, static, const,
 * arrays, structures, pointers to one another.
 *
 * cross: *link = 30; => ;
 * cross: limit = omp_get_num_threads(); => ;
 */
#include <omp.h>
#include "check.h"

int tentative;
int tentative = 4;
static long counter = 1000;
static const double factors[3] = {0.5, 2, 4};
static struct settings {
    int width;
    const double *factor;
    int grid[2][2];
} settings = {8, &factors[1], {{1, 2}, {3, 4}}};
static int *link = &settings.grid[1][0];
static const char *const names[] = {"zero", "one", "two"};
extern int defined_below[4];
static int limit;

static void update(int me)
{
    if (me == 0) {
        limit = omp_get_num_threads();
        *link = 30;
    }
#pragma omp barrier
    defined_below[me] = limit * (int)(*settings.factor) + settings.width;
#pragma omp atomic
    counter += tentative;
}

int main(void)
{
    int wrong = 0, k, round;

    for (round = 1; round <= 2; round++) {
#pragma omp parallel num_threads(4) reduction(+ : wrong)
        {
            int me = omp_get_thread_num();

            update(me);
#pragma omp barrier
            wrong += settings.grid[1][0] != 30;
            wrong += names[me % 3][0] != "zot"[me % 3];
            wrong += factors[2] != 4;
        }
        CHECK(wrong == 0);
        for (k = 0; k < 4; k++)
            CHECK(defined_below[k] == (round == 1 ? 4 * 2 + 8 : 4 * 4 + 9));
        /* changes of the host's are seen by the next region */
        settings.factor++;
        settings.width = 9;
        link = &settings.grid[1][0];
        tentative = 5;
    }
    CHECK(counter == 1000 + 16 + 20);
    {
        int reached = 0;
        for (k = 0; k < 4; k++)
            reached += defined_below[k];
        printf("%d %ld\n", reached, counter);
    }
    return check_result("globals");
}

int defined_below[4] = {-1, -1, -1, -1};
