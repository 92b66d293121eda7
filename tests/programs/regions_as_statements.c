/*
 * A region as the sole statement of an `if`, an `else`, of loops, behind labels
 * and in a `switch`.
 * threads: 3
 */
#include <stdio.h>

static int v[6];

static void change(int how)
{
    int i;

    if (how == 0)
        #pragma omp parallel for
        for (i = 0; i < 6; i++)
            v[i] = i;
    else if (how == 1)
        #pragma omp parallel
        {
            #pragma omp for
            for (i = 0; i < 6; i++)
                v[i] *= 2;
        }
    else
        #pragma omp parallel for
        for (i = 0; i < 6; i++)
            v[i]++;
}

int main(void)
{
    int i, k;

    for (k = 0; k < 4; k++)
        change(k);
    for (k = 0; k < 2; k++)
        #pragma omp parallel for
        for (i = 0; i < 6; i++)
            v[i] += k;
    k = 2;
    while (k--)
        #pragma omp parallel for
        for (i = 0; i < 6; i++)
            v[i] += 10;
    do
        #pragma omp parallel for
        for (i = 0; i < 6; i++)
            v[i] -= 1;
    while (k++ < 1);
    k = 0;
again:
    #pragma omp parallel for
    for (i = 0; i < 6; i++)
        v[i] += 1000;
    if (k++ == 0)
        goto again;
    switch (k) {
    case 2:
        #pragma omp parallel for
        for (i = 0; i < 6; i++)
            v[i] += 5000;
        break;
    case 3:
        v[0] = 0;
    default:
        #pragma omp parallel for
        for (i = 0; i < 6; i++)
            v[i] = -1;
    }
    for (i = 0; i < 6; i++)
        printf("%d ", v[i]);
    printf("\n");
    return 0;
}
