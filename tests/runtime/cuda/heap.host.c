#include <takeover.h>
#include <gpump.h>
extern gpump_region_t main_parallel0_region, main_parallel1_region, main_parallel2_region;
/* The heap: blocks that host and region allocate, change and free for one another. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 400
#define LISTS 16

struct node {
    struct node *next;
    int value;
    char text[20];
};

static struct node *lists[COUNT];
static unsigned char *blocks[COUNT];
static volatile size_t huge = (size_t)-1 / 2;
static void *(*volatile change)(void *, size_t) = realloc;

/* A third block of 512 MiB, and one of 128 MiB when all has been freed: a device of 2 GiB has room for them. */
static void large_blocks(void)
{
    char *large[3];
    int i;
    for (i = 0; i < 3; i++)
        large[i] = malloc((size_t)512 << 20);
    printf("512 MiB: %d %d %d\n", large[0] != NULL, large[1] != NULL, large[2] != NULL);
    for (i = 0; i < 3; i++)
        free(large[i]);
    for (i = 0; i < COUNT; i++)
        blocks[i] = malloc((size_t)1 << i % 20);
    for (i = 0; i < COUNT; i++)
        free(blocks[i]);
    large[0] = malloc((size_t)128 << 20);
    printf("128 MiB: %d\n", large[0] != NULL);
    free(large[0]);
}

static void no_blocks(void)
{
    void *nothing = malloc(0), *other = NULL;
    printf("%d %d %d %d\n", calloc(huge, 4) == NULL, malloc(huge) == NULL, change(nothing, huge) == NULL,
           posix_memalign(&other, 64, huge) != 0);
    printf("%d %d\n", posix_memalign(&other, 24, 8) != 0, posix_memalign(&other, 4096, 8));
    printf("%d\n", (int)((uintptr_t)other % 4096));
    free(nothing);
    free(other);
    free(NULL);
}

static long sum_of_lists(void)
{
    long sum = 0;
    int i;
    for (i = 0; i < COUNT; i++) {
        const struct node *node;
        for (node = lists[i]; node; node = node->next)
            sum += node->value + node->text[5];
    }
    return sum;
}

int main(void)
{
    int i, round, wrong = 0;
    large_blocks();
    no_blocks();
    for (round = 0; round < 3; round++) {
        /* #pragma omp parallel for */
        {
            if (!gpump_parallel(&main_parallel0_region, 1, 0, 0))
        for (i = 0; i < COUNT; i++) {
            int k;
            for (k = 0; k < LISTS; k++) {
                struct node *node = malloc(sizeof *node);
                node->next = lists[i];
                node->value = i * k;
                memset(node->text, i % 100, sizeof node->text);
                lists[i] = node;
            }
        }
        }
        printf("%ld\n", sum_of_lists());
        /* Each thread frees what others have allocated. */
        /* #pragma omp parallel for */
        {
            if (!gpump_parallel(&main_parallel1_region, 1, 0, 0))
        for (i = 0; i < COUNT; i++) {
            struct node *node = lists[COUNT - 1 - i];
            int k;
            for (k = 0; k < LISTS / 2; k++) {
                struct node *next = node->next;
                free(node);
                node = next;
            }
            lists[COUNT - 1 - i] = node;
        }
        }
        printf("%ld\n", sum_of_lists());
        for (i = 0; i < COUNT; i++)
            while (lists[i]) {
                struct node *next = lists[i]->next;
                free(lists[i]);
                lists[i] = next;
            }
    }
    for (i = 0; i < COUNT; i++)
        blocks[i] = memset(malloc((size_t)i * 50), i % 256, (size_t)i * 50);
    /* #pragma omp parallel for reduction(+ : wrong) */
    {
        struct { __typeof__(wrong) *wrong; } gpump_shared = {&wrong};
        if (!gpump_parallel(&main_parallel2_region, 1, 0, &gpump_shared))
    for (i = 0; i < COUNT; i++) {
        size_t size = (size_t)i * 50, k;
        unsigned char *block = realloc(blocks[i], size * 2 + 1);
        for (k = 0; k < size; k++)
            wrong += block[k] != i % 256;
        blocks[i] = realloc(block, size / 4 + 1);
        block = calloc(3, (size_t)i + 1);
        for (k = 0; k < 3 * ((size_t)i + 1); k++)
            wrong += block[k] != 0;
        free(block);
        wrong += malloc(huge) != NULL;
        void *aligned = NULL;
        wrong += posix_memalign(&aligned, 256, 256) != 0 || (uintptr_t)aligned % 256 != 0;
        free(aligned);
    }
    }
    for (i = 0; i < COUNT; i++) {
        size_t size = (size_t)i * 50 / 4, k;
        for (k = 0; k < size; k++)
            wrong += blocks[i][k] != i % 256;
        free(blocks[i]);
    }
    printf("wrong: %d\n", wrong);
    large_blocks();
    return wrong != 0;
}

/* What the device's text needs of this file. */
const struct {
    __typeof__(lists) *lists;
    __typeof__(blocks) *blocks;
    __typeof__(huge) *huge;
} gpump_heap_host = {&lists, &blocks, &huge};
