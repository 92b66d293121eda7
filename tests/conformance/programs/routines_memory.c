/*
 * omp_alloc, omp_calloc, omp_realloc, omp_aligned_alloc and omp_free (5.0
 * and 5.1, 3.13): in regions and outside, and what one side allocates the
 * other frees.
 *
 * cross: memset(text, 'a', n) => (void)n
 */
#include <stdlib.h>
#include <string.h>
#include <omp.h>
#include "check.h"

#define N 40

static char *text_of(int n)
{
    char *text = omp_calloc(n + 1, 1, omp_default_mem_alloc);
    memset(text, 'a', n);
    return text;
}

int main(void)
{
    char *kept[N];
    int *given = omp_alloc(N * sizeof *given, omp_large_cap_mem_alloc), i, wrong = 0;

    for (i = 0; i < N; i++)
        given[i] = i;
#pragma omp parallel for reduction(+ : wrong)
    for (i = 0; i < N; i++) {
        double *own = omp_aligned_alloc(64, 8 * sizeof *own, omp_default_mem_alloc);
        wrong += (size_t)own % 64 != 0;
        own[7] = given[i];
        own = omp_realloc(own, 100 * sizeof *own, omp_default_mem_alloc, omp_default_mem_alloc);
        wrong += own[7] != i;
        omp_free(own, omp_null_allocator);
        kept[i] = text_of(i);
    }
    CHECK(wrong == 0);
    for (i = 0; i < N; i++) {
        CHECK((int)strlen(kept[i]) == i);
        omp_free(kept[i], omp_default_mem_alloc);
    }
#pragma omp parallel
    {
#pragma omp single
        omp_free(given, omp_large_cap_mem_alloc);
    }
    return check_result("memory");
}
