/* Teams of every size that is asked for: each number once, barriers from different places of the program. */
#include <takeover.h>
#include <gpump.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

static int marks[300];

extern gpump_region_t main_parallel0_region;
const struct { int (*marks)[300]; } teams_host = {&marks};

static void wait_here(void)
{
    /* #pragma omp barrier */
}

int main(void)
{
    int sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 100, 127, 129, 257, 300};
    int i, k, wrong;
    for (i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        wrong = 0;
        memset(marks, 0, sizeof marks);
        /* #pragma omp parallel num_threads(sizes[i]) private(k) reduction(+ : wrong) */
        {
            struct { int *wrong; } gpump_shared = {&wrong};
            if (!gpump_parallel(&main_parallel0_region, 1, sizes[i], &gpump_shared))
        {
            int me = omp_get_thread_num(), all = omp_get_num_threads();
            for (k = 0; k < 3; k++) {
                marks[me]++;
                if (me % 2)
                    wait_here();
                else
                    wait_here();
                wrong += marks[(me + all / 2) % all] != k + 1;
                wait_here();
            }
            wrong += me < 0 || me >= all;
        }
        }
        for (k = 0; k < 300; k++)
            wrong += marks[k] != (k < sizes[i] ? 3 : 0);
        printf("%d: %d wrong\n", sizes[i], wrong);
    }
    return 0;
}
