/*
 * Calls that cannot work on the device, with the calls that lead to them.
 * refused: 18 E0404 `longjmp` | `deep` is called in `middle` | `middle` is called in a parallel region
 * refused: 24 E0404 `sum` | takes any number of arguments
 * refused: 39 E0404 `system` | a function of the host's libraries
 * refused: 41 E0405 a function inside a function
 * refused: 44 E0405 `thrice` cannot be called on the device | a function inside a function | defined here
 * refused: 45 E0404 `__builtin_ia32_rdtsc` | one of gcc's functions for the host's processor
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
    int thrice(int x) { return 3 * x; }
#pragma omp parallel
    {
        middle(0);
        system("true");
        {
            void twice(int x) { x++; }
            twice(2);
        }
        thrice(3);
        (void)__builtin_ia32_rdtsc();
    }
    return 0;
}
