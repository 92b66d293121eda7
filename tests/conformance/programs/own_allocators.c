/*
 * Allocators of the program's own (5.2, 6.1, 18.13): regions and the serial part allocate from the same pools, honour the alignment and the
 * fallback, and what one side allocates the other frees.
 *
 * cross: omp_atk_pool_size, LIMIT => omp_atk_pool_size, 100 * LIMIT
 * cross: {omp_atk_alignment, 4096} => {omp_atk_alignment, 16}
 * cross: {omp_atk_fb_data, second} => {omp_atk_fb_data, omp_default_mem_alloc}
 */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define N 64
#define BYTES 1024
#define LIMIT (16 * (BYTES + BYTES / 8))

static char *blocks[N];

static int count_blocks(void)
{
    int count = 0, i;
    for (i = 0; i < N; i++)
        count += blocks[i] != NULL;
    return count;
}

/* Never more than the pool has; how much of it is the library's own varies. */
static int is_full(int count)
{
    return count >= 8 && count <= LIMIT / BYTES;
}

int main(void)
{
    omp_alloctrait_t limited[] = {{omp_atk_pool_size, LIMIT}, {omp_atk_fallback, omp_atv_null_fb}};
    omp_allocator_handle_t pool = omp_init_allocator(omp_default_mem_space, 2, limited);
    omp_alloctrait_t aligned[] = {{omp_atk_alignment, 4096}};
    omp_allocator_handle_t second = omp_init_allocator(omp_default_mem_space, 1, aligned);
    omp_alloctrait_t leading[] = {{omp_atk_pool_size, LIMIT}, {omp_atk_fallback, omp_atv_allocator_fb}, {omp_atk_fb_data, second}};
    omp_allocator_handle_t first = omp_init_allocator(omp_default_mem_space, 3, leading);
    int i, wrong = 0, round, before;

    CHECK(pool != omp_null_allocator && second != omp_null_allocator && first != omp_null_allocator);
    for (round = 0; round < 3; round++) {
#pragma omp parallel for
        for (i = 0; i < N; i++)
            blocks[i] = omp_alloc(BYTES, pool);
        CHECK(is_full(count_blocks()));
        CHECK(omp_alloc(LIMIT, pool) == NULL);
        if (round == 1)
            for (i = 0; i < N; i++)
                omp_free(blocks[i], pool);
        else
#pragma omp parallel for
            for (i = 0; i < N; i++)
                omp_free(blocks[i], omp_null_allocator);
    }
    for (i = 0; i < N; i++)
        blocks[i] = omp_alloc(BYTES, pool);
    before = count_blocks();
#pragma omp parallel for reduction(+ : wrong)
    for (i = 0; i < N; i++)
        wrong += blocks[i] == NULL && omp_alloc(BYTES, pool) != NULL;
    CHECK(is_full(before) && wrong == 0);
#pragma omp parallel for
    for (i = 0; i < N; i++)
        omp_free(blocks[i], pool);

    /* Alignment, and what takes the place of a pool that is full. */
    omp_set_default_allocator(second);
#pragma omp parallel for reduction(+ : wrong)
    for (i = 0; i < N; i++) {
        char *own = omp_alloc(100 + i, omp_null_allocator), *zeros = omp_calloc(10 + i, 8, second);
        char *large = omp_aligned_alloc(64, 2 * LIMIT, first);
        int k;
        wrong += (size_t)own % 4096 != 0 || (size_t)large % 4096 != 0 || omp_get_default_allocator() != second;
        for (k = 0; k < 8 * (10 + i); k++)
            wrong += zeros[k] != 0;
        memset(own, 'a' + i % 26, 100 + i);
        omp_free(zeros, second);
        omp_free(large, omp_null_allocator);
        blocks[i] = omp_realloc(own, 1000 + i, second, second);
    }
    CHECK(wrong == 0);
    omp_set_default_allocator(omp_default_mem_alloc);
    for (i = 0; i < N; i++) {
        CHECK((size_t)blocks[i] % 4096 == 0 && blocks[i][0] == 'a' + i % 26 && blocks[i][99 + i] == 'a' + i % 26);
        omp_free(blocks[i], second);
    }

    /* A block that grows in its pool, which has not both sizes at once. */
#pragma omp parallel reduction(+ : wrong)
    {
#pragma omp single
        {
            char *grown = omp_alloc(LIMIT / 2, pool);
            grown[0] = 'x';
            grown = omp_realloc(grown, LIMIT / 4 * 3, pool, pool);
            wrong += grown == NULL || grown[0] != 'x';
            wrong += omp_realloc(grown, 2 * LIMIT, pool, pool) != NULL;
            wrong += grown[0] != 'x';
            wrong += omp_realloc(grown, 0, pool, pool) != NULL;
        }
    }
    CHECK(wrong == 0);
    omp_destroy_allocator(first);
    omp_destroy_allocator(second);
    omp_destroy_allocator(pool);
    return check_result("allocators");
}
