/* The device's part of heap.c. */
#include <gpump_device.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace program {

#define COUNT 400
#define LISTS 16

struct node {
    struct node *next;
    int value;
    char text[20];
};

/* Where the host's variables are. */
struct globals_t {
    struct node *(*lists)[400];
    unsigned char *(*blocks)[400];
    volatile size_t *huge;
};
extern "C" const globals_t gpump_heap_host;
static __constant__ globals_t gpump_globals;
GPUMP_GLOBALS(gpump_globals, gpump_heap_host);

/* heap.c:71: #pragma omp parallel for */
struct main_parallel0_t {
};

__global__ void main_parallel0(gpump_team_t gpump_team, main_parallel0_t)
{
    if (!gpump_enter(gpump_team))
        return;
    struct node *(&lists)[400] = *gpump_globals.lists;
        for (int i : gpump_for(gpump_range<int>(0, '<', COUNT, 1))) {
            int k;
            for (k = 0; k < LISTS; k++) {
                struct node *node = (struct node *)gpump_malloc(sizeof *node);
                node->next = lists[i];
                node->value = i * k;
                gpump_memset(node->text, i % 100, sizeof node->text);
                lists[i] = node;
            }
        }
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "heap.c", .line = 71,
    .kernel = gpump_kernel<main_parallel0>, .is_team_agnostic = true,
    .objects = {GPUMP_OBJECTS(gpump_heap_host, lists)});

/* heap.c:84: #pragma omp parallel for */
struct main_parallel1_t {
};

__global__ void main_parallel1(gpump_team_t gpump_team, main_parallel1_t)
{
    if (!gpump_enter(gpump_team))
        return;
    struct node *(&lists)[400] = *gpump_globals.lists;
        for (int i : gpump_for(gpump_range<int>(0, '<', COUNT, 1))) {
            struct node *node = lists[COUNT - 1 - i];
            int k;
            for (k = 0; k < LISTS / 2; k++) {
                struct node *next = node->next;
                gpump_free(node);
                node = next;
            }
            lists[COUNT - 1 - i] = node;
        }
}
GPUMP_REGION(main_parallel1, main_parallel1_t, .file = "heap.c", .line = 84,
    .kernel = gpump_kernel<main_parallel1>, .is_team_agnostic = true,
    .objects = {GPUMP_OBJECTS(gpump_heap_host, lists)});

/* heap.c:105: #pragma omp parallel for reduction(+ : wrong) */
struct main_parallel2_t {
    int *wrong;
};

__global__ void main_parallel2(gpump_team_t gpump_team, main_parallel2_t shared)
{
    if (!gpump_enter(gpump_team))
        return;
    unsigned char *(&blocks)[400] = *gpump_globals.blocks;
    int wrong = 0;
    volatile size_t &huge = *gpump_globals.huge;
    for (int i : gpump_for(gpump_range<int>(0, '<', COUNT, 1))) {
        size_t size = (size_t)i * 50, k;
        unsigned char *block = (unsigned char *)gpump_realloc(blocks[i], size * 2 + 1);
        for (k = 0; k < size; k++)
            wrong += block[k] != i % 256;
        blocks[i] = (unsigned char *)gpump_realloc(block, size / 4 + 1);
        block = (unsigned char *)gpump_calloc(3, (size_t)i + 1);
        for (k = 0; k < 3 * ((size_t)i + 1); k++)
            wrong += block[k] != 0;
        gpump_free(block);
        wrong += gpump_malloc(huge) != NULL;
        void *aligned = NULL;
        wrong += gpump_posix_memalign(&aligned, 256, 256) != 0 || (uintptr_t)aligned % 256 != 0;
        gpump_free(aligned);
    }
    gpump_result_add(shared.wrong, wrong);
}
GPUMP_REGION(main_parallel2, main_parallel2_t, .file = "heap.c", .line = 105,
    .kernel = gpump_kernel<main_parallel2>, .is_team_agnostic = true,
    .pointers = {GPUMP_POINTERS(wrong)},
    .objects = {GPUMP_OBJECTS(gpump_heap_host, blocks)});

} // namespace program
