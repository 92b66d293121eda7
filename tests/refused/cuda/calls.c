/*
 * Calls that cannot work on the device, with the calls that lead to them.
 * refused: 16 E0404 `longjmp` | `deep` is called in `middle` | `middle` is called in a parallel region
 * refused: 31 E0404 `system` | a function of the host's libraries
 * refused: 33 E0405 a function inside a function
 * refused: 36 E0405 `thrice` cannot be called on the device | a function inside a function | defined here
 * refused: 37 E0404 `__builtin_ia32_rdtsc` | one of gcc's functions for the host's processor
 */
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static void deep(int x)
{
    if (x) longjmp(place, 1);
}

static int middle(int x)
{
    deep(x);
    return x;
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
