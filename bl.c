#include <takeover.h>
#include <gpump.h>
extern gpump_region_t main_parallel0_region;
/* COMPILE ERROR (class_public 2.9, source/perturbations.c: build stops).
 * gcc -fopenmp block_extern_address.c thrice.c         (thrice.c: int thrice(int x) { return 3 * x; })  -> prints 9
 * gpump cc --gpump-device=emulator (or gpu) block_extern_address.c thrice.c ->
 *   block_extern_address.host.c:36:16: error: 'thrice' undeclared here (not in a function)
 * Cause: a function declared only in block scope (extern int thrice(int);) whose address a region's function takes
 *   is listed in the host's table as `__typeof__(thrice) *thrice;` at file scope, where no declaration is visible. */
#include <stdio.h>
int twice(int);
static void solve(int n, int *a)
{
    extern int thrice(int);
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


/* What the device's text needs of this file. */
const struct {
    __typeof__(thrice) *thrice;
    __typeof__(twice) *twice;
} gpump_block_extern_address_host = {thrice, twice};
