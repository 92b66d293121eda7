/*
 * Macros whose text names variables of the function: each has another name in
 * the kernel, so the macro's use is written out there, and nowhere else.
 * threads: 3
 */
#include <stdio.h>

#define HERE u[i]
#define ROW(k) (v + (k) * width)
#define BOTH(a) ((a) + width)
#define TWICE(a) ((a) + (a))
#define NAME(x) #x
#define JOIN(a, b) a##b
#define SHOWN(x) NAME(x), x

int main(void)
{
    int i, u[12], v[12], width = 3, value1 = 5;

    #pragma omp parallel for
    for (i = 0; i < 4; i++) {
        HERE = i;
        *ROW(i) = BOTH(i);
        v[3 * i + 1] = TWICE(width) + TWICE(TWICE(width));
        v[3 * i + 2] = JOIN(value, 1);
    }
    i = 2;
    HERE = *ROW(2);
    for (i = 0; i < 12; i++)
        printf("%d %d ", i < 4 ? HERE : 0, v[i]);
    printf("%d %d\n", BOTH(1), TWICE(width));
    #pragma omp parallel
    {
        #pragma omp master
        printf("%s %d %s\n", SHOWN(width), NAME(value1));
    }
    return 0;
}
