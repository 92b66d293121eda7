/*
 * A sum of doubles by hand, since `reduction` knows integers only: each thread
 * its part, then pairs of threads in rounds.
 * threads: 8
 */
#include <stdio.h>
#include <omp.h>

double part[64];

static double sum(const double *v, int n)
{
    #pragma omp parallel
    {
        int me = omp_get_thread_num(), team = omp_get_num_threads(), stride, i;

        part[me] = 0.0;
        for (i = me; i < n; i += team)
            part[me] += v[i];
        for (stride = 1; stride < team; stride *= 2) {
            #pragma omp barrier
            if (me % (2 * stride) == 0 && me + stride < team)
                part[me] += part[me + stride];
        }
    }
    return part[0];
}

int main(void)
{
    double v[100];
    #pragma gpump accessible(v)
    int i;

    for (i = 0; i < 100; i++)
        v[i] = 0.25 * i;
    printf("%g %g\n", sum(v, 100), sum(v + 50, 7));
    return 0;
}
