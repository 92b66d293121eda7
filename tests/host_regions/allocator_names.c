/*
 * Names of allocators, which are enumerators of an enumeration that is wider than int: in clauses of directives that stay,
 * and as arguments, they stand as they were typed. `default(none)` wants no allocator in a clause, and modifiers are no calls.
 * regions: 3 of 4 on the device
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int taken = 0, y = 0;
    omp_allocator_handle_t chosen = omp_default_mem_alloc;

#pragma omp parallel num_threads(2) reduction(+ : taken)
    {
#pragma omp task allocate(omp_default_mem_alloc : y) private(y)
        {
            y = 2;
        }
        double *p = omp_alloc(80, omp_default_mem_alloc);
        taken += p != 0 && chosen == omp_default_mem_alloc;
        omp_free(p, omp_default_mem_alloc);
    }
#pragma omp parallel default(none) firstprivate(y) allocate(chosen : y) num_threads(2) reduction(+ : taken)
    taken += y + 1;
#pragma omp parallel firstprivate(y) allocate(align(64) : y) num_threads(2) reduction(+ : taken)
    taken += y + 2;
#pragma omp parallel firstprivate(y) allocate(allocator(chosen) : y) num_threads(2) reduction(+ : taken)
    taken += y + 3;
    printf("%d %d\n", taken, omp_default_mem_alloc - 2 < 0);
    return y;
}
