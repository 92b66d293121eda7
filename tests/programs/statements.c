/*
 * Every statement of C inside a region: loops of all kinds, switch with
 * fall-through, goto, continue, break, empty statements, nested blocks.
 * threads: 3
 */
#include <stdio.h>

int main(void)
{
    int out[10], i;

    #pragma omp parallel for
    for (i = 0; i < 10; i++) {
        int k = 0, n = 0;

        if (i == 9) {
            out[i] = -9;
            continue;
        }
        for (;;) {
            if (++k > i)
                break;
            if (k % 2)
                continue;
            n += k;
        }
        while (n > 12)
            n -= 3;
        do {
            n++;
        } while (n % 4 != 0);
        switch (i) {
        case 0:
            n = 50;
        case 1:
            n++;
            break;
        case 2: case 3: {
            int n2 = n;
            n = n2 * 10;
            break;
        }
        default:
            if (i & 1) goto odd; else ;
            n += 200;
        }
        goto end;
    odd:
        n += 300;
        {
            { ; }
        }
    end:
        out[i] = n;
    }
    for (i = 0; i < 10; i++)
        printf("%d ", out[i]);
    printf("\n");
    return 0;
}
