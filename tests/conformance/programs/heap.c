/*
 * Heap blocks of every allocating function, used in regions.
 *
 * cross: #pragma omp for // sum
 */
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define N 500

static double *by_malloc;

int main(void)
{
    int i, *by_calloc, *by_realloc;
    char *by_strdup;
    void *by_posix_memalign = NULL;
    float *aligned;
    long total = 0;

    by_malloc = malloc(N * sizeof *by_malloc);
    by_calloc = calloc(N, sizeof(int));
    by_realloc = malloc(sizeof *by_realloc);
    *by_realloc = 77;
    by_realloc = realloc(by_realloc, N * sizeof *by_realloc);
    by_strdup = strdup("some words to count");
    CHECK(posix_memalign(&by_posix_memalign, 256, N * sizeof(short)) == 0);
    aligned = aligned_alloc(64, 64 * sizeof *aligned);
    CHECK((uintptr_t)by_posix_memalign % 256 == 0 && (uintptr_t)aligned % 64 == 0);

#pragma omp parallel num_threads(4)
    {
        short *shorts = by_posix_memalign;
        int k;
#pragma omp for
        for (k = 0; k < N; k++) {
            by_malloc[k] = 0.5 * k;
            by_calloc[k] += k;
            if (k > 0)
                by_realloc[k] = -k;
            shorts[k] = (short)(2 * k);
        }
#pragma omp for schedule(static, 1)
        for (k = 0; k < 64; k++)
            aligned[k] = (float)k / 2;
#pragma omp single
        {
            char *c;
            for (c = by_strdup; *c; c++)
                if (*c == ' ')
                    *c = '_';
        }
#pragma omp for // sum
        for (k = 0; k < N; k++) {
#pragma omp atomic
            total += (long)(2 * by_malloc[k]) + by_calloc[k] + by_realloc[k] + shorts[k];
        }
    }
    CHECK(total == 3L * N * (N - 1) / 2 + 77);
    for (i = 0; i < N; i++)
        CHECK(((short *)by_posix_memalign)[i] == 2 * i);
    CHECK(strcmp(by_strdup, "some_words_to_count") == 0);
    CHECK(aligned[63] == 31.5f);
    by_realloc = realloc(by_realloc, 10 * N * sizeof *by_realloc);
    CHECK(by_realloc[0] == 77 && by_realloc[N - 1] == 1 - N);
    free(by_malloc);
    free(by_calloc);
    free(by_realloc);
    free(by_strdup);
    free(by_posix_memalign);
    free(aligned);
    return check_result("heap");
}
