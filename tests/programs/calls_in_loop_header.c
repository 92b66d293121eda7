/*
 * Bounds, first values and steps that are calls, shared variables, members and
 * elements (8.2.2).
 * threads: 3
 */
#include <stdio.h>

struct range { int from, to, by; };

#pragma gpump accessible
static int half(int n)
{
    return n / 2;
}

int main(void)
{
    struct range r = { 2, 30, 3 }, *p = &r;
    int limits[2] = { 25, 4 }, out[40] = { 0 }, i, sum = 0;

    #pragma omp parallel for
    for (i = r.from; i < p->to; i += r.by)
        out[i] += 1;
    #pragma omp parallel
    {
        int own = 7;

        #pragma omp for nowait
        for (i = half(own); i <= limits[0] + half(limits[1]) * 2; i = i + half(5))
            out[i] += 100;
        #pragma omp barrier
        #pragma omp for schedule(static, half(own))
        for (i = limits[0]; i > own - limits[1]; i -= (own > 3 ? 2 : 1))
            out[i] += 10000;
    }
    for (i = 0; i < 40; i++)
        sum += out[i] * (i + 1);
    printf("%d %d %d %d\n", out[3], out[5], out[25], sum);
    return 0;
}
