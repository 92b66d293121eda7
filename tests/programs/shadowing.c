/*
 * Inner declarations hide outer ones: the same name is shared here and a
 * thread's own there (8.2.5: what is declared inside is private).
 * threads: 3
 */
#include <stdio.h>

int x = 1;

int main(void)
{
    int a[12], y = 5, i;

    {
        int x = 10;

        #pragma omp parallel for
        for (i = 0; i < 12; i++) {
            int z = x + y;
            a[i] = z;
            {
                int y = i, x = y + 1;
                a[i] += 100 * x;
                for (int x = 0; x < 2; x++)
                    a[i] += 1000 * y;
                if (i & 1) {
                    struct { int x, y; } z = { x, 2 * y };
                    a[i] -= z.x + z.y;
                }
                a[i] += x;
            }
            a[i] += x + y;
        }
    }
    #pragma omp parallel for
    for (i = 0; i < 12; i++) {
        a[i] += x;
    }
    for (i = 0; i < 12; i++)
        printf("%d ", a[i]);
    printf("%d\n", x);
    return 0;
}
