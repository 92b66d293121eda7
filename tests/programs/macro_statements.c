/*
 * Macros that are the heads of statements, or parts of them.
 */
#include <stdio.h>

#define FOR_ALL(j, n) for (j = 0; j < (n); j++)
#define UNLESS(c) if (!(c))
#define FOREVER while (1)

int main(void)
{
    int m[4][5], i, j, s = 0;

    #pragma omp parallel for private(j)
    for (i = 0; i < 4; i++) {
        FOR_ALL(j, 5)
            m[i][j] = i * j;
        UNLESS (i % 2)
            m[i][0] = -1;
    }
    FOR_ALL(i, 4)
        FOR_ALL(j, 5)
            s += m[i][j];
    FOREVER {
        break;
    }
    printf("%d\n", s);
    return 0;
}
