/*
 * A pointer to memory that nothing lists stops the program, and the message
 * names the pointer (6.1).
 * status: 70
 * expect: before
 * stops: `p`
 * stops: #pragma gpump accessible
 */
#include <stdio.h>

static void f(int *p)
{
    int i;

    #pragma omp parallel for
    for (i = 0; i < 3; i++)
        p[i] = i;
}

int main(void)
{
    int v[3];

    printf("before\n");
    f(v);
    printf("%d\n", v[2]);
    return 0;
}
