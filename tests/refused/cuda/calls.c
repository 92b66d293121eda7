/*
 * Calls that cannot work on the device, with the calls that lead to them.
 * refused: 16 E0404 `longjmp` | `deep` is called in `middle` | `middle` is called in a parallel region
 * refused: 22 E0404 `sum` | takes any number of arguments
 * refused: 36 E0404 `system` | a function of the host's libraries
 * refused: 38 E0405 a function inside a function
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

static jmp_buf place;

static void deep(int x)
{
    if (x) longjmp(place, 1);
}

static int sum(int count, ...);
static int middle(int x)
{
    deep(x + sum(1, x));
    return x;
}

static int sum(int count, ...)
{
    return count;
}

int main(void)
{
#pragma omp parallel
    {
        middle(0);
        system("true");
        {
            void twice(int x) { x++; }
            twice(2);
        }
    }
    return 0;
}
