/*
 * The heap in a region: blocks are those of heap.h, and the host may free them, as a region may free the host's.
 */
#ifndef GPUMP_CUDA_LIBRARY_MEMORY_H
#define GPUMP_CUDA_LIBRARY_MEMORY_H

#include "heap.h"
#include "library_text.h"
#include "mailbox.h"

/* ---- stdlib.h: memory ------------------------------------------------------------------------------------------------ */

GPUMP_APART gpump_block_address_t gpump_malloc(size_t size)
{
#ifdef GPUMP_EMULATOR
    if (gpump_emulator_watches_heap())
        return {gpump_emulator_allocate(16, size)};
#endif
    return {gpump_heap_allocate(gpump_block()->team.heap, size)};
}

GPUMP_C gpump_block_address_t gpump_calloc(size_t count, size_t size)
{
    if (size && count > (size_t)-1 / size)
        return {nullptr};
    void *block = gpump_malloc(count * size);
    if (block)
        gpump_memset(block, 0, count * size);
    return {block};
}

/* A block of the C library's own, which some library gave the program, or of a constructor is put on a list: the host frees it after the
   region. */
GPUMP_APART void gpump_free(void *block)
{
    gpump_heap_t *heap = gpump_block()->team.heap;
    if (!block)
        return;
#ifdef GPUMP_EMULATOR
    if (gpump_emulator_release(block))
        return;
#endif
    if (gpump_heap_has(heap, block)) {
        if (!gpump_heap_release(heap, block))
            gpump_stop("free in a region, of what is no block in use", block);
        return;
    }
    unsigned long long *foreign = &gpump_block()->team.after->foreign, first;
    do {
        first = gpump_heap_load(foreign);
        *static_cast<volatile unsigned long long *>(block) = first;
        __threadfence();
    } while (!gpump_heap_swap(foreign, first, (unsigned long long)reinterpret_cast<uintptr_t>(block)));
}

/* The bytes of a block that is to have another size. */
GPUMP_APART size_t gpump_block_room(const void *block)
{
    const gpump_heap_t *heap = gpump_block()->team.heap;
#ifdef GPUMP_EMULATOR
    if (gpump_emulator_block_size(block) != SIZE_MAX)
        return gpump_emulator_block_size(block);
#endif
    if (!gpump_heap_has(heap, block))
        gpump_stop("realloc in a region, of a block that a library of the host's or a constructor allocated", block);
    const unsigned long long room = gpump_heap_room(heap, block);
    if (room == 0)
        gpump_stop("realloc in a region, of what is no block in use", block);
    return room;
}

GPUMP_APART gpump_block_address_t gpump_realloc(void *block, size_t size)
{
    gpump_heap_t *heap = gpump_block()->team.heap;
    if (!block)
        return gpump_malloc(size);
    const size_t room = gpump_block_room(block);
    if (size == 0) {
        gpump_free(block);
        return {nullptr};
    }
    /* The emulator has the blocks that it watches elsewhere. */
    if (gpump_heap_has(heap, block) && gpump_heap_resize(heap, block, size))
        return {block};
    void *other = gpump_malloc(size);
    if (!other)
        return {size < room ? block : nullptr};
    gpump_copy_bytes(other, block, room < size ? room : size);
    gpump_free(block);
    return {other};
}

/* Also on the list of functions that are no longer in the C library, and that old programs call. */
GPUMP_C void gpump_cfree(void *block)
{
    gpump_free(block);
}

GPUMP_APART gpump_block_address_t gpump_aligned_alloc(size_t alignment, size_t size)
{
#ifdef GPUMP_EMULATOR
    if (gpump_emulator_watches_heap())
        return {gpump_emulator_allocate(alignment, size)};
#endif
    return {gpump_heap_allocate_aligned(gpump_block()->team.heap, alignment, size)};
}

GPUMP_C gpump_block_address_t gpump_memalign(size_t alignment, size_t size)
{
    return gpump_aligned_alloc(alignment, size);
}

GPUMP_C int gpump_posix_memalign(void **pointer, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) || alignment == 0 || (alignment & (alignment - 1)))
        return 22; /* EINVAL */
    void *block = gpump_aligned_alloc(alignment, size);
    if (!block)
        return 12; /* ENOMEM */
    *pointer = block;
    return 0;
}

GPUMP_C char *gpump_strndup(const char *text, size_t most)
{
    size_t length = gpump_strnlen(text, most);
    char *copy = gpump_malloc(length + 1);
    if (copy) {
        gpump_copy_bytes(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

GPUMP_C char *gpump_strdup(const char *text)
{
    return gpump_strndup(text, (size_t)-1);
}

/* On the thread's stack: the compiler's own, which only the type of the result distinguishes from C's. */
#include <alloca.h>
#undef alloca
#define alloca(size) (gpump_block_address_t{__builtin_alloca(size)})

#endif
