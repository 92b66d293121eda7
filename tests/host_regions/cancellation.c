/*
 * cancel and cancellation point. Without OMP_CANCELLATION they do nothing, on the device; with OMP_CANCELLATION=true the regions with
 * them run on the host.
 *
 * regions: 4 of 4 on the device
 * environment: OMP_CANCELLATION=true
 * never refused: with --require-device cancellation is never active
 */
#include <omp.h>
#include <stdio.h>

#define N 4000

static int done, found, wrong;

/* The first iteration cancels the loop; where it can, the others wait for that. */
static void loop(int active)
{
    int i;
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(static)
        for (i = 0; i < N; i++) {
            if (i == 0) {
#pragma omp atomic write
                found = 1;
#pragma omp cancel for
            }
            if (active) {
                int seen;
                do {
#pragma omp atomic read
                    seen = found;
                } while (!seen);
#pragma omp cancellation point for
            }
#pragma omp atomic
            done++;
        }
    }
}

int main(void)
{
    int active = omp_get_cancellation(), i, in_sections = 0, behind = 0, in_loop = 0;

    loop(active);
    printf("loop: %s\n", (done == N) == !active ? "right" : "wrong");

#pragma omp parallel num_threads(1)
#pragma omp sections
    {
#pragma omp section
        {
            in_sections++;
#pragma omp cancel sections if(in_sections == 1)
            in_sections += 10;
        }
#pragma omp section
        in_sections += 100;
    }
    printf("sections: %s\n", in_sections == (active ? 1 : 111) ? "right" : "wrong");

#pragma omp parallel num_threads(4)
    {
        if (omp_get_cancellation() != active)
#pragma omp atomic write
            wrong = 1;
#pragma omp cancel parallel if(omp_get_thread_num() >= 0)
#pragma omp atomic
        behind++;
    }
    printf("parallel: %s\n", behind == (active ? 0 : 4) && wrong == 0 ? "right" : "wrong");

    /* What a clause makes of a cancelled construct, such as a reduction's sum, is not defined (section 16.1). */
#pragma omp parallel num_threads(1)
#pragma omp for
    for (i = 0; i < 100; i++) {
        in_loop++;
#pragma omp cancel for if(i == 49)
    }
    printf("parallel for: %s\n", in_loop == (active ? 50 : 100) ? "right" : "wrong");
    return 0;
}
