#include <takeover.h>
#include <gpump.h>
extern gpump_region_t main_parallel0_region;
/* COMPILE ERROR. gcc -fopenmp prints 9; gpump cc --gpump-device=emulator|gpu: "invalid conversion from 'int (*)()' to 'int (*)(int)'".
 * Cause: C++ refuses the initialisation of `int (*f)(int)` from `c ? int(*)() : int(*)(int)`; in C the composite type of
 * the conditional is int (*)(int). gpump converts the prototyped one to `int (*)()` and not back. */
#include <stdio.h>
int twice(int);
int thrice();
static void solve(int n, int *a)
{
    int (*f)(int) = n > 2 ? thrice : twice;
    for (int i = 0; i < n; i++) a[i] = f(i);
}
int main(void)
{
    int a[4][4];
/* #pragma omp parallel for */
    {
        struct { __typeof__(a) *a; } gpump_shared = {&a};
        if (!gpump_parallel(&main_parallel0_region, 1, 0, &gpump_shared))
    for (int j = 0; j < 4; j++) solve(4, a[j]);
    }
    printf("%d\n", a[2][3]);
    return 0;
}
int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }

/* What the device's text needs of this file. */
const struct {
    __typeof__(thrice) *thrice;
    __typeof__(twice) *twice;
} gpump_knr_conditional_host = {thrice, twice};
