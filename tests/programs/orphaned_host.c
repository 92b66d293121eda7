/*
 * master, barrier and for outside of any region, in functions that are not
 * accessible: a team of one (8.2.4).
 */
#include <stdio.h>

static int sum = 10;

static int log_it(int what)
{
    static int lines;

    #pragma omp master
    {
        lines += what;
    }
    #pragma omp barrier
    return lines;
}

int main(void)
{
    int i, v[4], t = 3;

    #pragma omp barrier
    #pragma omp for reduction(+: sum) schedule(static, 2) nowait
    for (i = 0; i < 4; i++) {
        v[i] = i;
        sum += i;
    }
    #pragma omp for private(t)
    for (i = 0; i < 4; i++) {
        t = 2 * i;
        v[i] += t;
    }
    if (sum > 0)
        #pragma omp master
        sum++;
    else
        sum--;
    log_it(1);
    printf("%d %d %d\n", sum, v[3], log_it(2));
    return 0;
}
