/*
 * `master` with braces and without, as the sole statement of `if` and `else`, in
 * a loop, behind a label, in a switch; it takes no one's `else` (8.2.4).
 * threads: 5
 */
#include <stdio.h>
#include <omp.h>

int main(void)
{
    int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, others = 0;

    #pragma omp parallel reduction(+: others)
    {
        int k, me = omp_get_thread_num();

        #pragma omp master
        a = 1;
        #pragma omp master
        {
            b = 1;
            b++;
        }
        if (me < 3)
            #pragma omp master
            c = 3;
        else
            others++;
        if (me >= 3)
            others++;
        else
            #pragma omp master
            { d = 4; }
        for (k = 0; k < 5; k++)
            #pragma omp master
            e++;
        switch (me) {
        case 0:
        case 1:
            #pragma omp master
            f = 6;
            break;
        default:
            others++;
        }
    here:
        #pragma omp master
        while (g < 7)
            g++;
        #pragma omp master
        ;
        if (me < 0)
            goto here;
    }
    printf("%d %d %d %d %d %d %d, %d\n", a, b, c, d, e, f, g, others);
    return 0;
}
