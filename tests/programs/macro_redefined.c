/*
 * A macro is redefined between two regions, and taken back behind them: each
 * region means what the macro meant where it stood.
 */
#include <stdio.h>

int a[10], b[10];

#define STEP 2
#define VALUE(i) ((i) * STEP)

static void first(void)
{
    int i;
    #pragma omp parallel for
    for (i = 0; i < 10; i += STEP)
        a[i] = VALUE(i) + 1;
}

#undef STEP
#define STEP 3
#undef VALUE
#define VALUE(i) ((i) + 100 * STEP)

static void second(void)
{
    int i;
    #pragma omp parallel for
    for (i = 0; i < 10; i += STEP)
        b[i] = VALUE(i) + 2;
}

#undef STEP
#undef VALUE

int main(void)
{
    int i, s = 0, t = 0;

    first();
    second();
    for (i = 0; i < 10; i++) {
        s += a[i] * (i + 1);
        t += b[i] * (i + 1);
    }
    printf("%d %d\n", s, t);
    return 0;
}
