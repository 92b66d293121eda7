/*
 * Private arrays, structures, pointers and values of every kind: the original
 * stays what it was (8.2.5).
 * threads: 4
 */
#include <stdio.h>
#include <omp.h>

typedef struct { double re, im; } point;

int main(void)
{
    int buffer[5] = { 1, 1, 1, 1, 1 }, i, result[4], *cursor = 0;
    double d = 0.5, m[2][2] = { { 1, 2 }, { 3, 4 } };
    unsigned char byte = 200;
    point z = { 1, 2 };

    #pragma omp parallel private(buffer, i, cursor, d) private(m, byte), private(z)
    {
        int me = omp_get_thread_num();

        for (i = 0; i < 5; i++)
            buffer[i] = me * i;
        cursor = buffer + 4;
        d = *cursor / 2.0;
        m[1][1] = d;
        m[0][1] = m[1][1] + 1;
        z.re = m[0][1];
        z.im = -z.re;
        byte = (unsigned char)(250 + 2 * me);
        result[me] = (int)(10 * z.re) + byte;
    }
    printf("%d %d %d %d\n", result[0], result[1], result[2], result[3]);
    printf("%d %g %g %d %g %d\n", buffer[2], d, m[1][1], byte, z.im, cursor == 0);
    return 0;
}
